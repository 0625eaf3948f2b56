import type { BotParams } from '../../contract/strategy.ts';
import { isContract } from '../../formulas/contract-value.ts';
import type { PlannedLiquidations } from '../../formulas/futures-grid-liquidation.ts';
import { buildLadder } from '../../formulas/martingale-ladder.ts';
import type { MartingaleTerms } from '../../formulas/martingale-terms.ts';
import { formatAmount, UNITS_PER_COIN } from '../../money/amount.ts';
import { isUnset } from '../../money/decimal-text.ts';
import { placeOfContract } from '../../strategies/contract-place.ts';
import {
  type ExchangeKind,
  inProportion,
  type KindPlan,
  type KindTerms,
  moneyInParams,
  stopsInParams,
  withMoneySaid,
  withParams,
} from '../../strategies/exchange-kind.ts';
import type { MartingalePayload } from './definition/payload.ts';
import { CONTRACT_MARTINGALE_DEMO, MARTINGALE_DEMO } from './demo.ts';
import type { ContractMartingaleParams, MartingaleParams } from './params.ts';

/** Spot martingale. */
export const MARTINGALE: ExchangeKind<MartingalePayload, MartingaleParams> = {
  waitsFor: 'order',
  stops: stopsInParams('round', 'stop_loss_per_cycle', 'take_profit_per_cycle'),
  withTrigger,
  withMoney: moneyInParams(),
  demo: MARTINGALE_DEMO,
  place: ({ params }) => ({ market: params.pair, type: 'spot' }),
  terms: termsOf,
  plan: planOfLadder,
  params: paramsOf,
};

/** Futures martingale: the same ladder on a contract. */
export const CONTRACT_MARTINGALE: ExchangeKind<MartingalePayload, ContractMartingaleParams> = {
  waitsFor: 'order',
  stops: stopsInParams('round', 'stop_loss_per_cycle', 'take_profit_per_cycle'),
  withTrigger,
  asCopy: withFirstOrder,
  demo: CONTRACT_MARTINGALE_DEMO,
  place: ({ params }) => placeOfContract(params.pair, params.settle, 'settle'),
  terms: termsOf,
  plan: planOfLadder,
  params: paramsOf,
};

/** Of more or less money the first order is as much larger or smaller, in whole contracts. */
function withFirstOrder(payload: MartingalePayload, money: string): MartingalePayload {
  const { size = '', begin_money_amount: before } = payload.params;
  const funded = withMoneySaid(payload, money);
  if (isUnset(size)) return funded;
  return withParams(funded, { size: formatAmount(inProportion(size, money, before, UNITS_PER_COIN)) });
}

function withTrigger(payload: MartingalePayload, price: string): MartingalePayload {
  return { ...payload, params: { ...payload.params, trigger_price: price } };
}

function termsOf({ params }: MartingalePayload): KindTerms {
  return {
    leverage: params.leverage || '1',
    side: params.side ?? 'buy',
    takeProfit: params.take_profit_per_cycle,
    stopLoss: params.stop_loss_per_cycle ?? '',
    // Profit in coins is what a hoarding bot is for; the rest is sold.
    keepsCoins: false,
    isAi: params.is_ai === 1,
  };
}

function planOfLadder(params: MartingaleParams, lastTicks: number): KindPlan {
  return {
    unitQuantity: 0n,
    liquidation: liquidationOf(params, params.triggerTicks ?? lastTicks),
    maxLeverage: isContract(params.spec) ? params.spec.contract.leverageMax : 1,
  };
}

/** After the first order, and after the whole ladder; nothing on spot. */
function liquidationOf(terms: MartingaleTerms, startTicks: number): PlannedLiquidations | null {
  if (!isContract(terms.spec)) return null;
  const rows = buildLadder(terms, startTicks);
  const prices = { held: rows[0]?.liquidationTicks ?? null, full: rows.at(-1)?.liquidationTicks ?? null };
  return terms.side === 'buy' ? { long: prices, short: null } : { long: null, short: prices };
}

function paramsOf({ params }: MartingalePayload): Partial<BotParams> {
  return {
    leverage: params.leverage ?? '1',
    side: params.side ?? 'buy',
    trigger_price: params.trigger_price ?? '',
    begin_money_amount: params.begin_money_amount,
    exchange: params.exchange ?? '',
    transaction_type: params.transaction_type,
    price_step_type: params.price_step_type ?? 'rate',
    price_steps: params.price_steps ?? '',
    amount_multiplier: params.amount_multiplier ?? '',
    max_order_amount: params.max_order_amount,
    enable_free_params: params.enable_free_params,
    price_step_details: [...params.price_step_details],
    take_profit_per_cycle: params.take_profit_per_cycle,
    stop_loss_per_cycle: params.stop_loss_per_cycle ?? '',
    size: params.size ?? '',
  };
}
