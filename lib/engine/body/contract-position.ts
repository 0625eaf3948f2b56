import { type ContractSpec, tradeFlow } from '../../formulas/contract-value.ts';
import { fundingPayment } from '../../formulas/funding.ts';
import { divDown, mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';

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
  /** What its owner put in after the start, and what of it all he took out: each only rises but where money is put back (payIn). */
  deposits: bigint;
  withdrawals: bigint;
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
    deposits: 0n,
    withdrawals: 0n,
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

/** The share of so many of the open contracts in the basis, rounded down: against the trader. What is rounded off stays with the rest. */
export function shareOfBasis({ size, basis }: Pick<ContractPosition, 'size' | 'basis'>, contracts: bigint): bigint {
  return divDown(basis * contracts, size < 0n ? -size : size);
}

/**
 * Enters a trade of `contracts` (signed, not 0n) whose flow and fee are known: opens, adds, reduces or turns the position
 * over. Returns the profit that came into the balance before the fee.
 *
 * What is closed takes its share of the basis. If fee and loss are more than the balance while contracts stay open, as much of their profit is
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
      const share = shareOfBasis(position, traded);
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
  // Half of a grid's fills only add to the position, and most resting orders cost nothing.
  if (fee === 0n && realised === 0n) return 0n;
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

/**
 * Money comes in from outside, `amount` > 0. What was taken out before is put back first; only what is more than that has been given
 * anew, so that taking out and putting back leaves no trace in what rates are reckoned of.
 */
export function payIn(position: ContractPosition, amount: bigint): void {
  const { withdrawals } = position;
  const putBack = amount < withdrawals ? amount : withdrawals;
  position.withdrawals = withdrawals - putBack;
  position.deposits += amount - putBack;
  position.cash += amount;
}

/** The owner takes `amount` out of the balance, 0 < amount ≤ balance. */
export function payOut(position: ContractPosition, amount: bigint): void {
  if (amount > position.cash) throw new Error('More is taken out of a contract account than it holds');
  position.withdrawals += amount;
  position.cash -= amount;
}

/** What came in after the start less what was taken out: a result is never of it. Signed, settle units. */
export function netPaidIn({ deposits, withdrawals }: ContractPosition): bigint {
  return deposits - withdrawals;
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

const AMOUNTS = ['cash', 'size', 'basis', 'start', 'flows', 'fees', 'funding', 'insurance'] as const;
/** Stored only where there is any: most accounts have none. */
const MOVED = ['deposits', 'withdrawals'] as const;

/** JSON-safe: decimal text by field. */
export type ContractPositionSnapshot = Readonly<Record<(typeof AMOUNTS)[number], string>> &
  Readonly<Partial<Record<(typeof MOVED)[number], string>>>;

export function takePositionSnapshot(position: ContractPosition): ContractPositionSnapshot {
  const fields = [...AMOUNTS, ...MOVED.filter((field) => position[field] !== 0n)];
  return Object.fromEntries(fields.map((field) => [field, `${position[field]}`])) as ContractPositionSnapshot;
}

export function readPositionSnapshot(spec: ContractSpec, snapshot: ContractPositionSnapshot): ContractPosition {
  const position = newContractPosition(spec, 0n);
  for (const field of AMOUNTS) position[field] = BigInt(snapshot[field]);
  for (const field of MOVED) position[field] = BigInt(snapshot[field] ?? 0n);
  return position;
}
