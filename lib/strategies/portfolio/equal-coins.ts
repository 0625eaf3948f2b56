import type { MarketSpec } from '../../money/market-spec.ts';
import type { BotWish } from '../demo-wish.ts';
import { formatCoins } from './coins.ts';

/** The market's coin and the first of the wished others, in equal whole shares; what is left over of 100 is the first one's. */
export function equalCoins(spec: MarketSpec, { basket }: BotWish, size: number): string {
  const coins = [spec.base, ...basket.others].slice(0, size);
  const share = Math.floor(100 / coins.length);
  return formatCoins(
    coins.map((asset, index) => ({
      asset,
      rate: `${index === 0 ? 100 - share * (coins.length - 1) : share}`,
      amount: '',
    })),
  );
}
