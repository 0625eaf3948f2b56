import {
  contractEquityAt,
  positionStatement,
  type RestingTrades,
  sideLiquidation,
} from '#lib/engine/body/contract-statement.ts';
import type {
  BotStatistics,
  EquityStatement,
  Holdings,
  OpenOrder,
  PositionStatement,
  WithheldOrder,
} from '#lib/engine/machine.ts';
import type { PlannedLiquidations } from '#lib/formulas/futures-grid-liquidation.ts';
import type { FuturesInterval } from './futures-grid-interval.ts';
import { orderOfInterval } from './futures-grid-resting.ts';
import type { FuturesGridState } from './futures-grid-state.ts';

/** The mark price of [last, mark]; the last price while no mark is known. */
export function markOf(ticks: readonly number[]): number {
  const mark = ticks[1];
  return mark !== undefined && mark >= 0 ? mark : (ticks[0] as number);
}

export function equityAt(state: FuturesGridState, ticks: readonly number[]): EquityStatement {
  return contractEquityAt(state.position, markOf(ticks), state.gridProfit);
}

/** The balance in the settle asset: contracts are no holdings. */
export function holdingsOf({ position: { spec, cash } }: FuturesGridState): Holdings {
  return { [spec.contract.settle]: cash };
}

export function statisticsOf(state: FuturesGridState): BotStatistics {
  const { params, fills, matches, matchedProfit } = state;
  return { fills, matches, matchedProfit, range: { lowTicks: params.lowTicks, highTicks: params.highTicks } };
}

/** The open position with both liquidation prices. */
export function positionOf(state: FuturesGridState, ticks: readonly number[]): PositionStatement | null {
  const { position, params } = state;
  const { long, short } = liquidationsOf(state, 0n);
  const full = (position.size > 0n ? long : short)?.full ?? null;
  return positionStatement(position, markOf(ticks), params.leverage, full);
}

/** Of each side that the grid can come to hold: the losing orders of a long are the buys that rest, of a short the sells. */
export function liquidationsOf(state: FuturesGridState, added: bigint): PlannedLiquidations {
  const { position, params } = state;
  return {
    long: params.side === 'short' ? null : sideLiquidation(position, 'long', restingOf(state, true), added),
    short: params.side === 'long' ? null : sideLiquidation(position, 'short', restingOf(state, false), added),
  };
}

/** All resting buys, or all resting sells. */
function restingOf({ intervals, empty, status }: FuturesGridState, isBuying: boolean): RestingTrades {
  const sum = { contracts: 0n, flow: 0n, fee: 0n };
  if (status !== 'running') return sum;
  for (const [i, interval] of intervals.entries()) {
    if (i < empty !== isBuying) continue;
    sum.contracts += isBuying ? interval.contracts : -interval.contracts;
    sum.flow += isBuying ? interval.buyFlow : interval.sellFlow;
    sum.fee += isBuying ? interval.buyFee : interval.sellFee;
  }
  return sum;
}

/** Resting orders by line, lowest first; the closing order when the bot is being closed at a limit. */
export function openOrdersOf(state: FuturesGridState): readonly OpenOrder[] {
  const { closing, position, status } = state;
  if (closing !== null) {
    const side = position.size > 0n ? 'sell' : 'buy';
    return [{ side, level: -1, ticks: closing.ticks, quantity: closing.quantity }];
  }
  if (status !== 'running') return [];
  const orders: OpenOrder[] = [];
  for (const [i, { contracts }] of state.intervals.entries()) {
    if (contracts > 0n) orders.push(orderOfInterval(state, i));
  }
  return orders;
}

/** Lines without an order: those whose orders would be too small, and the one that the price is at. */
export function withheldOrdersOf(state: FuturesGridState): readonly WithheldOrder[] {
  const { lines, intervals, empty, params, status } = state;
  if (status === 'open') return [waiting(state)];
  if (status !== 'running') return [];
  const withheld: WithheldOrder[] = [];
  for (const [level, ticks] of lines.entries()) {
    if (level === empty) {
      withheld.push({ side: level === params.gridCount ? 'sell' : 'buy', level, ticks, reason: 'at-price' });
      continue;
    }
    const { contracts } = intervals[level < empty ? level : level - 1] as FuturesInterval;
    if (contracts === 0n) {
      withheld.push({ side: level < empty ? 'buy' : 'sell', level, ticks, reason: 'below-minimum' });
    }
  }
  return withheld;
}

/** A bot that has not opened withholds one order: its opening. */
function waiting({ params, step }: FuturesGridState): WithheldOrder {
  const side = params.side === 'short' ? 'sell' : 'buy';
  const reason = step === 'wait-touch' ? 'waiting-trigger' : 'slippage-exceeded';
  return { side, level: -1, ticks: params.trigger?.ticks ?? params.lowTicks, reason };
}
