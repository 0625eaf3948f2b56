import type { ContractSpec } from '../../formulas/contract-value.ts';
import type { PlannedLiquidations } from '../../formulas/futures-grid-liquidation.ts';
import {
  type EngineSink,
  type EquityStatement,
  type Holdings,
  type MarketView,
  NO_LEVEL_ABOVE,
  NO_LEVEL_BELOW,
  type PositionStatement,
  type WakeSlot,
} from '../machine.ts';
import {
  type ContractPosition,
  type ContractPositionSnapshot,
  newContractPosition,
  readPositionSnapshot,
  shareOfBasis,
} from './contract-position.ts';
import {
  contractEquityAt,
  liquidationLevel,
  positionStatement,
  type RestingTrades,
  sideLiquidation,
} from './contract-statement.ts';
import { type ContractDesk, nextFundingWake, settleFundingAt, type TradeTerms, termsOf } from './contract-trade.ts';
import type { Execution } from './executed.ts';

/** What the body has to know of a bot that trades one contract. */
export interface ContractParams {
  readonly spec: ContractSpec;
  /** Settle units: all of it, and what it becomes, stands behind the position (H39). */
  readonly investment: bigint;
  /** ≥ 1, whole: how much of a position's value the bot wants bound as margin. It moves no liquidation. */
  readonly leverage: number;
}

/**
 * A bot's leg in one contract: its account, and what a contract asks for besides trades. Funding is settled at its times, and
 * the mark price liquidates. What a kind does is: book a trade (contract-trade.ts), then `followPosition`.
 */
export class ContractLeg implements ContractDesk {
  declare readonly position: ContractPosition;
  declare readonly view: MarketView;
  declare readonly sink: EngineSink;
  declare readonly isHeard: boolean;
  declare readonly leverage: number;
  /** Index of the contract's last price among the feeds; its mark price is the next one. */
  declare readonly feed: number;
  /** The mark prices between which nothing happens. */
  readonly markSlot: WakeSlot = { below: NO_LEVEL_BELOW, above: NO_LEVEL_ABOVE };
  /** When funding is settled next, ms; Infinity without a position. */
  fundingAtMs = Number.POSITIVE_INFINITY;
  /** The mark price was touched: what it decides happens around the last price, at the wake that is asked for at once. */
  isMarkTouched = false;

  constructor(terms: ContractParams, view: MarketView, sink: EngineSink, stored?: ContractPositionSnapshot, feed = 0) {
    this.position =
      stored === undefined
        ? newContractPosition(terms.spec, terms.investment)
        : readPositionSnapshot(terms.spec, stored);
    this.leverage = terms.leverage;
    this.view = view;
    this.sink = sink;
    this.isHeard = sink.isQuiet !== true;
    this.feed = feed;
  }

  get isOpen(): boolean {
    return this.position.size !== 0n;
  }

  /** Contracts that are open, either way. */
  get contracts(): bigint {
    const { size } = this.position;
    return size < 0n ? -size : size;
  }

  /** The order that would close what is open. */
  get exitSide(): 'buy' | 'sell' {
    return this.position.size > 0n ? 'sell' : 'buy';
  }

  /** The feed of its mark price, which follows that of its last price. */
  get markFeed(): number {
    return this.feed + 1;
  }

  /** The contract's mark price; the last price while no mark is known. */
  markOf(prices: readonly number[]): number {
    const mark = prices[this.markFeed];
    return mark !== undefined && mark >= 0 ? mark : (prices[this.feed] as number);
  }

  /**
   * Of its mark price and its last price the one that the position stands worse at. A mark is as old as its minute: what the last price
   * has cost since, the next mark will say.
   */
  worstOf(prices: readonly number[]): number {
    const mark = this.markOf(prices);
    const last = prices[this.feed] as number;
    return this.position.size > 0n ? Math.min(mark, last) : Math.max(mark, last);
  }
}

/** Lets the slot of the mark feed wake the bot where it is liquidated, and nowhere else. */
export function listenForLiquidation(position: ContractPosition, slot: WakeSlot): void {
  const level = liquidationLevel(position);
  const isLong = position.size > 0n;
  slot.below = level !== null && isLong ? level : NO_LEVEL_BELOW;
  slot.above = level !== null && !isLong ? level : NO_LEVEL_ABOVE;
}

