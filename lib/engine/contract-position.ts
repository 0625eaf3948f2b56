import { type ContractSpec, tradeFlow } from '../formulas/contract-value.ts';
import { fundingPayment } from '../formulas/funding.ts';
import type { SideLiquidation } from '../formulas/futures-grid-liquidation.ts';
import { liquidationTicks } from '../formulas/liquidation.ts';
import { divDown, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { statementOf } from './equity-statement.ts';
import {
  EQUITY_SCALE,
  type EquityStatement,
  NO_LEVEL_ABOVE,
  NO_LEVEL_BELOW,
  type PositionStatement,
  type WakeSlot,
} from './machine.ts';

/**
 * A bot's account in one contract: its balance in the settle asset and its position. Every kind that trades contracts
 * keeps one; the functions beside it are the only ones that change it. All amounts are settle units, exact.
 *
 * A trade is entered as its signed flow (tradeFlow): linear buys are negative, sells positive. `basis` is the flow of
 * what is open, so that profit at a price is basis + the flow of closing there, for long and short, linear and inverse.
 */
export interface ContractPosition {
  readonly spec: ContractSpec;
  /** The balance: what the account holds, profit not yet realised left out. Never below zero. */
  cash: bigint;
  /** Signed contracts: positive long. */
  size: bigint;
  /** Signed flow at which the open contracts came in; 0n when there are none. −basis is a linear long's cost. */
  basis: bigint;
  start: bigint;
  /** Sum of the flows of all trades: the second book, which the residual is checked against. */
  flows: bigint;
  fees: bigint;
  /** Signed: received minus paid. */
  funding: bigint;
  /** What the insurance account paid because a trade left the account below zero. */
  insurance: bigint;
}

export function newContractPosition(spec: ContractSpec, investment: bigint): ContractPosition {
  return {
    spec,
    cash: investment,
    size: 0n,
    basis: 0n,
    start: investment,
    flows: 0n,
    fees: 0n,
    funding: 0n,
    insurance: 0n,
  };
}

/** Fee on a trade: the size of its flow × rate (1e-8), rounded up. */
export function feeOnFlow(flow: bigint, rateE8: bigint): bigint {
  return mulDivUp(flow < 0n ? -flow : flow, rateE8, UNITS_PER_COIN);
}

/**
 * Enters a trade of `contracts` (signed, not 0n) whose flow and fee are known: opens, adds, reduces or turns the position
 * over. Returns the profit that came into the balance before the fee.
 *
 * What is closed takes its proportional share of the basis, rounded down: against the trader, and what is rounded off
 * stays with the rest. If fee and loss are more than the balance while contracts stay open, as much of their profit is
 * realised early (it is part of the returned amount). If none stay open, the insurance pays: see `insurance`.
 */
export function enterTrade(position: ContractPosition, contracts: bigint, flow: bigint, fee: bigint): bigint {
  const { size, basis } = position;
  let realised = 0n;
  if (size === 0n || size > 0n === contracts > 0n) {
    position.basis = basis + flow;
  } else {
    const held = size < 0n ? -size : size;
    const traded = contracts < 0n ? -contracts : contracts;
    if (traded < held) {
      const share = divDown(basis * traded, held);
      position.basis = basis - share;
      realised = share + flow;
    } else {
      const closing = traded === held ? flow : divDown(flow * held, traded);
      position.basis = flow - closing;
      realised = basis + closing;
    }
  }
  position.size = size + contracts;
  position.flows += flow;
  position.fees += fee;
  const cash = position.cash + realised - fee;
  if (cash >= 0n) {
    position.cash = cash;
    return realised;
  }
  position.cash = 0n;
  if (position.size === 0n) {
    position.insurance -= cash;
    return realised;
  }
  position.basis += cash;
  return realised - cash;
}

/**
 * Settles funding at a mark price. Returns what moved (negative: paid). What the balance cannot pay is added to the
 * entry value instead, so it is paid when the position is closed and is no part of the returned amount.
 */
export function settleFunding(position: ContractPosition, markTicks: number, rateE8: bigint): bigint {
  const payment = fundingPayment(position.spec, position.size, markTicks, rateE8);
  const cash = position.cash + payment;
  const unpaid = cash < 0n ? -cash : 0n;
  position.cash = cash + unpaid;
  position.basis -= unpaid;
  position.flows -= unpaid;
  position.funding += payment + unpaid;
  return payment + unpaid;
}

/** Flow of closing everything at a price; 0n without a position. */
export function closingFlow({ spec, size }: ContractPosition, ticks: number): bigint {
  return size === 0n ? 0n : tradeFlow(spec, -size, ticks);
}

/** Profit of the open contracts at a price, settle units, rounded down. */
export function unrealisedAt(position: ContractPosition, ticks: number): bigint {
  return position.basis + closingFlow(position, ticks);
}

/** Balance and profit not yet realised, settle units. */
export function accountEquityAt(position: ContractPosition, ticks: number): bigint {
  return position.cash + unrealisedAt(position, ticks);
}

/** Value at entry of what is open, settle units. */
export function entryValueOf({ basis }: ContractPosition): bigint {
  return basis < 0n ? -basis : basis;
}

/** The trades that resting orders would make: their sums. */
export interface RestingTrades {
  /** Signed contracts. */
  readonly contracts: bigint;
  readonly flow: bigint;
  readonly fee: bigint;
}

/** Nothing rests. */
export const NO_TRADES: RestingTrades = { contracts: 0n, flow: 0n, fee: 0n };

/** Mark price in ticks at which the account is liquidated with what it holds now (H39); null when it cannot be. */
export function liquidationLevel(position: ContractPosition): number | null {
  const { spec, size, cash } = position;
  if (size === 0n) return null;
  return liquidationTicks(spec, { size, entryValue: entryValueOf(position), margin: cash });
}

/**
 * Both liquidation prices of one side (H39): of what is held there, and if the resting orders that add to it fill as
 * well. `added`: so many settle units more stand in the account, fewer when negative. Null where nothing of that side is
 * held and nothing could come to be.
 */
export function sideLiquidation(
  position: ContractPosition,
  side: 'long' | 'short',
  resting: RestingTrades,
  added = 0n,
): SideLiquidation | null {
  const account = { ...position, cash: position.cash + added };
  const isThere = (size: bigint): boolean => (side === 'long' ? size > 0n : size < 0n);
  if (!isThere(account.size + resting.contracts)) return null;
  return {
    held: isThere(account.size) ? liquidationLevel(account) : null,
    full: liquidationLevelWith(account, resting),
  };
}

/** The same if these orders fill as well. `size` may be 0n: then they alone are the position. */
function liquidationLevelWith(position: ContractPosition, resting: RestingTrades): number | null {
  const size = position.size + resting.contracts;
  const basis = position.basis + resting.flow;
  const entryValue = basis < 0n ? -basis : basis;
  return liquidationTicks(position.spec, { size, entryValue, margin: position.cash - resting.fee });
}

/** Lets the slot of the mark feed wake the bot where it is liquidated, and nowhere else. */
export function listenForLiquidation(position: ContractPosition, slot: WakeSlot): void {
  const level = liquidationLevel(position);
  slot.below = level !== null && position.size > 0n ? level : NO_LEVEL_BELOW;
  slot.above = level !== null && position.size < 0n ? level : NO_LEVEL_ABOVE;
}

/**
 * The identity at a price, in EquityStatement's scale. Equity is counted from the balance and the basis, everything
 * else from the flows; `gridProfit` is the kind's own part of them before fees (completed pairs or rounds), settle units.
 */
export function contractEquityAt(position: ContractPosition, ticks: number, gridProfit: bigint): EquityStatement {
  const { start, flows, fees, funding, insurance } = position;
  const equity = accountEquityAt(position, ticks);
  const positionProfit = flows + closingFlow(position, ticks) + insurance - gridProfit;
  return statementOf({
    start: start * EQUITY_SCALE,
    gridProfit: gridProfit * EQUITY_SCALE,
    positionProfit: positionProfit * EQUITY_SCALE,
    fees: fees * EQUITY_SCALE,
    funding: funding * EQUITY_SCALE,
    equity: equity * EQUITY_SCALE,
  });
}

/** What the position's rows show; null without one. `full`: liquidation if all orders on the losing side fill. */
export function positionStatement(
  position: ContractPosition,
  markTicks: number,
  leverage: number,
  full: number | null,
): PositionStatement | null {
  const { size } = position;
  if (size === 0n) return null;
  const entryValue = entryValueOf(position);
  return {
    size,
    entryTicks: averageEntryTicks(position),
    leverage,
    margin: mulDivUp(entryValue, 1n, BigInt(leverage)),
    unrealised: unrealisedAt(position, markTicks),
    liquidationTicks: liquidationLevel(position),
    fullLiquidationTicks: full,
  };
}

/** Average price of the open contracts in ticks, for display: a float. NaN without a position. */
export function averageEntryTicks(position: ContractPosition): number {
  const { spec, size } = position;
  const { isInverse, quantoUnits } = spec.contract;
  const units = Number((size < 0n ? -size : size) * quantoUnits);
  const value = Number(entryValueOf(position));
  const price = isInverse ? units / value : value / units;
  return (price * Number(UNITS_PER_COIN)) / Number(spec.tickUnits);
}

const AMOUNTS = ['cash', 'size', 'basis', 'start', 'flows', 'fees', 'funding', 'insurance'] as const;

/** JSON-safe: decimal text by field. */
export type ContractPositionSnapshot = Readonly<Record<(typeof AMOUNTS)[number], string>>;

export function takePositionSnapshot(position: ContractPosition): ContractPositionSnapshot {
  return Object.fromEntries(AMOUNTS.map((field) => [field, `${position[field]}`])) as ContractPositionSnapshot;
}

export function readPositionSnapshot(spec: ContractSpec, snapshot: ContractPositionSnapshot): ContractPosition {
  const position = newContractPosition(spec, 0n);
  for (const field of AMOUNTS) position[field] = BigInt(snapshot[field]);
  return position;
}
