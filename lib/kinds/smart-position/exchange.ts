import {
  coinsPlace,
  type ExchangeKind,
  moneyInParams,
  stopsInParams,
  withMoneySaid,
  withParams,
} from '../../strategies/exchange-kind.ts';
import type { SmartPositionPayload } from './definition/payload.ts';
import { SMART_POSITION_DEMO } from './demo.ts';
import type { SmartPositionParams } from './params.ts';

export const SMART_POSITION: ExchangeKind<SmartPositionPayload, SmartPositionParams> = {
  waitsFor: 'shares',
  stops: stopsInParams('investment', 'stop_loss', 'stop_profit'),
  withMoney: moneyInParams(),
  // Which coins the other one brought is his own; a copy buys its shares.
  asCopy: (payload, money) =>
    withParams(withMoneySaid(payload, money), {
      is_use_base: '0',
      asset_info: payload.params.asset_info.map((coin) => ({ ...coin, amount: '' })),
    }),
  demo: SMART_POSITION_DEMO,
  place: ({ params }) => coinsPlace(params, 'pairs.least'),
  funds: ({ coins }) =>
    coins.filter(({ brought }) => brought > 0n).map(({ spec, brought }) => ({ asset: spec.base, amount: brought })),
  terms: ({ params }) => ({
    leverage: '1',
    side: 'buy',
    takeProfit: params.stop_profit ?? '',
    stopLoss: params.stop_loss ?? '',
    keepsCoins: params.close_flag !== 1,
    isAi: params.is_ai === 1,
  }),
  plan: () => ({
    // Orders are what the shares make of them.
    unitQuantity: 0n,
    liquidation: null,
    maxLeverage: 1,
  }),
  params: ({ params }) => ({
    leverage: '1',
    is_use_base: params.is_use_base,
    begin_money_amount: params.begin_money_amount,
    asset_info: params.asset_info.map(({ asset, rate, amount }) => ({ asset, rate, amount: amount ?? '' })),
    period: params.period,
    threshold: params.threshold ?? '',
    stop_loss: params.stop_loss ?? '',
    stop_profit: params.stop_profit ?? '',
    close_flag: params.close_flag,
  }),
};
