import {
  type BotMachine,
  type EngineSink,
  type MarketView,
  NO_LEVEL_ABOVE,
  NO_LEVEL_BELOW,
  type WakeSlot,
  type WithheldOrder,
} from '#lib/engine/machine.ts';
import { createSignalBoard, type SignalBoard } from '#lib/engine/signal-board.ts';
import type { ComposeParams } from '#lib/kinds/indicator/params.ts';
import { mulDivUp, UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { ComposeAccount, StopLevel } from './compose-account.ts';
import type { ClosingOrder } from './spot-grid-state.ts';

/** What a contract does besides: it settles funding and can be liquidated (E4, E5). */
export interface ComposeContract {
  /** Mark price level of the liquidation; null when there is none. */
  liquidationTicks(): number | null;
  nextFundingMs(timeMs: number): number;
  settleFunding(markTicks: number, timeMs: number): void;
  /** Contracts held, signed; and the fee for having them liquidated. */
  size(): bigint;
  chargeLiquidation(size: bigint, lastTicks: number, timeMs: number): void;
}

/**
 * Everything an indicator bot knows besides its money. The files beside this one are functions on it. `slots[0]` is the
 * last price, `slots[1]` a contract's mark price; stops listen to the latter where there is one.
 */
export interface ComposeState {
  readonly params: ComposeParams;
  readonly view: MarketView;
  readonly sink: EngineSink;
  readonly isHeard: boolean;
  readonly account: ComposeAccount;
  readonly contract: ComposeContract | null;
  readonly board: SignalBoard;
  readonly slots: readonly WakeSlot[];
  /** Equity at which the bot ends: at most, at least; units, null when not set. */
  readonly lossTarget: bigint | null;
  readonly profitTarget: bigint | null;
  wakeAtMs: number;
  status: BotMachine['status'];
  step: BotMachine['step'];
  /** When the next K-line of any side closes, and when funding is due. */
  klineAtMs: number;
  fundingAtMs: number;
  /** The mark price touched a stop: decided by the time wake that follows at once, with the last price. */
  isTouched: boolean;
  /** The price that was seen when the stops were last set. */
  armedAt: number;
  /** Worked out from the position whenever it changes. */
  stops: readonly StopLevel[];
  /** The position has gained what its protection starts at. */
  isProtected: boolean;
  /** The partial take profit, and the closing of a part by the protection, have been: once each for a position. */
  hasTakenProfit: boolean;
  hasBeenProtected: boolean;
  closing: ClosingOrder | null;
  /** An order that a side asked for at the last K-line close and that was not made. */
  withheld: WithheldOrder | null;
  fills: number;
  matches: number;
  matchedProfit: bigint;
}

export function newComposeState(
  parts: Pick<ComposeState, 'params' | 'view' | 'sink' | 'account' | 'contract'>,
): ComposeState {
  const { investment, totalStopE8, totalProfitE8, conditions } = parts.params;
  const slots = Array.from({ length: parts.contract === null ? 1 : 2 }, () => ({
    below: NO_LEVEL_BELOW,
    above: NO_LEVEL_ABOVE,
  }));
  return {
    ...parts,
    isHeard: parts.sink.isQuiet !== true,
    board: createSignalBoard(conditions, ['close', 'reduce', 'increase', 'open']),
    slots,
    lossTarget: totalStopE8 === null ? null : investment - mulDivUp(investment, totalStopE8, UNITS_PER_COIN),
    profitTarget: totalProfitE8 === null ? null : investment + mulDivUp(investment, totalProfitE8, UNITS_PER_COIN),
    wakeAtMs: Number.POSITIVE_INFINITY,
    status: 'open',
    step: 'wait-touch',
    klineAtMs: Number.POSITIVE_INFINITY,
    fundingAtMs: Number.POSITIVE_INFINITY,
    isTouched: false,
    armedAt: 0,
    stops: [],
    isProtected: false,
    hasTakenProfit: false,
    hasBeenProtected: false,
    closing: null,
    withheld: null,
    fills: 0,
    matches: 0,
    matchedProfit: 0n,
  };
}

/** What a position remembers is forgotten: it is over, or it is another one since more was added to it. */
export function forgetPosition(state: ComposeState): void {
  state.isProtected = false;
  state.hasTakenProfit = false;
  state.hasBeenProtected = false;
}
