import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { FUTURES_LEVERAGE_CAP, type RiskTier } from '#lib/money/market-spec.ts';

/** Settlements at 00:00, 08:00 and 16:00 UTC: `funding_interval` of every recorded contract. */
const FUNDING_INTERVAL_MS = 28_800_000;
const TAKER = '0.00075';

/** Position value up to this much (settle asset) and the maintenance margin rate of that tier, decimal text. */
type TierRow = readonly [upTo: string, maintenance: string, leverageMax: number];

interface ContractRow {
  readonly market: string;
  readonly settle: 'USDT' | 'BTC';
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  /** Quantity of one contract: base coins, of the inverse contract dollars. */
  readonly quanto: string;
  readonly sizeMax: bigint;
  /** Value of the orders that the book model counts its depth in (lib/engine/book-model.ts), quote. */
  readonly minQuote: string;
  readonly maxGrid: number;
  readonly maker: string;
  readonly tiers: readonly TierRow[];
}

function unitsOf(text: string): bigint {
  const isNegative = text.startsWith('-');
  const units = parseAmount(isNegative ? text.slice(1) : text);
  if (units === null) throw new Error(`"${text}" in the contract table is not an amount`);
  return isNegative ? -units : units;
}

function tierOf([upTo, maintenance, leverageMax]: TierRow): RiskTier {
  return {
    upToUnits: unitsOf(upTo),
    maintenanceE8: unitsOf(maintenance),
    leverageMax: Math.min(FUTURES_LEVERAGE_CAP, leverageMax),
  };
}

function defineContract(row: ContractRow): ContractSpec {
  const [base, quote] = row.market.split('_');
  if (base === undefined || quote === undefined) throw new Error(`"${row.market}" is not BASE_QUOTE`);
  const isInverse = row.settle === base;
  const quantoUnits = unitsOf(row.quanto);
  const riskTiers = row.tiers.map(tierOf);
  return {
    market: row.market,
    base,
    quote,
    priceDecimals: row.priceDecimals,
    amountDecimals: row.quantityDecimals,
    tickUnits: 10n ** BigInt(8 - row.priceDecimals),
    lotUnits: quantoUnits,
    // A dollar's worth of bitcoin is no fixed quantity of it: the inverse contract's smallest order is its size alone.
    minBaseUnits: isInverse ? 1n : quantoUnits,
    minQuoteUnits: unitsOf(row.minQuote),
    maxGrid: row.maxGrid,
    contract: {
      settle: row.settle,
      isInverse,
      quantoUnits,
      sizeMin: 1n,
      sizeMax: row.sizeMax,
      leverageMax: Math.max(...riskTiers.map((tier) => tier.leverageMax)),
      riskTiers,
      takerE8: unitsOf(TAKER),
      makerE8: unitsOf(row.maker),
      // What a liquidation costs besides what it loses: the fee of the market order that closes the position.
      liquidationFeeE8: unitsOf(TAKER),
      fundingIntervalMs: FUNDING_INTERVAL_MS,
    },
  };
}

/**
 * The paper exchange's perpetual contracts (E12). Quantity of a contract, price step, size limit, fees, leverage,
 * maintenance rate and risk limits of BTC, ETH, XRP, DOGE and ADA against USDT and of BTC_USD are those of Gate.io's
 * public contract list (api/v4/futures as recorded on 2026-06-01). Sizes are whole contracts: the decimal sizes that
 * the list allows for ETH and XRP are not offered.
 *
 * Tiers: bitcoin's first five are recorded. Elsewhere the list tells `risk_limit_base`, `risk_limit_step` and
 * `maintenance_rate`: each step beyond the base adds the base's rates once more, so up to `risk_limit_max` the
 * maintenance rate is doubled and the leverage halved.
 *
 * The list holds neither SOL nor BNB. SOL: 1 coin a contract (inferred from recorded volumes), else the terms of XRP.
 * BNB: 0.01 coins, about six dollars, else the terms of XRP; price steps as in the recorded candles. It does not tell
 * the risk limits of BTC_USD either: 100 BTC, then doubled as above.
 */
