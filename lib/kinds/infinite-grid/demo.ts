import type { MarketSpec } from '../../money/market-spec.ts';
import {
  type BotWish,
  type DemoKind,
  extrasOf,
  moneyText,
  priceText,
  type WishedMarket,
} from '../../strategies/demo-wish.ts';
import type { InfiniteGridPayload } from './definition/payload.ts';

export const INFINITE_GRID_DEMO: DemoKind<InfiniteGridPayload> = { weight: 8, write: writeInfiniteGrid };

function writeInfiniteGrid(spec: MarketSpec, wish: BotWish, place: WishedMarket): InfiniteGridPayload {
  return {
    strategy_type: 'infinite_grid',
    market: spec.market,
    instrument_type: 'infinite_grid',
    low_price: `${wish.move}`,
    high_price: `${wish.move}`,
    is_use_base: wish.investsBase ? '1' : '0',
    money: moneyText(spec, wish, place, wish.investsBase),
    stop_loss: wish.hasStopLoss && !wish.investsBase ? priceText(spec, place.last * 0.8) : '',
    stop_profit: '',
    stop_check_type: wish.checksEveryTick ? 1 : 0,
    store_coin_flag: wish.keepsCoins ? 1 : 0,
    trigger_price: '',
    ...extrasOf(spec, wish),
    param_source: 'manual',
  };
}
