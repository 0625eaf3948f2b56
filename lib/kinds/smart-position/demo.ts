import type { MarketSpec } from '../../money/market-spec.ts';
import { type BotWish, type DemoKind, extrasOf, moneyText, type WishedMarket } from '../../strategies/demo-wish.ts';
import { equalCoins } from '../../strategies/portfolio/equal-coins.ts';
import type { SmartPositionPayload } from './definition/payload.ts';
import { SMART_POSITION } from './definition.ts';

export const SMART_POSITION_DEMO: DemoKind<SmartPositionPayload> = {
  weight: 5,
  words: ['What has risen pays for what has fallen: the shares are put right again.'],
  write: writeSmartPosition,
};

function writeSmartPosition(spec: MarketSpec, wish: BotWish, place: WishedMarket): SmartPositionPayload {
  const { size, everyHours, threshold } = wish.basket;
  const values = {
    ...SMART_POSITION.defaults(spec),
    coins: equalCoins(spec, wish, size),
    money: moneyText(spec, wish, place, false),
    balance_type: everyHours === null ? '1' : '0',
    period: `${everyHours ?? 4}`,
    period_unit: 'h',
    threshold: `${threshold}`,
    close_flag: wish.keepsCoins ? '0' : '1',
  };
  return { ...SMART_POSITION.encode(values, spec), ...extrasOf(spec, wish) };
}