export const PAPER_CONTRACTS: readonly ContractSpec[] = [
  defineContract({
    market: 'BTC_USDT',
    settle: 'USDT',
    priceDecimals: 1,
    quantityDecimals: 4,
    quanto: '0.0001',
    sizeMax: 12_000_000n,
    minQuote: '3',
    maxGrid: 200,
    maker: '-0.0001',
    tiers: [
      ['500000', '0.003', 200],
      ['1000000', '0.0035', 150],
      ['1500000', '0.004', 125],
      ['2000000', '0.0045', 110],
      ['3000000', '0.005', 100],
      ['1500000000', '0.006', 100],
    ],
  }),
  defineContract({
    market: 'ETH_USDT',
    settle: 'USDT',
    priceDecimals: 2,
    quantityDecimals: 2,
    quanto: '0.01',
    sizeMax: 3_800_000n,
    minQuote: '3',
    maxGrid: 200,
    maker: '-0.0001',
    tiers: [
      ['300000', '0.003', 200],
      ['1500000000', '0.006', 100],
    ],
  }),
  defineContract({
    market: 'SOL_USDT',
    settle: 'USDT',
    priceDecimals: 2,
    quantityDecimals: 0,
    quanto: '1',
    sizeMax: 680_000n,
    minQuote: '3',
    maxGrid: 200,
    maker: '-0.0001',
    tiers: [
      ['50000', '0.005', 100],
      ['100000000', '0.01', 50],
    ],
  }),
  defineContract({
    market: 'XRP_USDT',
    settle: 'USDT',
    priceDecimals: 4,
    quantityDecimals: 0,
    quanto: '10',
    sizeMax: 680_000n,
    minQuote: '3',
    maxGrid: 200,
    maker: '-0.0001',
    tiers: [
      ['50000', '0.005', 100],
      ['100000000', '0.01', 50],
    ],
  }),
  defineContract({
    market: 'BNB_USDT',
    settle: 'USDT',
    priceDecimals: 2,
    quantityDecimals: 2,
    quanto: '0.01',
    sizeMax: 680_000n,
    minQuote: '3',
    maxGrid: 200,
    maker: '-0.0001',
    tiers: [
      ['50000', '0.005', 100],
      ['100000000', '0.01', 50],
    ],
  }),
  defineContract({
    market: 'DOGE_USDT',
    settle: 'USDT',
    priceDecimals: 5,
    quantityDecimals: 0,
    quanto: '10',
    sizeMax: 12_000_000n,
    minQuote: '1',
    maxGrid: 100,
    maker: '-0.0001',
    tiers: [
      ['10000', '0.005', 100],
      ['100000000', '0.01', 50],
    ],
  }),
  defineContract({
    market: 'ADA_USDT',
    settle: 'USDT',
    priceDecimals: 4,
    quantityDecimals: 0,
    quanto: '10',
    sizeMax: 2_300_000n,
    minQuote: '1',
    maxGrid: 100,
    maker: '-0.0001',
    tiers: [
      ['50000', '0.0066', 75],
      ['100000000', '0.0132', 37],
    ],
  }),
  defineContract({
    market: 'BTC_USD',
    settle: 'BTC',
    priceDecimals: 1,
    quantityDecimals: 0,
    quanto: '1',
    sizeMax: 530_000n,
    minQuote: '1',
    maxGrid: 200,
    maker: '-0.0002',
    tiers: [
      ['100', '0.005', 100],
      ['1000', '0.01', 50],
    ],
  }),
];

/** The spot market that a contract follows: the inverse one too is priced in dollars. */
export function spotMarketOf(spec: ContractSpec): string {
  return `${spec.base}_USDT`;
}
