import { costLines } from '../../engine/body/cost-lines.ts';
import type { MarketsBot } from '../../engine/body/markets-bot.ts';
import { worthAt } from '../../engine/body/worth.ts';
import type { MarketLine } from '../../engine/market-line.ts';
import { isOffTarget } from '../../formulas/rebalance.ts';
import type { SmartPositionParams } from './params.ts';

type SmartPosition = MarketsBot<SmartPositionParams>;

/** As many times the present price is looked up to; what lies beyond is nobody's next rebalance. */
const FARTHEST = 64;

/**
 * What of a smart position is a price: of each coin what was paid for it, and where it alone would bring shares off their targets, while
 * all other prices stay. Looked at by time it has no such price, and its stops are of the whole: no one price decides them.
 */
export function smartLines(bot: SmartPosition, prices: readonly number[]): readonly MarketLine[] {
  return [...costLines(bot), ...rebalanceLines(bot, prices)];
}

/** The nearest ticks below and above at which the decision itself (`isOffTarget`) asks for a rebalance. None while it does already. */
function rebalanceLines(bot: SmartPosition, prices: readonly number[]): readonly MarketLine[] {
  const { rebalance } = bot.params;
  if (rebalance.type === 'time' || !bot.isRunning) return [];
  const isOffAt = (feed: number, ticks: number): boolean =>
    isOffTarget(worthAt(bot, prices.with(feed, ticks)), rebalance.thresholdE8);
  return bot.legs.flatMap(({ feed, held }): readonly MarketLine[] => {
    const now = prices[feed] as number;
    if (held === 0n || isOffAt(feed, now)) return [];
    const ends = [1, now * FARTHEST].filter((end) => isOffAt(feed, end));
    return ends.map((end) => ({ feed, role: 'rebalance', ticks: firstOff(now, end, (ticks) => isOffAt(feed, ticks)) }));
  });
}

/**
 * From a price that is not off towards one that is, the first that is. Every share falls or rises with one price all the way, so
 * prices that are not off lie together.
 */
function firstOff(inside: number, outside: number, isOff: (ticks: number) => boolean): number {
  let [near, far] = [inside, outside];
  while (Math.abs(far - near) > 1) {
    const middle = Math.floor((near + far) / 2);
    if (isOff(middle)) far = middle;
    else near = middle;
  }
  return far;
}
