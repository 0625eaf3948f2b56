import { type MarketSpec, marketKindOf } from '../../money/market-spec.ts';
import {
  type BotWish,
  type DemoKind,
  extrasOf,
  moneyText,
  priceText,
  rangeOf,
  type WishedMarket,
} from '../../strategies/demo-wish.ts';
import type { FuturesGridPayload } from './definition/payload.ts';

export const FUTURES_GRID_DEMO: DemoKind<FuturesGridPayload> = { weight: 20, write: writeFuturesGrid };

function writeFuturesGrid(spec: MarketSpec, wish: BotWish, place: WishedMarket): FuturesGridPayload {
  const { low, high } = rangeOf(wish, place);
  return {
    strategy_type: 'futures_grid',
    market: spec.market,
    instrument_type: marketKindOf(spec),
    leverage: `${wish.leverage}`,
    side: wish.side,
    low_price: priceText(spec, low),
    high_price: priceText(spec, high),
    grid_num: `${place.grids}`,
    price_type: wish.spacing === 'geometric' ? '1' : '0',
    money: moneyText(spec, wish, place, false),
    stop_loss: wish.hasStopLoss ? '0.08' : '',
    stop_profit: wish.hasTakeProfit ? '0.3' : '',
    trigger_price: '',
    trigger_price_type: '0',
    stop_check_type: wish.checksEveryTick ? 1 : 0,
    ...extrasOf(spec, wish),
    param_source: 'manual',
  };
}