/** The position or the balance changed at `timeMs`: where the mark price liquidates, and when funding is settled. */
export function followPosition(leg: ContractLeg, timeMs: number): void {
  listenForLiquidation(leg.position, leg.markSlot);
  if (leg.isOpen !== Number.isFinite(leg.fundingAtMs)) leg.fundingAtMs = nextFundingWake(leg.position, timeMs);
}

/** Settles the funding that is due; whether anything was due. */
export function settleFundingDue(leg: ContractLeg, prices: readonly number[], timeMs: number): boolean {
  if (timeMs < leg.fundingAtMs) return false;
  settleFundingAt(leg, leg.markOf(prices), timeMs);
  leg.fundingAtMs = nextFundingWake(leg.position, timeMs);
  followPosition(leg, timeMs);
  return true;
}

/** The mark price is at `ticks`; whether that calls for a wake at once. */
export function touchMark(leg: ContractLeg, ticks: number): boolean {
  const { below, above } = leg.markSlot;
  if (ticks > below && ticks < above) return false;
  leg.isMarkTouched = true;
  return true;
}

/** Whether the mark price was touched since it was last asked. */
export function takeMarkTouch(leg: ContractLeg): boolean {
  const isTouched = leg.isMarkTouched;
  leg.isMarkTouched = false;
  return isTouched;
}

/** Listens to nothing any more. */
export function sleepLeg(leg: ContractLeg): void {
  leg.markSlot.below = NO_LEVEL_BELOW;
  leg.markSlot.above = NO_LEVEL_ABOVE;
  leg.fundingAtMs = Number.POSITIVE_INFINITY;
}

/** What an exit does to the account. */
export interface ExitTerms extends TradeTerms {
  /** The balance after it, settle units, if no more of the profit is realised than belongs to what is closed; never below 0. */
  readonly balance: bigint;
}

/** The terms of closing so many contracts (0 < closed ≤ open). */
export function exitTerms(
  leg: ContractLeg,
  closed: bigint,
  ticks: number,
  execution: Execution,
  timeMs: number,
): ExitTerms {
  const terms = termsOf(leg, { side: leg.exitSide, contracts: closed, ticks }, execution, timeMs);
  return { ...terms, balance: balanceAfter(leg, closed, terms) };
}

/** The balance that closing so many contracts on these terms leaves. */
export function balanceAfter({ position }: ContractLeg, closed: bigint, { flow, fee }: TradeTerms): bigint {
  const left = position.cash + shareOfBasis(position, closed) + flow - fee;
  return left > 0n ? left : 0n;
}

/** The balance in the settle asset: contracts are no holdings. */
export function holdingsOfLeg({ position: { spec, cash } }: ContractLeg): Holdings {
  return { [spec.contract.settle]: cash };
}

/** The identity at the mark price; `gridProfit` as in contractEquityAt. */
export function equityOfLeg(leg: ContractLeg, prices: readonly number[], gridProfit: bigint): EquityStatement {
  return contractEquityAt(leg.position, leg.markOf(prices), gridProfit);
}

/** All orders of a bot that rest, by side: what adds to a long, and what adds to a short. */
export interface RestingOrders {
  readonly buys: RestingTrades;
  readonly sells: RestingTrades;
}

/**
 * Of each side that the bot can come to hold both liquidation prices: with what it holds, and if every order that rests on the losing
 * side fills (H39). `added`: so many settle units more in the account, fewer when negative.
 */
export function liquidationsOfLeg(
  { position }: ContractLeg,
  resting: RestingOrders,
  added: bigint,
): PlannedLiquidations {
  return {
    long: sideLiquidation(position, 'long', resting.buys, added),
    short: sideLiquidation(position, 'short', resting.sells, added),
  };
}

/** The open position with both liquidation prices; null without one. */
export function positionOfLeg(
  leg: ContractLeg,
  resting: RestingOrders,
  prices: readonly number[],
): PositionStatement | null {
  const { long, short } = liquidationsOfLeg(leg, resting, 0n);
  const full = (leg.position.size > 0n ? long : short)?.full ?? null;
  return positionStatement(leg.position, leg.markOf(prices), leg.leverage, full);
}
