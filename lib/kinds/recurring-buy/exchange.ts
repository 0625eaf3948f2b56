import { formatAmount } from '../../money/amount.ts';
import { PORTFOLIO_DECIMALS } from '../../money/precision.ts';
import {
  coinsPlace,
  type ExchangeKind,
  inProportion,
  moneyInParams,
  type StopFields,
  withMoneySaid,
  withParams,
} from '../../strategies/exchange-kind.ts';
import type { RecurringBuyPayload } from './definition/payload.ts';
import { RECURRING_BUY_DEMO } from './demo.ts';
import type { RecurringBuyParams } from './params.ts';

/** A profit on what the coins cost, as of a round; it has no stop loss. */
const TAKE_PROFIT: StopFields<RecurringBuyPayload> = {
  of: 'round',
  fields: ['stop_profit'],
  lacks: 'stop_loss',
  with(payload, { stopLoss = '', takeProfit }) {
    if (stopLoss !== '') return null;
    return takeProfit === undefined ? payload : { ...payload, params: { ...payload.params, stop_profit: takeProfit } };
  },
};

/** Step of what one purchase is for, units. */
const EACH_STEP = 10n ** BigInt(8 - PORTFOLIO_DECIMALS);

export const RECURRING_BUY: ExchangeKind<RecurringBuyPayload, RecurringBuyParams> = {
  waitsFor: 'date',
  stops: TAKE_PROFIT,
  withMoney: moneyInParams(),
  // As many purchases as the other one: each is as much larger or smaller as the money is.
  asCopy(payload, money) {
    const { each_amount: each, begin_money_amount: before } = payload.params;
    const part = inProportion(each, money, before, EACH_STEP);
    return withParams(withMoneySaid(payload, money), { each_amount: formatAmount(part) });
  },
  demo: RECURRING_BUY_DEMO,
  place: ({ params }) => coinsPlace(params, 'pairs.none'),
  terms: ({ params }) => ({
    leverage: '1',
    side: 'buy',
    takeProfit: params.stop_profit ?? '',
    stopLoss: '',
    // Unless its owner says so when he ends it.
    keepsCoins: false,
    isAi: params.is_ai === 1,
  }),
  plan: () => ({
    // A purchase is as large as the prices of its date make it.
    unitQuantity: 0n,
    liquidation: null,
    maxLeverage: 1,
  }),
  params: ({ params }) => ({
    leverage: '1',
    begin_money_amount: params.begin_money_amount,
    each_amount: params.each_amount,
    asset_info: params.asset_info.map(({ asset, rate }) => ({ asset, rate, amount: '' })),
    period: params.period,
    first_time: params.first_time === 0 ? '' : `${params.first_time}`,
    stop_profit: params.stop_profit ?? '',
  }),
};
