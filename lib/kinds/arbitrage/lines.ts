import { positionStatement } from '../../engine/body/contract-statement.ts';
import { costLines } from '../../engine/body/cost-lines.ts';
import { nearLiquidation } from '../../engine/body/covered-short.ts';
import type { MarketLine } from '../../engine/market-line.ts';
import { type Arbitrage, shortOf } from './legs.ts';

/**
 * What of an arbitrage is a price: what its coins cost, what its contracts were sold at, the mark price from which on parts of both are
 * closed, and the one that liquidates. It has no exit of its own: it ends when its owner wants, and the spread that it waits for is one
 * of two prices, not a price.
 */
export function arbitrageLines(bot: Arbitrage, safetyE8: bigint, prices: readonly number[]): readonly MarketLine[] {
  const short = shortOf(bot);
  const { feed, markFeed, position } = short;
  const statement = positionStatement(position, short.markOf(prices), short.leverage, null);
  const atMark = (role: MarketLine['role'], ticks: number | null): readonly MarketLine[] =>
    ticks === null ? [] : [{ feed: markFeed, role, ticks }];
  if (statement === null) return costLines(bot);
  return [
    ...costLines(bot),
    { feed, role: 'entry', ticks: statement.entryTicks },
    ...atMark('reduction', nearLiquidation(short, safetyE8)),
    ...atMark('liquidation', statement.liquidationTicks),
  ];
}
