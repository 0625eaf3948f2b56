import { isContract } from '../../../formulas/contract-value.ts';
import type { TransactionType } from '../../../formulas/martingale-terms.ts';
import { FUTURES_LEVERAGE_CAP, type MarketSpec } from '../../../money/market-spec.ts';
import { inputDecimals } from '../../../money/precision.ts';
import type { FormValues, LeverageLimits, SaysAsset } from '../../../strategies/definition.ts';
import { TEXT_DEFAULTS } from '../../../strategies/fields/text-fields.ts';
import { settleDecimals } from '../../../strategies/rules/settle.ts';

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

export function martingaleAsset(_said: SaysAsset, spec: MarketSpec): string {
  return spec.contract?.settle ?? spec.quote;
}

export function martingaleDecimals(values: FormValues, spec: MarketSpec): number {
  return isContract(spec) ? settleDecimals(values, spec) : inputDecimals(spec.quote, null);
}

export function martingaleLeverage(spec: MarketSpec): LeverageLimits {
  return { min: 1, max: Math.min(FUTURES_LEVERAGE_CAP, spec.contract?.leverageMax ?? 1) };
}
