import { UNITS_PER_COIN } from '../../money/amount.ts';
import type { MarketLine } from '../market-line.ts';
import { nearUnitsOf } from './exact.ts';
import type { MarketsBot } from './markets-bot.ts';

/** Of each coin that is held what was paid for one on average, the dearer for fees that were taken in coins. */
export function costLines({ legs }: Pick<MarketsBot, 'legs'>): readonly MarketLine[] {
  return legs.flatMap(({ feed, base, paid, tickUnits }): readonly MarketLine[] => {
    const held = nearUnitsOf(base);
    if (held <= 0) return [];
    return [{ feed, role: 'cost', ticks: (nearUnitsOf(paid) / held) * (Number(UNITS_PER_COIN) / tickUnits) }];
  });
}
