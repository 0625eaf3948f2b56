import type { ReplyOf } from '../contract/contract.ts';
import { AMOUNT_DECIMALS, parseAmount } from '../money/amount.ts';
import { decimalsOf } from '../money/decimals-of.ts';
import type { ContractTerms, MarketKind, MarketSpec, RiskTier } from '../money/market-spec.ts';

/** A market as the `markets` call describes it. */
export type MarketRow = NonNullable<ReplyOf<'markets'>['data']>[number];
/** A contract as the `futuresContracts` call describes it. */
export type ContractRow = ReplyOf<'futuresContracts'>['futures_contracts_data'][number];
/** Beyond any position, quote. */
const LARGEST_VALUE = '99999999999';
export type SettleAsset = ContractTerms['settle'];

/** A market or a contract, as screens take it: how it is written, and where it is traded. */
export interface InstrumentRow extends MarketRow {
  readonly type: MarketKind;
  /** What makes it a contract; absent for spot. */
  readonly contract?: ContractRow;
}

/** The words that name an instrument in calls: spot is what is meant when `type` is absent. */
export function instrumentQuery({ market, type }: Pick<InstrumentRow, 'market' | 'type'>): {
  readonly market: string;
  readonly type?: MarketKind;
} {
  return type === 'spot' ? { market } : { market, type };
}

export function settleOf(type: MarketKind): SettleAsset | null {
  return type === 'spot' ? null : type === 'futures_btc' ? 'BTC' : 'USDT';
}

/** How an instrument is called on screen: "BTC/USDT", a contract with what it is ("BTC/USDT · USDT perp" is the label's work). */
export function marketTitle({ market }: Pick<InstrumentRow, 'market'>): string {
  return market.replace('_', '/');
}

export function spotRow(row: MarketRow): InstrumentRow {
  return { ...row, type: 'spot' };
}

/** Coins of an inverse contract's book: its contracts are dollars, so no quantity of coins is given. */
const INVERSE_AMOUNT_DECIMALS = 4;

/** A contract in the shape that markets have. A contract's lot is one contract, so its quantities have the decimals of one. */
export function contractRow(contract: ContractRow, settle: SettleAsset): InstrumentRow {
  const [base = '', quote = ''] = contract.name.split('_');
  return {
    type: settle === 'BTC' ? 'futures_btc' : 'futures_usdt',
    market: contract.name,
    base,
    quote,
    // An exchange that speaks the documented call alone names no decimals: the mark price is written with them.
    price_decimals: contract.price_decimals < 0 ? decimalsOf(contract.mark_price) : contract.price_decimals,
    amount_decimals: contract.is_inverse ? INVERSE_AMOUNT_DECIMALS : decimalsOf(contract.quanto_multiplier),
    min_base_amount: contract.quanto_multiplier,
    min_quote_amount: contract.min_quote_amount,
    max_grid: contract.max_grid,
    contract,
  };
}

/** One step of a number with so many decimals, in units. */
function stepUnits(decimals: number): bigint {
  return 10n ** BigInt(AMOUNT_DECIMALS - decimals);
}

/** The exact spec of a market. Null when the row has more decimals than amounts have, or a malformed figure. */
export function specOf(row: MarketRow & Partial<Pick<InstrumentRow, 'type' | 'contract'>>): MarketSpec | null {
  const minBaseUnits = parseAmount(row.min_base_amount);
  const minQuoteUnits = parseAmount(row.min_quote_amount);
  if (minBaseUnits === null || minQuoteUnits === null) return null;
  if (row.price_decimals > AMOUNT_DECIMALS || row.amount_decimals > AMOUNT_DECIMALS) return null;
  const spec: MarketSpec = {
    market: row.market,
    base: row.base,
    quote: row.quote,
    priceDecimals: row.price_decimals,
    amountDecimals: row.amount_decimals,
    tickUnits: stepUnits(row.price_decimals),
    lotUnits: stepUnits(row.amount_decimals),
    minBaseUnits,
    minQuoteUnits,
    maxGrid: row.max_grid,
  };
  if (row.contract === undefined) return spec;
  const contract = termsOf(row.contract, row.type === 'futures_btc' ? 'BTC' : 'USDT');
  if (contract === null) return null;
  // A dollar's worth of bitcoin is no fixed quantity of it: an inverse contract's smallest order is its size alone.
  return {
    ...spec,
    lotUnits: contract.quantoUnits,
    minBaseUnits: contract.isInverse ? 1n : contract.quantoUnits,
    contract,
  };
}

function termsOf(row: ContractRow, settle: SettleAsset): ContractTerms | null {
  const quantoUnits = parseAmount(row.quanto_multiplier);
  const takerE8 = parseAmount(row.taker_fee_rate);
  const makerE8 = parseAmount(row.maker_fee_rate);
  const liquidationFeeE8 = parseAmount(row.liquidation_fee_rate);
  const riskTiers = (row.risk_tiers.length > 0 ? row.risk_tiers : [onlyTier(row)]).map(tierOf);
  if (quantoUnits === null || takerE8 === null || makerE8 === null || liquidationFeeE8 === null) return null;
  if (!riskTiers.every((tier) => tier !== null)) return null;
  return {
    settle,
    isInverse: row.is_inverse,
    quantoUnits,
    sizeMin: BigInt(row.order_size_min),
    sizeMax: BigInt(row.order_size_max),
    leverageMax: row.leverage_max,
    riskTiers,
    takerE8,
    makerE8,
    liquidationFeeE8,
    fundingIntervalMs: row.funding_interval * 1000,
  };
}

/** One tier for all sizes, of an exchange that gives its contracts no table of them. */
function onlyTier(row: ContractRow): ContractRow['risk_tiers'][number] {
  return { up_to: LARGEST_VALUE, maintenance_rate: row.maintenance_rate, leverage_max: row.leverage_max };
}

function tierOf(tier: ContractRow['risk_tiers'][number]): RiskTier | null {
  const upToUnits = parseAmount(tier.up_to);
  const maintenanceE8 = parseAmount(tier.maintenance_rate);
  return upToUnits === null || maintenanceE8 === null
    ? null
    : { upToUnits, maintenanceE8, leverageMax: tier.leverage_max };
}
