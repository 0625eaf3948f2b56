import type { MarketSpec } from '../../money/market-spec.ts';
import {
  type BotWish,
  type DemoKind,
  extrasOf,
  moneyText,
  priceText,
  rangeOf,
  type WishedMarket,
} from '../../strategies/demo-wish.ts';
import type { SpotGridPayload } from './definition/payload.ts';

export const SPOT_GRID_DEMO: DemoKind<SpotGridPayload> = {
  weight: 44,
  asFound: (payload) => ({ ...payload, param_source: 'ai' }),
  write: writeSpotGrid,
};

export function writeSpotGrid(spec: MarketSpec, wish: BotWish, place: WishedMarket): SpotGridPayload {
  const { last, range, grids } = place;
  const { low, high } = rangeOf(wish, place);
  const isSelling = wish.investsBase;
  const edge = (isLow: boolean): string =>
    priceText(spec, isLow ? (low - 0.5 * range > 0 ? low - 0.5 * range : low * 0.7) : high + 0.5 * range);
  const trigger = isSelling ? last + (high - last) * 0.4 : last - (last - low) * 0.4;
  return {
    strategy_type: 'spot_grid',
    market: spec.market,
    instrument_type: 'spot',
    leverage: '1',
    low_price: priceText(spec, low),
    high_price: priceText(spec, high),
    grid_num: `${grids}`,
    price_type: wish.spacing === 'geometric' ? '1' : '0',
    is_use_base: isSelling ? '1' : '0',
    money: moneyText(spec, wish, place, isSelling),
    stop_loss: wish.hasStopLoss ? edge(!isSelling) : '',
    stop_profit: wish.hasTakeProfit ? edge(isSelling) : '',
    qty_type: wish.ratio > 0 ? '1' : '0',
    qty_rate: wish.ratio > 0 ? `${wish.ratio}` : '',
    store_coin_flag: wish.keepsCoins ? 1 : 0,
    stop_upward_price: wish.trailsUp ? priceText(spec, high * 1.5) : '',
    stop_downward_price: wish.trailsDown ? priceText(spec, low * 0.5) : '',
    moving_average_momentum: wish.trailsUp || wish.trailsDown ? `${wish.momentum}` : '',
    trigger_price: wish.hasTrigger ? priceText(spec, trigger) : '',
    init_position_slip: '',
    stop_check_type: wish.checksEveryTick ? 1 : 0,
    is_less_low_stop: 0,
    is_over_high_stop: 0,
    ...extrasOf(spec, wish),
    param_source: 'manual',
  };
}
