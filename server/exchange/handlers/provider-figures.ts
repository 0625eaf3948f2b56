import { formatAmount } from '#lib/money/amount.ts';
import { inUsdt, profitAssetOf } from '../bots/bot-equity.ts';
import { isFinished } from '../bots/bot-record.ts';
import { shareAtEnd } from '../bots/copy-share.ts';
import { formatRate, investedIn, profitRateE8 } from '../bots/daily-curve.ts';
import type { AnyBot } from '../bots/ended-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { inPieces, withPauses } from '../views/in-pieces.ts';
import { isListed } from '../views/visibility.ts';
import type { HandlerParts } from './bot-parts.ts';

type FigureParts = Pick<HandlerParts, 'book' | 'views' | 'feed'>;

/** What a copy has earned, and what it would pay its provider if it ended now (an ended one has paid); units of its profit asset. */
function resultOf({ views }: FigureParts, copy: LiveBot, nowMs: number): { profit: bigint; due: bigint } {
  const { profit, equity } = views.figures(copy, nowMs);
  return { profit, due: isFinished(copy.record) ? 0n : shareAtEnd(copy.record, equity) };
}

interface FollowFigures {
  readonly follow_profit: string;
  readonly total_follow_money: string;
  readonly follow_net_rate: string;
}

/** Figures that are asked of bots between two looks at what came in: a millisecond or two. A provider has twenty bots of a thousand copies each, and any number that were hidden. */
const BOTS_A_PIECE = 100;

/**
 * What copiers of some bots have invested and earned, in USDT, from the copies themselves; and what they got for it after the
 * share that living copies owe: all copies' results over all their money, so that each counts by its money. That one is a
 * fraction, truncated toward zero; '' while nobody has invested.
 */
export async function followFigures(
  parts: FigureParts,
  botIds: readonly number[],
  nowMs: number,
): Promise<FollowFigures> {
  return inPieces(following(parts, botIds, nowMs));
}

function* following(parts: FigureParts, botIds: readonly number[], nowMs: number): Generator<void, FollowFigures> {
  const { book, feed } = parts;
  let [profit, net, money] = [0n, 0n, 0n];
  const add = (asset: string, gained: bigint, due: bigint, invested: bigint): void => {
    profit += inUsdt(feed, asset, gained, nowMs);
    net += inUsdt(feed, asset, gained - due, nowMs);
    money += inUsdt(feed, asset, invested, nowMs);
  };
  let asked = 0;
  for (const botId of botIds) {
    if (asked >= BOTS_A_PIECE) {
      yield;
      asked = 0;
    }
    // All copies of a bot at once: one that ends meanwhile would be in both sums, or in neither.
    for (const copy of book.copiesOf(botId)) {
      asked += 1;
      const result = resultOf(parts, copy, nowMs);
      add(profitAssetOf(copy.spec), result.profit, result.due, investedIn(copy.record));
    }
    for (const [asset, ended] of book.endedCopiesOf(botId)) add(asset, ended.profit, 0n, ended.invested);
  }
  return {
    follow_profit: formatAmount(profit),
    total_follow_money: formatAmount(money),
    follow_net_rate: money === 0n ? '' : formatRate(profitRateE8(net, money)),
  };
}

/** Bots that were listed once and are hidden since: how many, and what they earned together, in USDT (H54). */
export async function hiddenTotals({ views, feed }: FigureParts, listed: readonly AnyBot[], nowMs: number) {
  const hidden = listed.filter(({ record }) => !isListed(record));
  let profit = 0n;
  const add = (bot: AnyBot): void => {
    profit += inUsdt(feed, profitAssetOf(bot.spec), views.earned(bot, nowMs).profit, nowMs);
  };
  await inPieces(withPauses(hidden, add, BOTS_A_PIECE));
  return { hidden_num: hidden.length, hidden_profit: formatAmount(profit) };
}
