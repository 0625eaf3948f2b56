import { newContractPosition } from '#lib/engine/body/contract-position.ts';
import type { ContractDesk } from '#lib/engine/body/contract-trade.ts';
import {
  type BotMachine,
  type EngineSink,
  type MarketView,
  NO_LEVEL_ABOVE,
  NO_LEVEL_BELOW,
  type WakeSlot,
} from '#lib/engine/machine.ts';
import type { FuturesGridParams } from '#lib/kinds/futures-grid/params.ts';
import { mulDivUp, UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { FuturesInterval } from './futures-grid-interval.ts';
import type { ClosingOrder, StopReason } from './spot-grid-state.ts';

/** What the mark price touched; answered when the driver wakes the bot at once, with the last price. */
export type MarkCall = 'trigger' | 'liquidation';

/** Everything a futures grid knows. The files beside this one are functions on it. Amounts are settle units. */
export interface FuturesGridState extends ContractDesk {
  readonly params: FuturesGridParams;
  /** Last price and mark price. */
  readonly slot: WakeSlot;
  readonly markSlot: WakeSlot;
  /** Equity at which the stops act: at most, at least; settle units, null when not set. */
  readonly lossTarget: bigint | null;
  readonly profitTarget: bigint | null;
  wakeAtMs: number;
  status: BotMachine['status'];
  step: BotMachine['step'];
  openingTries: number;
  /** n + 1 lines in ticks, ascending. Empty before the opening. */
  lines: number[];
  intervals: FuturesInterval[];
  /** Index of the line without an order: buys rest below it, sells above it. */
  empty: number;
  /** The line that was empty at the opening: which order of an interval opens a pair in a neutral grid. */
  openedAt: number;
  stopDown: number;
  stopUp: number;
  stopDownReason: StopReason;
  stopUpReason: StopReason;
  /** A stop was touched; the close of the running minute decides. */
  isStopArmed: boolean;
  markCall: MarkCall | null;
  /** When the opening is tried again, the armed stop decided, the mark call answered. Infinity: nothing of that. */
  askedAtMs: number;
  fundingAtMs: number;
  closing: ClosingOrder | null;
  /** Of completed pairs, before and after their fees. */
  gridProfit: bigint;
  matchedProfit: bigint;
  fills: number;
  matches: number;
}

/** A grid that has not started: it holds its investment and listens to nothing. */
export function newFuturesGridState(params: FuturesGridParams, view: MarketView, sink: EngineSink): FuturesGridState {
  const { investment, stopLossE8, takeProfitE8 } = params;
  return {
    params,
    lossTarget: stopLossE8 === null ? null : investment - mulDivUp(investment, stopLossE8, UNITS_PER_COIN),
    profitTarget: takeProfitE8 === null ? null : investment + mulDivUp(investment, takeProfitE8, UNITS_PER_COIN),
    position: newContractPosition(params.spec, params.investment),
    view,
    sink,
    isHeard: sink.isQuiet !== true,
    slot: { below: NO_LEVEL_BELOW, above: NO_LEVEL_ABOVE },
    markSlot: { below: NO_LEVEL_BELOW, above: NO_LEVEL_ABOVE },
    wakeAtMs: Number.POSITIVE_INFINITY,
    status: 'open',
    step: 'wait-touch',
    openingTries: 0,
    lines: [],
    intervals: [],
    empty: 0,
    openedAt: 0,
    stopDown: NO_LEVEL_BELOW,
    stopUp: NO_LEVEL_ABOVE,
    stopDownReason: 'stop_loss',
    stopUpReason: 'stop_profit',
    isStopArmed: false,
    markCall: null,
    askedAtMs: Number.POSITIVE_INFINITY,
    fundingAtMs: Number.POSITIVE_INFINITY,
    closing: null,
    gridProfit: 0n,
    matchedProfit: 0n,
    fills: 0,
    matches: 0,
  };
}
