import type { MarketSpec } from '../../money/market-spec.ts';
import { type BotWish, type DemoKind, extrasOf, moneyText, type WishedMarket } from '../../strategies/demo-wish.ts';
import { equalCoins } from '../../strategies/portfolio/equal-coins.ts';
import type { RecurringBuyPayload } from './definition/payload.ts';
import { RECURRING_BUY } from './definition.ts';

export const RECURRING_BUY_DEMO: DemoKind<RecurringBuyPayload> = {
  weight: 4,
  words: ['The same amount at every date, whatever the price: I have stopped guessing.'],
  write: writeRecurringBuy,
};

/** Enough for the days of the world: a hundredth of the money each day, of two coins at most. */
function writeRecurringBuy(spec: MarketSpec, wish: BotWish, place: WishedMarket): RecurringBuyPayload {
  const { size, threshold } = wish.basket;
  const values = {
    ...RECURRING_BUY.defaults(spec),
    coins: equalCoins(spec, wish, Math.min(2, size - 1)),
    money: moneyText(spec, wish, place, false),
    each_amount: `${Math.max(20, wish.money / 100)}`,
    every: '1d',
    stop_profit_on: wish.hasTakeProfit ? '1' : '0',
    stop_profit: wish.hasTakeProfit ? `${5 * threshold}` : '',
  };
  return { ...RECURRING_BUY.encode(values, spec), ...extrasOf(spec, wish) };
}
