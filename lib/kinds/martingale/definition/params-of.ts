import { isContract } from '../../../formulas/contract-value.ts';
import type { MartingaleRow, MartingaleTerms } from '../../../formulas/martingale-terms.ts';
import { UNITS_PER_COIN } from '../../../money/amount.ts';
import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import { optionalTicks } from '../../../strategies/rules/grid-values.ts';
import { readLeverage } from '../../../strategies/rules/leverage.ts';
import { contractOf } from '../../../strategies/rules/settle.ts';
import { plain } from '../../../strategies/rules/wire.ts';
import { setRateE8, unchecked, wireRateE8, wireUnits } from '../../../strategies/rules/wire-values.ts';
import type { ContractMartingaleParams, MartingaleParams } from '../params.ts';
import type { MartingalePayload } from './payload.ts';
import { martingaleLeverage } from './values.ts';

type Params = MartingalePayload['params'];

/** Exact params of a payload that the check has passed; throws for others. */
export function martingaleParams(
  { params }: MartingalePayload,
  spec: MarketSpec,
  feeRate: FeeRateE8,
): MartingaleParams {
  const terms = martingaleTerms(params, spec, feeRate);
  if (terms === null) throw unchecked();
  return { ...terms, triggerTicks: optionalTicks(params.trigger_price, spec) };
}

export function contractMartingaleParams(
  payload: MartingalePayload,
  spec: MarketSpec,
  feeRate: FeeRateE8,
): ContractMartingaleParams {
  return { ...martingaleParams(payload, spec, feeRate), spec: contractOf(spec) };
}

/** What ladder, minimum and engine start from; null where a setting cannot be read. Money that is not said counts as 0. */
export function martingaleTerms(params: Params, spec: MarketSpec, feeRate: FeeRateE8): MartingaleTerms | null {
  const isOnContract = isContract(spec);
  // A difference step is a price distance; contracts only have rates (C-160).
  const isDiff = params.price_step_type === 'diff' && !isOnContract;
  const isFree = params.enable_free_params === 1;
  const takeProfitE8 = wireRateE8(params.take_profit_per_cycle);
  const leverage = isOnContract ? readLeverage(params, martingaleLeverage(spec)) : 1;
  const freeRows = isFree ? freeRowsOf(params.price_step_details) : null;
  const step = isFree ? 0n : stepOf(params.price_steps);
  const maxAddOrders = isFree ? (freeRows?.length ?? 1) - 1 : addOrdersOf(params.max_order_amount);
  if (takeProfitE8 === null || leverage === null || step === null || maxAddOrders === null) return null;
  if (isFree && freeRows === null) return null;
  return {
    spec,
    side: isOnContract && params.side === 'sell' ? 'sell' : 'buy',
    transactionType: params.transaction_type,
    stepType: isDiff ? 'diff' : 'rate',
    priceStep: step,
    multiplierE8: multiplierOf(params, isFree),
    maxAddOrders,
    freeRows,
    takeProfitE8,
    stopLossE8: setRateE8(params.stop_loss_per_cycle),
    investment: wireUnits(params.begin_money_amount) ?? 0n,
    feeRate,
    leverage,
    firstSize: isOnContract ? contractsOf(params.size) : null,
  };
}

/** X17: neither free rows nor low risk multiply. */
function multiplierOf({ transaction_type: style, amount_multiplier: text }: Params, isFree: boolean): bigint {
  if (isFree || style === 'low-risk-arbitrage') return UNITS_PER_COIN;
  return wireUnits(text) ?? UNITS_PER_COIN;
}

/** Contracts of the first order, as the check reads them; null: as many as the ladder gives. */
function contractsOf(text: string | undefined): bigint | null {
  const contracts = plain(text);
  return /^[1-9]\d{0,14}$/.test(contracts) ? BigInt(contracts) : null;
}

function addOrdersOf(text: string): number | null {
  const orders = plain(text);
  const count = /^\d{1,2}$/.test(orders) ? Number(orders) : 0;
  return count >= 1 && count <= 30 ? count : null;
}

/** A fraction in 1e-8, or a distance in quote units: both are the wire's number times 1e8. Null for none. */
function stepOf(text: string | undefined): bigint | null {
  return wireUnits(text) || null;
}

/** The first row is the first order: its step means nothing (C-304). */
function freeRowsOf(rows: Params['price_step_details']): readonly MartingaleRow[] | null {
  const read: MartingaleRow[] = [];
  for (const [index, row] of rows.entries()) {
    const step = index === 0 ? 0n : stepOf(row.price_steps);
    const shareE8 = wireUnits(row.increasing_share);
    if (step === null || shareE8 === null || shareE8 <= 0n) return null;
    read.push({ step, shareE8 });
  }
  return read.length < 2 ? null : read;
}
