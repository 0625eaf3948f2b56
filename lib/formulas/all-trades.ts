/**
 * The one accounting of trades, of every kind, live and in backtests. A trade is what completed trades brought (pairs of a
 * grid, rounds, sales: Fill.matchProfit) and, as one trade more, everything else that the bot has gained or lost: what
 * its stop, liquidation or closing cost, coins that it opened with and what is still open, with fees, funding and
 * interest that no completed trade bore. So the trades add up to the bot's profit, whatever it is.
 */
export function allTrades(completed: readonly bigint[], profit: bigint): readonly bigint[] {
  const rest = profit - completed.reduce((sum, one) => sum + one, 0n);
  return rest === 0n ? completed : [...completed, rest];
}

/** Trades won and lost; one that brought nothing is lost. */
export interface TradeCount {
  readonly won: number;
  readonly lost: number;
}

/** The same accounting where only the count and the sum of the completed trades are kept. */
export function countTrades(completed: TradeCount & { readonly profit: bigint }, profit: bigint): TradeCount {
  const rest = profit - completed.profit;
  return { won: completed.won + Number(rest > 0n), lost: completed.lost + Number(rest < 0n) };
}
