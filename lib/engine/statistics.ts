/** Counters of a bot's life so far. */
export interface BotStatistics {
  readonly fills: number;
  /** Completed trades: pairs of a grid, rounds of a martingale, sales and closed positions of the others. */
  readonly matches: number;
  /** Their net profit, units of the profit asset. */
  readonly matchedProfit: bigint;
  /** The range as it stands (a trailing grid moves it), ticks; null for kinds without one. */
  readonly range: { readonly lowTicks: number; readonly highTicks: number } | null;
}
