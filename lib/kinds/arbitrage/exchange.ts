import { placeOfContract } from '../../strategies/contract-place.ts';
import type { ExchangeKind } from '../../strategies/exchange-kind.ts';
import type { ArbitragePayload } from './definition/payload.ts';
import { ARBITRAGE_DEMO } from './demo.ts';
import type { ArbitrageParams } from './params.ts';

/** Documents: 1X to 3X (C-292). */
const MAX_LEVERAGE = 3;

export const SPOT_FUTURE_ARBITRAGE: ExchangeKind<ArbitragePayload, ArbitrageParams> = {
  waitsFor: 'funding',
  demo: ARBITRAGE_DEMO,
  place({ params }) {
    const contract = placeOfContract(params.pair, params.settle, 'settle');
    if ('issue' in contract) return contract;
    return { market: params.pair, type: 'spot', companions: [contract] };
  },
  terms: ({ params }) => ({
    leverage: params.leverage,
    side: '',
    takeProfit: '',
    stopLoss: '',
    keepsCoins: false,
    isAi: params.is_ai === 1,
  }),
  plan: ({ contract }) => ({
    unitQuantity: 0n,
    liquidation: null,
    maxLeverage: Math.min(MAX_LEVERAGE, contract.contract.leverageMax),
  }),
  params: ({ params }) => ({
    leverage: params.leverage,
    settle: params.settle,
    begin_money_amount: params.begin_money_amount,
    spread_rate: params.spread_rate ?? '',
  }),
};
