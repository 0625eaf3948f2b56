import type { Clock } from '../surroundings/clock.ts';
import type { Random } from '../surroundings/random.ts';
import { KeptEvents } from './kept-events.ts';

/** How long events are kept for a trader who has no stream: a tab that was hidden, a network that was away. */
const KEPT_MS = 300_000;
/** Traders whose events are kept though they have no stream: with what one of them takes at most, 16 MB. */
const MOST_LEFT = 1_000;
const NAME_BYTES = 8;

/** The latest events of traders who listen, or did a moment ago. */
export class Mailboxes {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #boxes = new Map<number, KeptEvents>();
  /** Those without a reader, since when; the longest first. */
  readonly #left = new Map<number, number>();

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  get isEmpty(): boolean {
    return this.#boxes.size === 0;
  }

  /** The trader's, if there is one. */
  of(userId: number): KeptEvents | undefined {
    return this.#boxes.get(userId);
  }

  /** The trader's, for a reader of his; made when there is none. */
  enter(userId: number): KeptEvents {
    this.#left.delete(userId);
    const box = this.#boxes.get(userId) ?? new KeptEvents(Buffer.from(this.#random.bytes(NAME_BYTES)).toString('hex'));
    this.#boxes.set(userId, box);
    return box;
  }

  /** Nobody reads it now. */
  leave(userId: number): void {
    this.#left.set(userId, this.#clock.nowMs());
    const [longest] = this.#left.keys();
    if (this.#left.size > MOST_LEFT && longest !== undefined) this.#drop(longest);
  }

  /** Drops those that nobody has read for long. */
  forget(): void {
    for (const [userId, sinceMs] of this.#left) {
      if (this.#clock.nowMs() - sinceMs > KEPT_MS) this.#drop(userId);
    }
  }

  #drop(userId: number): void {
    this.#left.delete(userId);
    this.#boxes.delete(userId);
  }
}
