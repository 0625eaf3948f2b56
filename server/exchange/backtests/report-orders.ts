import type { SignalType } from '#lib/contract/bot-words.ts';
import { marketOfFeed } from '#lib/engine/bot-feeds.ts';
import type { Fill } from '#lib/engine/machine.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks, type MarketSpec } from '#lib/money/market-spec.ts';
import type { BacktestOrder } from './task-shape.ts';

/** A fill as the wire has it (E-117). */
export function orderOf(spec: MarketSpec, fill: Fill): BacktestOrder {
  const market = marketOfFeed(spec, fill.feed);
  return {
    create_time: Math.floor(fill.timeMs / 1000),
    market: market.market,
    side: fill.side,
    price: formatTicks(market, fill.ticks),
    amount: formatAmount(fill.quantity),
    profit: fill.matchProfit === null ? '' : formatAmount(fill.matchProfit),
    fee: formatAmount(fill.fee),
    fee_asset: fill.feeAsset,
    signal_type: signalOf(fill),
  };
}

/** E-375: what an indicator bot says itself; of the others, what the order was for. */
function signalOf({ signal, role, side }: Fill): SignalType {
  if (signal !== undefined) return signal;
  if (role === 'grid' || role === 'rebalance') return side === 'buy' ? 'in' : 'out';
  return role;
}
