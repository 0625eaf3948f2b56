import { mulDivUp, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { isFinished } from '../bots/bot-record.ts';
import { type AnyBot, isArchived } from '../bots/ended-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { BotViews } from './bot-views.ts';

/**
 * The USDT that another bot like one needs at least, at the first price of the day at which somebody asked: orders have to be worth what
 * the market wants, so it moves with the price, slowly. Once a day a bot, and only when lists are narrowed by it.
 */
export class LeastInvestments {
  private readonly views: Pick<BotViews, 'leastInvestment'>;
  private day = -1;
  /** By bot. One that has no price now is asked again. */
  private known = new Map<number, number>();

  constructor(views: Pick<BotViews, 'leastInvestment'>) {
    this.views = views;
  }

  /** Null of bots that have ended, which nobody copies, and of those with hidden parameters: they would be told by it (H54). */
  of(bot: AnyBot, nowMs: number): number | null {
    if (isArchived(bot) || !isTold(bot)) return null;
    this.forgetOldDays(nowMs);
    const { id } = bot.record;
    const known = this.known.get(id);
    if (known !== undefined) return known;
    const units = this.unitsOf(bot, nowMs);
    if (units === null) return null;
    // In whole cents, upwards: it is compared with whole dollars.
    const usdt = Number(mulDivUp(units, 100n, UNITS_PER_COIN)) / 100;
    this.known.set(id, usdt);
    return usdt;
  }

  /** Null while a price is not known. A bot trades on by params that today's rules would not read again: it stops no look at the others. */
  private unitsOf(bot: LiveBot, nowMs: number): bigint | null {
    try {
      return this.views.leastInvestment(bot, nowMs);
    } catch {
      return null;
    }
  }

  /** Whether telling it takes no work. */
  isKnown(bot: AnyBot, nowMs: number): boolean {
    this.forgetOldDays(nowMs);
    return isArchived(bot) || !isTold(bot) || this.known.has(bot.record.id);
  }

  private forgetOldDays(nowMs: number): void {
    const day = Math.floor(nowMs / DAY_MS);
    if (day === this.day) return;
    this.day = day;
    this.known = new Map();
  }
}

function isTold({ record }: LiveBot): boolean {
  return !isFinished(record) && (record.isOpenParams || record.isAi);
}
