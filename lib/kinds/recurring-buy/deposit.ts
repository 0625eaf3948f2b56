import { listenAnew } from '../../engine/body/boundary.ts';
import type { MarketsBot } from '../../engine/body/markets-bot.ts';
import type { MarketsDecisions } from '../../engine/body/markets-rules.ts';
import { noteDeposit } from '../../engine/body/owner-money.ts';
import type { LifeRefusal } from '../../engine/machine.ts';
import type { RecurringBuyParams } from './params.ts';

/**
 * Money has come in (quote units, in the bot's money already): it is for purchases of dates to come, and buys nothing now. Dates that passed
 * while there was less than one purchase are not made up for. Null, or why it cannot be, and then nothing has happened.
 */
export function keepForPurchases(
  bot: MarketsBot<RecurringBuyParams>,
  rules: MarketsDecisions<RecurringBuyParams>,
  deposit: bigint,
  prices: readonly number[],
  timeMs: number,
): LifeRefusal | null {
  if (!bot.isRunning) return 'not-running';
  const { wakeAtMs, money, params } = bot;
  const couldBuy = money - deposit >= params.eachPurchase;
  noteDeposit(bot, deposit, timeMs);
  // A date of this very moment that it had the money for is still to be looked at.
  if (couldBuy && wakeAtMs <= timeMs) return null;
  listenAnew(bot, rules, prices, timeMs);
  return null;
}
