import type { OrderRole, SignalType } from '../../contract/bot-words.ts';
import type { OrderEvent, OrderReason, WithheldOrder } from '../../engine/machine.ts';
import { createSignalBoard, type SignalBoard } from '../../engine/signal-board.ts';
import type { ConditionSideName } from '../../indicators/condition.ts';
import { mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';
import type { IndicatorParams } from './params.ts';

/** How an entry sees its size: what it would trade if it filled at a price, and why not when that is nothing. */
export interface EntrySize {
  readonly quantity: bigint;
  readonly withheld: OrderReason | null;
}

/** A trade at exactly `ticks`; `quantity` > 0: coins in units, whole lots, or contracts. */
export interface IndicatorTrade {
  readonly role: OrderRole;
  readonly signal: SignalType;
  readonly quantity: bigint;
  readonly ticks: number;
}

/** A price level: it is reached at and below `ticks`, or at and above them. NO_LEVEL_… of machine.ts mean always and never. */
export interface PriceLevel {
  readonly isBelow: boolean;
  readonly ticks: number;
}

/** What a stop does. */
export type StopAction =
  | 'liquidation'
  | 'total-stop'
  | 'total-profit'
  | 'position-stop'
  | 'protect'
  | 'take-part'
  | 'start-protection';

/** A price at which something happens to the position or the bot. */
export interface StopLevel extends PriceLevel {
  readonly action: StopAction;
}

/**
 * The one position of an indicator bot: coins on a spot market, or contracts. Its own are how much it trades and at which prices
 * a gain or an equity is reached; what it books is the body's. `prices` are those of the bot's feeds.
 */
export interface IndicatorLeg {
  /** Its end has begun, or is over. */
  readonly isEnding: boolean;
  /** Whether there is a position. Coins that an earlier one could not sell are none. */
  readonly isOpen: boolean;
  /** What came in after the start less what was taken out, units. */
  readonly netPaidIn: bigint;
  /** An entry's size by price, for `ratioE8` of the capital (lib/engine/DECISIONS.md, Capital): fixed now, at the present prices. */
  entrySizer(ratioE8: bigint, prices: readonly number[]): (fillTicks: number) => EntrySize;
  /** That part (1e-8) of the position, as much as the market takes; 0n when it would not take the order. */
  exitQuantity(partE8: bigint, ticks: number): bigint;
  marketTicks(side: 'buy' | 'sell', quantity: bigint, ticks: number, timeMs: number): number;
  enter(trade: IndicatorTrade, timeMs: number): void;
  /** Closes so much of the position, which completes a trade. */
  exit(trade: IndicatorTrade, timeMs: number): void;
  /** The position is over, whatever is left of it. */
  leave(): void;
  /** Where the position's gain (signed part of its cost or margin, 1e-8) is reached. Needs a position. */
  gainLevel(gainE8: bigint, wanted: 'atMost' | 'atLeast'): PriceLevel;
  /** Where the whole bot's equity, units, is reached. */
  equityLevel(equity: bigint, wanted: 'atMost' | 'atLeast'): PriceLevel;
  /** Where it is liquidated; null when nowhere. */
  liquidationLevel(): PriceLevel | null;
  /** Tells the record about an order. */
  tell(kind: OrderEvent['kind'], reason: OrderReason, order: LegOrder, timeMs: number): void;
}

export interface LegOrder {
  readonly side: 'buy' | 'sell';
  readonly ticks: number;
  readonly quantity: bigint;
}

/** What an indicator bot knows besides its money. */
export interface IndicatorBot {
  readonly params: IndicatorParams;
  readonly leg: IndicatorLeg;
  readonly board: SignalBoard;
  /** Equity at which the bot ends, before anything came in or was taken out: at most, at least; units, null when not set. */
  readonly lossTarget: bigint | null;
  readonly profitTarget: bigint | null;
  /** When the next K-line of any side closes. */
  klineAtMs: number;
  /** Worked out from the position whenever it changes, the graver ones first. */
  stops: readonly StopLevel[];
  /** The price that was seen when the stops were last set. */
  armedAt: number;
  /** The position has gained what its protection starts at. */
  isProtected: boolean;
  /** The partial take profit, and the closing of a part by the protection, have been: once each for a position. */
  hasTakenProfit: boolean;
  hasBeenProtected: boolean;
  /** An order that a side asked for at the last K-line close and that was not made. */
  withheld: WithheldOrder | null;
}

/** `order`: that in which the sides are looked at. */
export function newIndicatorBot(
  params: IndicatorParams,
  leg: IndicatorLeg,
  order: readonly ConditionSideName[],
): IndicatorBot {
  const { investment, totalStopE8, totalProfitE8, conditions } = params;
  return {
    params,
    leg,
    board: createSignalBoard(conditions, order),
    lossTarget: totalStopE8 === null ? null : investment - mulDivUp(investment, totalStopE8, UNITS_PER_COIN),
    profitTarget: totalProfitE8 === null ? null : investment + mulDivUp(investment, totalProfitE8, UNITS_PER_COIN),
    klineAtMs: Number.POSITIVE_INFINITY,
    stops: [],
    armedAt: 0,
    isProtected: false,
    hasTakenProfit: false,
    hasBeenProtected: false,
    withheld: null,
  };
}
