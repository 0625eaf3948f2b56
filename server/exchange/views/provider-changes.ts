import { midnightOf } from '#lib/time/durations.ts';
import type { BotBook } from '../bots/bot-book.ts';
import type { AnyBot } from '../bots/ended-bot.ts';
import { withPauses } from './in-pieces.ts';
import { isListed, wasEverListed } from './visibility.ts';

type Owners = Pick<BotBook, 'ofOwner'>;

function* botsOf(book: Owners, owners: Iterable<number>): Generator<readonly [owner: number, bot: AnyBot]> {
  for (const owner of owners) for (const bot of book.ofOwner(owner)) yield [owner, bot];
}

/**
 * When what each of these providers shows last changed, ms: the newest creation, end or closed day of his bots. The figures of one that runs move
 * all the time; those of a day stand once it is over, and that is what somebody can come back for. With pauses by bots, not by providers: one of
 * them may have thousands.
 */
export function* changesOf(
  book: Owners,
  owners: Iterable<number>,
  nowMs: number,
): Generator<void, ReadonlyMap<number, number>> {
  const last = new Map<number, number>();
  const midnightMs = midnightOf(nowMs);
  yield* withPauses(botsOf(book, owners), ([owner, { record }]) => {
    if (!wasEverListed(record) || !isListed(record)) return;
    last.set(owner, Math.max(last.get(owner) ?? 0, record.finishMs ?? Math.max(record.createMs, midnightMs)));
  });
  return last;
}
