import { listenAnew } from '../../engine/body/boundary.ts';
import type { CoinLeg } from '../../engine/body/coin-leg.ts';
import { buyWorth, isOrderFor } from '../../engine/body/leg-trades.ts';
import type { MarketsBot } from '../../engine/body/markets-bot.ts';
import { noteDeposit } from '../../engine/body/owner-money.ts';
import { EQUITY_SCALE, type LifeRefusal } from '../../engine/machine.ts';
import { mulDivDown, UNITS_PER_COIN } from '../../money/amount.ts';
import { SMART_POSITION } from './decisions.ts';
import type { SmartPositionParams } from './params.ts';

/**
 * Money that has come in (quote units, in the bot's money already) buys each coin by its share, whatever the shares are by now:
 * bringing those back is left to the next rebalance. Null, or why it cannot be, and then nothing has happened.
 */
export function buyByShares(
  bot: MarketsBot<SmartPositionParams>,
  deposit: bigint,
  prices: readonly number[],
  timeMs: number,
): LifeRefusal | null {
  if (!bot.isRunning) return 'not-running';
  const partOf = ({ params }: CoinLeg): bigint => mulDivDown(deposit, params.targetE8, UNITS_PER_COIN);
  if (!bot.legs.every((leg) => isOrderFor(bot, leg, partOf(leg), prices[leg.feed] as number, timeMs)))
    return 'no-funds';
  noteDeposit(bot, deposit, timeMs);
  const why = { role: 'rebalance', reason: 'opening' } as const;
  for (const leg of bot.legs) {
    const part = partOf(leg);
    buyWorth(bot, leg, part * EQUITY_SCALE, part, prices[leg.feed] as number, why, timeMs);
  }
  listenAnew(bot, SMART_POSITION, prices, timeMs);
  return null;
}
