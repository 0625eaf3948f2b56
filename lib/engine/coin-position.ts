import { mulDivUp } from '../money/amount.ts';
import { type FeeRateE8, feeOn, type MarketSpec, quoteValueDown, quoteValueUp } from '../money/market-spec.ts';
import { statementOf } from './equity-statement.ts';
import { EQUITY_SCALE, type EquityStatement } from './machine.ts';

/**
 * Coins that were bought to be sold as one, and what they cost. `base` are the position's; parts of a lot, or coins worth
 * less than the market takes, that an earlier position could not sell are `spareBase` – they keep their share of the cost
 * and go along with the next whole sale. `paid` and `sparePaid` are quote units with the fees taken in coins; `carry` and
 * `spareCarry` are in EquityStatement's scale, before fees.
 */
export interface HeldCoins {
  base: bigint;
  paid: bigint;
  carry: bigint;
  spareBase: bigint;
  sparePaid: bigint;
  spareCarry: bigint;
}

export function newHeldCoins(): HeldCoins {
  return { base: 0n, paid: 0n, carry: 0n, spareBase: 0n, sparePaid: 0n, spareCarry: 0n };
}

/** Coins have come in for so much; `feeValue`: the fee that was taken out of them, at the price of the purchase. */
export function takeIn(held: HeldCoins, coins: bigint, paid: bigint, feeValue: bigint): void {
  held.base += coins;
  held.paid += paid;
  held.carry += paid * EQUITY_SCALE - feeValue;
}

/** Some of the coins are sold: takes them out with their share of the cost, what was paid rounded up, and returns it. */
export function takeOut(held: HeldCoins, quantity: bigint): Pick<HeldCoins, 'paid' | 'carry'> {
  const { base } = held;
  const carry = (held.carry * quantity) / base;
  const paid = mulDivUp(held.paid, quantity, base);
  held.base -= quantity;
  held.paid -= paid;
  held.carry -= carry;
  return { paid, carry };
}

/**
 * A bot's coins and money on a spot market, the counterpart of ContractPosition: the functions beside it are the only
 * ones that change it. `realised` and `fees` are in EquityStatement's scale, before fees.
 */
export interface CoinPosition extends HeldCoins {
  readonly spec: MarketSpec;
  readonly feeRate: FeeRateE8;
  quote: bigint;
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
    ...newHeldCoins(),
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
  takeIn(position, quantity - fee, quote, feeValue);
  position.fees += feeValue;
  return { quote, fee };
}

/** Sells some of the position's coins: received rounded down. `profit`: net of both fees, what they cost rounded up. */
export function sellCoins(
  position: CoinPosition,
  quantity: bigint,
  ticks: number,
): CoinTrade & { readonly profit: bigint } {
  const { spec, feeRate } = position;
  const quote = quoteValueDown(spec, quantity, ticks);
  const fee = feeOn(quote, feeRate);
  const { paid, carry } = takeOut(position, quantity);
  position.quote += quote - fee;
  position.realised += quote * EQUITY_SCALE - carry;
  position.fees += fee * EQUITY_SCALE;
  return { quote, fee, profit: quote - fee - paid };
}

/** Before a sale of everything: the spare coins go along. */
export function gatherSpare(position: HeldCoins): void {
  position.base += position.spareBase;
  position.paid += position.sparePaid;
  position.carry += position.spareCarry;
  position.spareBase = 0n;
  position.sparePaid = 0n;
  position.spareCarry = 0n;
}

/** The position is over: what is left of it is spare. */
export function leaveSpare(position: HeldCoins): void {
  position.spareBase += position.base;
  position.sparePaid += position.paid;
  position.spareCarry += position.carry;
  position.base = 0n;
  position.paid = 0n;
  position.carry = 0n;
}

/** All coins, spare ones included. */
export function coinsOf({ base, spareBase }: HeldCoins): bigint {
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
