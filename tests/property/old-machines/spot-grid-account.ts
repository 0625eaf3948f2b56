import { statementOf } from '#lib/engine/equity-statement.ts';
import {
  type BotStatistics,
  EQUITY_SCALE,
  type EquityStatement,
  type Holdings,
  type OpenOrder,
  type WithheldOrder,
} from '#lib/engine/machine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { GridInterval } from './spot-grid-interval.ts';
import { restingOrder } from './spot-grid-orders.ts';
import type { SpotGridState } from './spot-grid-state.ts';

/** What the identity is counted from, of any bot that holds coins and money. */
type CoinBooks = Pick<SpotGridState, 'quote' | 'base' | 'start' | 'gridProfit' | 'positionCash' | 'fees'> & {
  readonly params: { readonly spec: MarketSpec };
};

/**
 * The identity at a price. Equity is counted from the holdings; everything else from the books that fills were
 * entered in, so the residual tells whether they agree.
 */
export function equityAt(state: CoinBooks, ticks: number): EquityStatement {
  const price = BigInt(ticks) * state.params.spec.tickUnits;
  const equity = state.quote * EQUITY_SCALE + state.base * price;
  const positionProfit = state.positionCash + state.base * price;
  const { start, gridProfit, fees } = state;
  return statementOf({ start, gridProfit, positionProfit, fees, equity });
}

export function holdingsOf(state: Pick<CoinBooks, 'params' | 'base' | 'quote'>): Holdings {
  const { base, quote } = state.params.spec;
  return { [quote]: state.quote, [base]: state.base };
}

export function statisticsOf(state: SpotGridState): BotStatistics {
  const { params, lines, fills, matches, matchedProfit } = state;
  const lowTicks = lines[0] ?? params.lowTicks;
  const highTicks = lines[params.gridCount] ?? params.highTicks;
  return { fills, matches, matchedProfit, range: { lowTicks, highTicks } };
}

/** Resting orders by line, lowest first; the closing order when the bot is being closed at a limit. */
export function openOrdersOf(state: SpotGridState): readonly OpenOrder[] {
  const { closing } = state;
  if (closing !== null) return [{ side: closing.side, level: -1, ticks: closing.ticks, quantity: closing.quantity }];
  const orders: OpenOrder[] = [];
  for (const [i, interval] of state.intervals.entries()) {
    if (interval.resting > 0n) orders.push(restingOrder(state, i, interval.resting));
  }
  return orders;
}

/** Lines without an order: those that lack minimum or funds, and the one that the price is at. */
export function withheldOrdersOf(state: SpotGridState): readonly WithheldOrder[] {
  const { lines, intervals, empty, params, status } = state;
  if (status === 'open') return [waiting(state)];
  if (status !== 'running') return [];
  const withheld: WithheldOrder[] = [];
  for (let level = 0; level < lines.length; level += 1) {
    const ticks = lines[level] as number;
    if (level === empty) {
      withheld.push({ side: level === params.gridCount ? 'sell' : 'buy', level, ticks, reason: 'at-price' });
      continue;
    }
    const interval = intervals[level < empty ? level : level - 1] as GridInterval;
    if (interval.resting > 0n || interval.reason === null) continue;
    withheld.push({ side: level < empty ? 'buy' : 'sell', level, ticks, reason: interval.reason });
  }
  return withheld;
}

/** A bot that has not opened withholds one order: its opening. */
function waiting({ params, step }: SpotGridState): WithheldOrder {
  const side = params.investIn === 'quote' ? 'buy' : 'sell';
  const reason = step === 'wait-touch' ? 'waiting-trigger' : 'slippage-exceeded';
  return { side, level: -1, ticks: params.triggerTicks ?? params.lowTicks, reason };
}
