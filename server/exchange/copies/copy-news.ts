import { formatAmount } from '#lib/money/amount.ts';
import { type BotBook, STREAM } from '../bots/bot-book.ts';
import { isFinished } from '../bots/bot-record.ts';
import { type AnyBot, isArchived } from '../bots/ended-bot.ts';
import type { Notice } from '../notifications/notice.ts';
import type { NewsOf, NewsTurn, OwnNotice } from '../notifications/turn-news.ts';
import type { WrittenTurn } from '../sequencer/sequencer.ts';
import { readSharesReceived, SHARES_RECEIVED } from './share-transfers.ts';

type Book = Pick<BotBook, 'known' | 'copiesOf' | 'followersOf'>;
type IsTold = Parameters<NewsOf>[1];

/** Stands in the row of every bot's beginning, and is looked for before its bot is. */
const CREATED = '"op_type":"create"';

/**
 * What providers are told of their bots' copies – that there are more, and what they were paid –, and copiers of an original that has ended. Who copies
 * is nobody's business: a provider learns how many.
 */
export function copyNews(book: Book): NewsOf {
  return (turn, isTold) => [
    ...copiesMade(turn, book, isTold),
    ...sharesPaid(turn, book, isTold),
    ...originalsEnded(turn, book, isTold),
  ];
}

function copiesMade({ rows }: WrittenTurn, book: Book, isTold: IsTold): OwnNotice[] {
  const made = new Map<number, { count: number; timeMs: number }>();
  for (const { stream, key, value, timeMs } of rows) {
    if (stream !== STREAM.operations || !value.includes(CREATED)) continue;
    const originalId = book.known(Number(key))?.record.followId ?? 0;
    if (originalId !== 0) made.set(originalId, { count: (made.get(originalId)?.count ?? 0) + 1, timeMs });
  }
  return [...made].flatMap(([originalId, { count, timeMs }]) =>
    ofBot(book.known(originalId), isTold, {
      ...{ code: 'copied', timeMs },
      values: { count: `${count}`, copies: `${book.followersOf(originalId)}` },
    }),
  );
}

/** One for each bot and asset, however many of its copies paid in the turn. */
function sharesPaid({ rows }: WrittenTurn, book: Book, isTold: IsTold): OwnNotice[] {
  const paid = new Map<string, { sourceId: number; coin: string; units: bigint; timeMs: number }>();
  for (const { stream, value, timeMs } of rows) {
    if (stream !== SHARES_RECEIVED) continue;
    const { sourceId, parts } = readSharesReceived(value);
    for (const { asset: coin, amount } of parts) {
      const key = `${sourceId} ${coin}`;
      paid.set(key, { sourceId, coin, units: (paid.get(key)?.units ?? 0n) + BigInt(amount), timeMs });
    }
  }
  return [...paid.values()].flatMap(({ sourceId, coin, units, timeMs }) =>
    ofBot(book.known(sourceId), isTold, {
      ...{ code: 'share-received', timeMs },
      values: { quantity: formatAmount(units), coin },
    }),
  );
}

/** Copies go on when their original has ended: their owners may want to look. */
function originalsEnded({ ends }: NewsTurn, book: Book, isTold: IsTold): OwnNotice[] {
  return ends.flatMap(({ botId, timeMs }) => {
    const copies = [...book.copiesOf(botId)].filter(({ record }) => !isFinished(record));
    return copies.flatMap((copy) => ofBot(copy, isTold, { code: 'original-ended', timeMs, values: {} }));
  });
}

/** A notification about a bot, for its owner; none of what is told nobody. */
function ofBot(
  bot: AnyBot | undefined,
  isTold: IsTold,
  said: Pick<Notice, 'code' | 'timeMs' | 'values'>,
): readonly OwnNotice[] {
  if (bot === undefined || !isTold(bot.record.ownerId)) return [];
  const { id, ownerId, kind } = bot.record;
  const name = isArchived(bot) ? '' : bot.record.name;
  const about = { botId: id, botKind: kind, name, market: bot.spec.market };
  return [{ userId: ownerId, kind: 'copy', notice: { kind: 'copy', ...about, ...said } }];
}
