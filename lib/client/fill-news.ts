import type { StreamEvent } from '../contract/event-calls.ts';
import type { LineClock } from './live-line.ts';

type BotEvent = Extract<StreamEvent, { type: 'bot' }>;
type Fill = BotEvent['fills'][number];

/** What is said of fills in one sentence. */
export interface FillSummary {
  /** All of them. */
  readonly count: number;
  /** Of so many bots. */
  readonly bots: number;
  /** The fill, where there is one. */
  readonly only: Fill | null;
}

/** Fills of one move come one after the other: they are told together. */
const GATHER_MS = 400;
/** After a sentence it is quiet for so long, however much is filled meanwhile: hundreds of bots fill every second. */
const QUIET_MS = 5_000;

/** Gathers fills of own bots into few sentences. */
export class FillNews {
  readonly #clock: LineClock;
  readonly #tell: (summary: FillSummary) => void;
  readonly #bots = new Set<number>();
  #count = 0;
  #newest: Fill | null = null;
  #later: (() => void) | null = null;
  #quietUntilMs = Number.NEGATIVE_INFINITY;

  constructor(clock: LineClock, tell: (summary: FillSummary) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  hear({ strategy_id: bot, fills, fill_count: count }: BotEvent): void {
    if (count === 0) return;
    this.#bots.add(bot);
    this.#count += count;
    this.#newest = fills.at(-1) ?? this.#newest;
    if (this.#later !== null) return;
    const waitMs = Math.max(GATHER_MS, this.#quietUntilMs - this.#clock.nowMs());
    this.#later = this.#clock.after(waitMs, () => this.#say());
  }

  /** What was not told yet is told to nobody. */
  stop(): void {
    this.#later?.();
    this.#forget();
  }

  #say(): void {
    const summary = { count: this.#count, bots: this.#bots.size, only: this.#count === 1 ? this.#newest : null };
    this.#forget();
    this.#quietUntilMs = this.#clock.nowMs() + QUIET_MS;
    this.#tell(summary);
  }

  #forget(): void {
    this.#later = null;
    this.#bots.clear();
    this.#count = 0;
    this.#newest = null;
  }
}
