import { type CoinScale, feeOnLots, smallestLots } from '../../engine/body/coin-scale.ts';
import { formatTicks } from '../../money/market-spec.ts';
import type { GridBot } from './grid-bot.ts';

const fee = { lots: 0, parts: 0 };

/** What a slot between two lines trades of so many lots: all of it, or nothing when a leg would be below the market's minimum. */
export function plannedLots(scale: CoinScale, lots: number, buyTicks: number, sellTicks: number): number {
  feeOnLots(scale, lots, fee);
  const sold = lots - fee.lots - (fee.parts > 0 ? 1 : 0);
  const isTradable = lots > 0 && lots >= smallestLots(scale, buyTicks) && sold >= smallestLots(scale, sellTicks);
  return isTradable ? lots : 0;
}

/** The range as it stands, for operation records. */
export function rangeOf(bot: GridBot): { low_price: string; high_price: string } {
  const { params, hasLadder, count, spec } = bot;
  const low = hasLadder ? bot.line(0) : params.lowTicks;
  const high = hasLadder ? bot.line(count) : params.highTicks;
  return { low_price: formatTicks(spec, low), high_price: formatTicks(spec, high) };
}
