import { isContract } from '../../../formulas/contract-value.ts';
import type { MartingaleRow, MartingaleTerms, TransactionType } from '../../../formulas/martingale-terms.ts';
import { parseAmount } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import { inputDecimals } from '../../../money/precision.ts';
import type { FormValues, LeverageLimits } from '../../../strategies/definition.ts';
import { TEXT_DEFAULTS } from '../../../strategies/fields/text-fields.ts';
import { percentE8, setPercentE8 } from '../../../strategies/rules/grid-values.ts';
import { FUTURES_LEVERAGE_CAP, readLeverage } from '../../../strategies/rules/leverage.ts';
import { settleDecimals } from '../../futures-grid/definition/values.ts';
import { parseRows } from './rows.ts';

/** Pairs that one call starts bots on (C-309). */
export const PAIR_LIMITS = { least: 2, most: 10 } as const;

/** Price step in percent: spot up to 15, futures up to 10 (X15). */
export function stepLimit(spec: MarketSpec): string {
  return isContract(spec) ? '10' : '15';
}

export const MARTINGALE_DEFAULTS: FormValues = {
  side: 'buy',
  leverage: '2',
  transaction_type: 'low-risk-arbitrage',
  price_step_type: 'rate',
  price_steps: '',
  max_order_amount: '',
  amount_multiplier: '1',
  enable_free_params: '0',
  price_step_details: '',
  take_profit_per_cycle: '',
  stop_loss_per_cycle: '',
  trigger_price: '',
  money: '',
  size: '',
  ...TEXT_DEFAULTS,
};

const TRANSACTION_TYPES: readonly TransactionType[] = ['low-risk-arbitrage', 'high-risk-arbitrage', 'hoarding'];

export function readTransactionType(values: FormValues): TransactionType {
  return TRANSACTION_TYPES.find((type) => type === values.transaction_type) ?? 'low-risk-arbitrage';
}

export function isFreeParams(values: FormValues): boolean {
  return values.enable_free_params === '1';
}

/** X17: neither free rows nor low risk multiply. */
export function hasMultiplier(values: FormValues): boolean {
  return !isFreeParams(values) && readTransactionType(values) !== 'low-risk-arbitrage';
}

/** A difference step is a price distance; contracts only have percent steps (C-160). */
export function isDiffStep(values: FormValues, spec: MarketSpec): boolean {
  return values.price_step_type === 'diff' && !isContract(spec);
}

export function martingaleAsset(_values: FormValues, spec: MarketSpec): string {
  return spec.contract?.settle ?? spec.quote;
}

export function martingaleDecimals(values: FormValues, spec: MarketSpec): number {
  return isContract(spec) ? settleDecimals(values, spec) : inputDecimals(spec.quote, null);
}

export function martingaleLeverage(spec: MarketSpec): LeverageLimits {
  return { min: 1, max: Math.min(FUTURES_LEVERAGE_CAP, spec.contract?.leverageMax ?? 1) };
}

/** What ladder, minimum, preview and engine start from; null until every setting can be read. Money unknown counts as 0. */
export function readTerms(values: FormValues, spec: MarketSpec, feeRate: FeeRateE8): MartingaleTerms | null {
  const takeProfitE8 = percentE8(values.take_profit_per_cycle);
  const leverage = isContract(spec) ? readLeverage(values, martingaleLeverage(spec)) : 1;
  const isFree = isFreeParams(values);
  const freeRows = isFree ? readFreeRows(values, spec) : null;
  const step = isFree ? 0n : readStep(values.price_steps ?? '', values, spec);
  const maxAddOrders = isFree ? (freeRows?.length ?? 1) - 1 : readAddOrders(values);
  if (takeProfitE8 === null || leverage === null || step === null || maxAddOrders === null) return null;
  if (isFree && freeRows === null) return null;
  return {
    spec,
    side: isContract(spec) && values.side === 'sell' ? 'sell' : 'buy',
    transactionType: readTransactionType(values),
    stepType: isDiffStep(values, spec) ? 'diff' : 'rate',
    priceStep: step,
    multiplierE8: parseAmount(readDecimal(values.amount_multiplier ?? '') ?? '1') ?? 100_000_000n,
    maxAddOrders,
    freeRows,
    takeProfitE8,
    stopLossE8: setPercentE8(values.stop_loss_per_cycle),
    investment: parseAmount(readDecimal(values.money ?? '') ?? '0') ?? 0n,
    feeRate,
    leverage,
    firstSize: isContract(spec) ? readContracts(values.size ?? '') : null,
  };
}

function readContracts(text: string): bigint | null {
  return /^[1-9]\d{0,14}$/.test(text) ? BigInt(text) : null;
}

function readAddOrders(values: FormValues): number | null {
  const text = values.max_order_amount ?? '';
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= 30 ? count : null;
}

/** A step as the terms hold it: a 1e-8 fraction, or a distance in quote units. */
export function readStep(text: string, values: FormValues, spec: MarketSpec): bigint | null {
  const step = isDiffStep(values, spec) ? parseAmount(readDecimal(text) ?? '') : percentE8(text);
  return step === null || step === 0n ? null : step;
}

function readFreeRows(values: FormValues, spec: MarketSpec): readonly MartingaleRow[] | null {
  const rows = parseRows(values.price_step_details ?? '');
  if (rows === null || rows.length < 2) return null;
  const read = rows.map((row, index) => ({
    step: index === 0 ? 0n : readStep(row.price_steps, values, spec),
    shareE8: parseAmount(readDecimal(row.increasing_share) ?? ''),
  }));
  const isWhole = read.every(({ step, shareE8 }) => step !== null && shareE8 !== null && shareE8 > 0n);
  return isWhole ? (read as readonly MartingaleRow[]) : null;
}
