import { formatAmount } from '#lib/money/amount.ts';
import { inUsdt, profitAssetOf } from '../bots/bot-equity.ts';
import { isFinished } from '../bots/bot-record.ts';
import { shareAtEnd } from '../bots/copy-share.ts';
import { formatRate, investedIn, profitRateE8 } from '../bots/daily-curve.ts';
import { type AnyBot, isArchived } from '../bots/ended-bot.ts';
import { isListed } from '../views/visibility.ts';
import type { HandlerParts } from './bot-parts.ts';

type FigureParts = Pick<HandlerParts, 'book' | 'views' | 'feed'>;

/** What copiers of some bots have invested and earned, in USDT, from the copies themselves. */
export function followTotals({ book, views, feed }: FigureParts, botIds: readonly number[], nowMs: number) {
  let profit = 0n;
  let money = 0n;
  for (const copy of botIds.flatMap(book.copiesOf)) {
    const asset = profitAssetOf(copy.spec);
    profit += inUsdt(feed, asset, views.earned(copy, nowMs).profit, nowMs);
    money += inUsdt(feed, asset, investedIn(copy.record), nowMs);
  }
  return { follow_profit: formatAmount(profit), total_follow_money: formatAmount(money) };
}

/** What a living copy would pay its provider if it ended now, units of its profit asset; an ended one has paid. */
function shareDue({ views }: FigureParts, copy: AnyBot, nowMs: number): bigint {
  if (isArchived(copy) || isFinished(copy.record)) return 0n;
  return shareAtEnd(copy.record, views.figures(copy, nowMs).equity);
}

/**
 * What copiers got for what they invested, after the share that living copies owe: all copies' results over all their
 * money, so that each counts by its money. A fraction, truncated toward zero; '' while nobody has invested.
 */
export function followNetRate(parts: FigureParts, botIds: readonly number[], nowMs: number): string {
  let net = 0n;
  let money = 0n;
  for (const copy of botIds.flatMap(parts.book.copiesOf)) {
    const asset = profitAssetOf(copy.spec);
    const own = parts.views.earned(copy, nowMs).profit - shareDue(parts, copy, nowMs);
    net += inUsdt(parts.feed, asset, own, nowMs);
    money += inUsdt(parts.feed, asset, investedIn(copy.record), nowMs);
  }
  return money === 0n ? '' : formatRate(profitRateE8(net, money));
}

/** Bots that were listed once and are hidden since: how many, and what they earned together, in USDT (H54). */
export function hiddenTotals({ views, feed }: FigureParts, listed: readonly AnyBot[], nowMs: number) {
  const hidden = listed.filter(({ record }) => !isListed(record));
  const profit = hidden.reduce(
    (sum, bot) => sum + inUsdt(feed, profitAssetOf(bot.spec), views.earned(bot, nowMs).profit, nowMs),
    0n,
  );
  return { hidden_num: hidden.length, hidden_profit: formatAmount(profit) };
}
