import type { Clock } from '../surroundings/clock.ts';
import { growingLru } from '../surroundings/growing-lru.ts';
import type { Random } from '../surroundings/random.ts';
import { KeptEvents } from './kept-events.ts';

/** How long events are kept for a trader who has no stream: a tab that was hidden, a network that was away. */
const KEPT_MS = 300_000;
/** Traders whose events are kept though they have no stream: with what one of them takes at most, 16 MB. */
const MOST_LEFT = 1_000;
/** Of the name of kept events. */
export const NAME_BYTES = 8;

/** The latest events of traders who listen, or did a moment ago. */
export class Mailboxes {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #read = new Map<number, KeptEvents>();
  /** Without a reader since then; when there are too many, who has been away longest is forgotten. */
  readonly #left = growingLru<number, { readonly box: KeptEvents; readonly sinceMs: number }>(MOST_LEFT);

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  get isEmpty(): boolean {
    return this.#read.size === 0 && this.#left.size === 0;
  }

  /** The trader's, if there is one. An event that comes in does not make an absence shorter. */
  of(userId: number): KeptEvents | undefined {
    return this.#read.get(userId) ?? this.#left.peek(userId)?.box;
  }

  /** The trader's, who asks for what its events tell of: they are kept from now on as if a reader had just left. */
  asked(userId: number): KeptEvents {
    const box = this.of(userId) ?? this.#made();
    if (!this.#read.has(userId)) this.#left.set(userId, { box, sinceMs: this.#clock.nowMs() });
    return box;
  }

  #made(): KeptEvents {
    return new KeptEvents(Buffer.from(this.#random.bytes(NAME_BYTES)).toString('hex'));
  }

  /** The trader's, for a reader of his; made when there is none. */
  enter(userId: number): KeptEvents {
    const box = this.of(userId) ?? this.#made();
    this.#left.delete(userId);
    this.#read.set(userId, box);
    return box;
  }

  /** Nobody reads it now. */
  leave(userId: number): void {
    const box = this.#read.get(userId);
    if (box === undefined) return;
    this.#read.delete(userId);
    this.#left.set(userId, { box, sinceMs: this.#clock.nowMs() });
  }

  /** Drops those that nobody has read for long. */
  forget(): void {
    for (const [userId, { sinceMs }] of [...this.#left.entries()]) {
      if (this.#clock.nowMs() - sinceMs > KEPT_MS) this.#left.delete(userId);
    }
  }
}
