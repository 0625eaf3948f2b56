import { marketOfFeed } from '#lib/engine/bot-feeds.ts';
import type { Fill } from '#lib/engine/machine.ts';
import { mulDivUp, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { BotRecord } from './bot-record.ts';

/**
 * Counts a fill into the figures that the machine does not keep: trades, pairs won and lost, and the cost of what is
 * held (average cost; a fee taken in the base coin makes the rest dearer). Cost of a part sold is rounded up. Of a bot
 * of several markets, quantities and costs are those of its first market: coins of others are not added to them.
 */
export function tallyFill(record: BotRecord, botSpec: MarketSpec, fill: Fill): void {
  const spec = marketOfFeed(botSpec, fill.feed);
  const isFirst = instrumentOf(spec) === record.instrument;
  record.tradeNum += 1;
  record.lastTradeMs = fill.timeMs;
  if (isFirst) {
    record.matchedQuantity += fill.quantity;
    record.matchedCost += fill.quote;
  }
  if (fill.matchProfit !== null) {
    record.completedProfit += fill.matchProfit;
    if (fill.matchProfit > 0n) record.winNum += 1;
    else record.lossNum += 1;
  }
  // A contract's position and its entry are in the machine's own books.
  if (!isFirst || spec.contract !== undefined) return;
  if (fill.side === 'buy') {
    record.heldBase += fill.quantity - (fill.feeAsset === spec.base ? fill.fee : 0n);
    record.heldCost += fill.quote;
    return;
  }
  const sold = fill.quantity < record.heldBase ? fill.quantity : record.heldBase;
  if (record.heldBase > 0n) record.heldCost -= mulDivUp(record.heldCost, sold, record.heldBase);
  record.heldBase -= sold;
}

/** Average cost of the held base in quote units per coin, rounded up; null when nothing is held. */
export function averageCost(record: Pick<BotRecord, 'heldBase' | 'heldCost'>): bigint | null {
  return record.heldBase > 0n ? mulDivUp(record.heldCost, UNITS_PER_COIN, record.heldBase) : null;
}
