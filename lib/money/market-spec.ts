import { formatAmount, mulDivDown, mulDivUp, parseAmount, UNITS_PER_COIN } from './amount.ts';

/**
 * What is fixed about a spot market. Prices are integer counts of the market's tick ("ticks", a number);
 * quantities are units (1e-8) that are multiples of `lotUnits`.
 */
export interface MarketSpec {
  /** BASE_QUOTE, for example BTC_USDT. */
  readonly market: string;
  readonly base: string;
  readonly quote: string;
  /** Decimals of a price; the tick is 10^-priceDecimals of the quote asset. */
  readonly priceDecimals: number;
  /** Decimals of a quantity; the lot is 10^-amountDecimals of the base asset. */
  readonly amountDecimals: number;
  /** One tick in units of the quote asset. */
  readonly tickUnits: bigint;
  /** One lot in units of the base asset. */
  readonly lotUnits: bigint;
  /** Smallest order: quantity in base units and value in quote units. */
  readonly minBaseUnits: bigint;
  readonly minQuoteUnits: bigint;
  /** Largest grid count the market accepts at creation. */
  readonly maxGrid: number;
  /** What makes this a perpetual contract; absent for spot. Its lot is one contract. */
  readonly contract?: ContractTerms;
  /**
   * The other markets that a bot which is created here trades as well, by instrument (instrumentOf): the coins of a
   * portfolio, the contract of an arbitrage. Absent for kinds of one market.
   */
  readonly companions?: Readonly<Record<string, MarketSpec>>;
}

/** One step of a contract's risk limits: up to this position value, this much must be kept. */
export interface RiskTier {
  /** Largest position value of the tier, settle units. */
  readonly upToUnits: bigint;
  /** Maintenance margin rate, 1e-8. */
  readonly maintenanceE8: bigint;
  readonly leverageMax: number;
}

/** The most leverage of a bot on a contract, whatever the contract allows (C-287). */
export const FUTURES_LEVERAGE_CAP = 50;

/** Terms of a perpetual contract. Rates in 1e-8, sizes in contracts. */
export interface ContractTerms {
  /** Asset of margin, profit and fees: USDT or BTC. */
  readonly settle: 'USDT' | 'BTC';
  /**
   * false: linear, a contract is `quantoUnits` of the base asset and is worth quantity × price of the settle asset.
   * true: inverse, a contract is `quantoUnits` of the quote asset (USD) and is worth quantity ÷ price of the base asset.
   */
  readonly isInverse: boolean;
  readonly quantoUnits: bigint;
  readonly sizeMin: bigint;
  readonly sizeMax: bigint;
  /** What its exchange allows; bots have FUTURES_LEVERAGE_CAP at most. */
  readonly leverageMax: number;
  /** Ascending by value; the last has no larger one after it. */
  readonly riskTiers: readonly RiskTier[];
  readonly takerE8: FeeRateE8;
  readonly makerE8: FeeRateE8;
  readonly liquidationFeeE8: FeeRateE8;
  readonly fundingIntervalMs: number;
}

/** Wire words for where a market is traded (documents: `type`, `instrument_type`). */
export type MarketKind = 'spot' | 'futures_usdt' | 'futures_btc';

export function marketKindOf(spec: MarketSpec): MarketKind {
  if (spec.contract === undefined) return 'spot';
  return spec.contract.settle === 'BTC' ? 'futures_btc' : 'futures_usdt';
}

/**
 * Key of a market's prices in feeds and drivers: the market itself for spot, with the settle asset for contracts
 * (BTC_USDT@USDT, BTC_USD@BTC), because both are called BTC_USDT on the wire.
 */
export function instrumentOf(spec: MarketSpec): string {
  return spec.contract === undefined ? spec.market : `${spec.market}@${spec.contract.settle}`;
}

/** A fee rate as a count of 1e-8: 0.001 (0.1 %) is 100,000. */
export type FeeRateE8 = bigint;

/** Value of `quantity` at `ticks` in quote units, rounded down (what a seller receives). */
export function quoteValueDown(spec: MarketSpec, quantity: bigint, ticks: number): bigint {
  return mulDivDown(quantity, BigInt(ticks) * spec.tickUnits, UNITS_PER_COIN);
}

/** Value of `quantity` at `ticks` in quote units, rounded up (what a buyer pays). */
export function quoteValueUp(spec: MarketSpec, quantity: bigint, ticks: number): bigint {
  return mulDivUp(quantity, BigInt(ticks) * spec.tickUnits, UNITS_PER_COIN);
}

/** Fee on a received amount: always rounded up, so never in the trader's favour. */
export function feeOn(received: bigint, rate: FeeRateE8): bigint {
  return mulDivUp(received, rate, UNITS_PER_COIN);
}

/** Reads a price into ticks. Null when malformed, finer than the tick, or beyond exact integers. */
export function parseTicks(spec: Pick<MarketSpec, 'tickUnits'>, text: string): number | null {
  const units = parseAmount(text);
  if (units === null || units % spec.tickUnits !== 0n) return null;
  const ticks = units / spec.tickUnits;
  return ticks <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(ticks) : null;
}

/** Writes ticks as a plain decimal without trailing zeros: the wire form. */
export function formatTicks(spec: Pick<MarketSpec, 'tickUnits'>, ticks: number): string {
  return formatAmount(BigInt(ticks) * spec.tickUnits);
}
