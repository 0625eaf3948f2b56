import { mulDivUp } from '../money/amount.ts';
import { type FeeRateE8, feeOn, type MarketSpec, quoteValueDown, quoteValueUp } from '../money/market-spec.ts';
import { statementOf } from './equity-statement.ts';
import { EQUITY_SCALE, type EquityStatement } from './machine.ts';

/**
 * A bot's coins and money on a spot market, the counterpart of ContractPosition: the functions beside it are the only
 * ones that change it. `base` are the position's coins; parts of a lot, or coins worth less than the market takes, that
 * an earlier position could not sell are `spareBase` – they keep their share of the cost and go along with the next
 * whole sale. `paid` and `sparePaid` are quote units with the fees taken in coins; `carry`, `spareCarry`, `realised` and
 * `fees` are in EquityStatement's scale, before fees.
 */
export interface CoinPosition {
  readonly spec: MarketSpec;
  readonly feeRate: FeeRateE8;
  quote: bigint;
  base: bigint;
  paid: bigint;
  carry: bigint;
  spareBase: bigint;
  sparePaid: bigint;
  spareCarry: bigint;
  start: bigint;
  /** Profit of what has been sold. */
  realised: bigint;
  fees: bigint;
}

export function newCoinPosition(spec: MarketSpec, feeRate: FeeRateE8, investment: bigint): CoinPosition {
  return {
    spec,
    feeRate,
    quote: investment,
    base: 0n,
    paid: 0n,
    carry: 0n,
    spareBase: 0n,
    sparePaid: 0n,
    spareCarry: 0n,
    start: investment,
    realised: 0n,
    fees: 0n,
  };
}

/** Value and fee of a trade, units: a buyer's fee is in coins, a seller's in the quote asset. */
export interface CoinTrade {
  readonly quote: bigint;
  readonly fee: bigint;
}

/** Buys coins for the position: paid rounded up, the fee out of what is received. */
export function buyCoins(position: CoinPosition, quantity: bigint, ticks: number): CoinTrade {
  const { spec, feeRate } = position;
  const quote = quoteValueUp(spec, quantity, ticks);
  const fee = feeOn(quantity, feeRate);
  const feeValue = fee * BigInt(ticks) * spec.tickUnits;
  position.quote -= quote;
  position.base += quantity - fee;
  position.paid += quote;
  position.carry += quote * EQUITY_SCALE - feeValue;
  position.fees += feeValue;
  return { quote, fee };
}

/** Sells some of the position's coins: received rounded down. `profit`: net of both fees, what they cost rounded up. */
export function sellCoins(
  position: CoinPosition,
  quantity: bigint,
  ticks: number,
): CoinTrade & { readonly profit: bigint } {
  const { spec, feeRate, base, paid, carry } = position;
  const quote = quoteValueDown(spec, quantity, ticks);
  const fee = feeOn(quote, feeRate);
  const soldCarry = (carry * quantity) / base;
  const soldPaid = mulDivUp(paid, quantity, base);
  position.quote += quote - fee;
  position.base = base - quantity;
  position.paid = paid - soldPaid;
  position.carry = carry - soldCarry;
  position.realised += quote * EQUITY_SCALE - soldCarry;
  position.fees += fee * EQUITY_SCALE;
  return { quote, fee, profit: quote - fee - soldPaid };
}

/** Before a sale of everything: the spare coins go along. */
export function gatherSpare(position: CoinPosition): void {
  position.base += position.spareBase;
  position.paid += position.sparePaid;
  position.carry += position.spareCarry;
  position.spareBase = 0n;
  position.sparePaid = 0n;
  position.spareCarry = 0n;
}

/** The position is over: what is left of it is spare. */
export function leaveSpare(position: CoinPosition): void {
  position.spareBase += position.base;
  position.sparePaid += position.paid;
  position.spareCarry += position.carry;
  position.base = 0n;
  position.paid = 0n;
  position.carry = 0n;
}

/** All coins, spare ones included. */
export function coinsOf({ base, spareBase }: CoinPosition): bigint {
  return base + spareBase;
}

/** The identity at a price. Equity is counted from what is held, everything else from the books. */
export function coinEquityAt(position: CoinPosition, ticks: number): EquityStatement {
  const { spec, quote, carry, spareCarry, realised, fees } = position;
  const value = coinsOf(position) * BigInt(ticks) * spec.tickUnits;
  const start = position.start * EQUITY_SCALE;
  const equity = quote * EQUITY_SCALE + value;
  const positionProfit = value - carry - spareCarry;
  return statementOf({ start, gridProfit: realised, positionProfit, fees, equity });
}

const AMOUNTS = [
  'quote',
  'base',
  'paid',
  'carry',
  'spareBase',
  'sparePaid',
  'spareCarry',
  'start',
  'realised',
  'fees',
] as const;

/** JSON-safe: decimal text by field. */
export function takeCoinSnapshot(position: CoinPosition): Readonly<Record<string, string>> {
  return Object.fromEntries(AMOUNTS.map((field) => [field, `${position[field]}`]));
}

export function readCoinSnapshot(position: CoinPosition, stored: Readonly<Record<string, string>>): void {
  for (const field of AMOUNTS) position[field] = BigInt(stored[field] as string);
}
