import type { MarketSpec } from '../../money/market-spec.ts';
import { type BotWish, type DemoKind, extrasOf, moneyText, type WishedMarket } from '../../strategies/demo-wish.ts';
import type { ArbitragePayload } from './definition/payload.ts';
import { ARBITRAGE_LEVERAGES } from './definition/values.ts';
import { SPOT_FUTURE_ARBITRAGE } from './definition.ts';

export const ARBITRAGE_DEMO: DemoKind<ArbitragePayload> = { weight: 4, write: writeArbitrage };

function writeArbitrage(spec: MarketSpec, wish: BotWish, place: WishedMarket): ArbitragePayload {
  const values = {
    ...SPOT_FUTURE_ARBITRAGE.defaults(spec),
    money: moneyText(spec, wish, place, false),
    leverage: `${Math.min(wish.leverage, ARBITRAGE_LEVERAGES.length)}`,
    spread_rate: '1',
  };
  return { ...SPOT_FUTURE_ARBITRAGE.encode(values, spec), ...extrasOf(spec, wish) };
}
