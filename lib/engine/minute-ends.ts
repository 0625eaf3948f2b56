/**
 * The end of a minute, with the prices of then, ticks. Each knows the next one and none the one before: who follows the ends holds the
 * last one that he has been told, so those that everybody has been told are nobody's and go by themselves.
 */
interface MinuteEnd {
  readonly timeMs: number;
  readonly prices: readonly number[];
  next: MinuteEnd | null;
}

/** What a watch holds of the ends of minutes; null `next`: it has been told of all. */
export type ToldEnd = Readonly<MinuteEnd>;

/** The ends of the minutes of a market, or of several, for watches that are told of them when somebody asks. */
export class MinuteEnds {
  private newest: MinuteEnd = { timeMs: -1, prices: [], next: null };

  /** Who begins to follow them here is told of those to come. */
  get last(): ToldEnd {
    return this.newest;
  }

  /** A minute has ended. `prices` are kept: the caller's are not his any more. */
  add(prices: readonly number[], timeMs: number): void {
    const end: MinuteEnd = { timeMs, prices, next: null };
    this.newest.next = end;
    this.newest = end;
  }
}
