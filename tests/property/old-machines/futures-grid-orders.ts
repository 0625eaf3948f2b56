import { type ContractTrade, enterAndTell } from '#lib/engine/body/contract-trade.ts';
import { finishLiquidated } from './futures-grid-closing.ts';
import type { FuturesInterval } from './futures-grid-interval.ts';
import { resetPositionWakes } from './futures-grid-levels.ts';
import { tellPlaced } from './futures-grid-resting.ts';
import type { FuturesGridState } from './futures-grid-state.ts';

/** The price reached the highest buy line: its order fills at its own price and the counter-sell takes its place. */
export function crossDown(state: FuturesGridState, timeMs: number): void {
  const i = state.empty - 1;
  state.empty = i;
  const interval = state.intervals[i] as FuturesInterval;
  const { contracts, buyFlow, buyFee, buyTicks } = interval;
  if (contracts > 0n) {
    const trade = { side: 'buy', role: 'grid', level: i, ticks: buyTicks } as const;
    fillOrder(state, interval, trade, contracts, buyFlow, buyFee, timeMs);
  }
  if (state.status === 'running') tellPlaced(state, i, timeMs, 'counter-order');
}

/** The price reached the lowest sell line: its order fills at its own price and the counter-buy takes its place. */
export function crossUp(state: FuturesGridState, timeMs: number): void {
  const i = state.empty;
  state.empty = i + 1;
  const interval = state.intervals[i] as FuturesInterval;
  const { contracts, sellFlow, sellFee, sellTicks } = interval;
  if (contracts > 0n) {
    const trade = { side: 'sell', role: 'grid', level: i + 1, ticks: sellTicks } as const;
    fillOrder(state, interval, trade, -contracts, sellFlow, sellFee, timeMs);
  }
  if (state.status === 'running') tellPlaced(state, i, timeMs, 'counter-order');
}

/** Enters a grid order's fill. An account that it leaves flat and short of money is at its end: the insurance has paid. */
function fillOrder(
  state: FuturesGridState,
  interval: FuturesInterval,
  trade: Pick<ContractTrade, 'side' | 'role' | 'level' | 'ticks'>,
  contracts: bigint,
  flow: bigint,
  fee: bigint,
  timeMs: number,
): void {
  const opens = trade.side === interval.opensWith;
  const matchProfit = !opens && interval.isOpen ? interval.pairNet : null;
  interval.isOpen = opens;
  state.fills += 1;
  if (matchProfit !== null) {
    state.gridProfit += interval.pairProfit;
    state.matchedProfit += matchProfit;
    state.matches += 1;
  }
  enterAndTell(state, trade, contracts, flow, fee, matchProfit, timeMs);
  resetPositionWakes(state, timeMs);
  if (state.position.insurance > 0n) finishLiquidated(state, trade.ticks, timeMs);
}
