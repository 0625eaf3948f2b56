import type { z } from 'zod';
import type { ARBITRAGE_WIRE } from '../../../contract/kinds/arbitrage.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { fraction, percent, plain } from '../../../strategies/rules/wire.ts';
import { decodeTexts, encodeTexts } from '../../../strategies/rules/wire-texts.ts';
import { ARBITRAGE_DEFAULTS } from './values.ts';

/** What strategy/run takes for an arbitrage (C-163), without the fund password. */
export type ArbitragePayload = Omit<z.infer<typeof ARBITRAGE_WIRE.create>, 'fundpass'>;

export function encodeArbitrage(values: FormValues, spec: MarketSpec): ArbitragePayload {
  return {
    strategy_type: 'spot-future-arbitrage',
    params: {
      pair: spec.market,
      settle: spec.quote.toLowerCase(),
      begin_money_amount: plain(values.money),
      begin_money_currency: spec.quote,
      leverage: plain(values.leverage),
      spread_rate: fraction(values.spread_rate),
    },
    ...encodeTexts(values),
  };
}

export function decodeArbitrage(payload: ArbitragePayload): FormValues {
  const { params } = payload;
  return {
    ...ARBITRAGE_DEFAULTS,
    money: plain(params.begin_money_amount),
    leverage: params.leverage,
    spread_rate: percent(params.spread_rate),
    ...decodeTexts(payload),
  };
}
