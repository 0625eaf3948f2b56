import { formatAmount } from '#lib/money/amount.ts';
import type { BotBook } from '../bots/bot-book.ts';
import { isArchived } from '../bots/ended-bot.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import { readSharesReceived, SHARES_RECEIVED } from '../copies/share-transfers.ts';
import type { StoreReader } from '../store/store.ts';

interface Parts {
  readonly store: Pick<StoreReader, 'page'>;
  readonly book: Pick<BotBook, 'known'>;
}

/** A page of what copies of a trader's bots paid him, the latest first; a row for each asset of a payment. */
export async function receivedShares({ store, book }: Parts, userId: number, page: number, pageSize: number) {
  const { rows, total } = await store.page(SHARES_RECEIVED, `${userId}`, page, pageSize);
  const payments = rows.flatMap(({ timeMs, value }) => {
    const { sourceId, parts } = readSharesReceived(value);
    const bot = book.known(sourceId);
    if (bot === undefined) return [];
    const { kind } = bot.record;
    const about = { strategy_id: sourceId, strategy_type: kind, name: isArchived(bot) ? '' : bot.record.name };
    return parts.map(({ asset, amount }) => ({
      ...{ time: toSeconds(timeMs), ...about, market: bot.spec.market },
      ...{ asset, amount: formatAmount(BigInt(amount)) },
    }));
  });
  return { rows: payments, total };
}
