import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import type { BotBook } from '../bots/bot-book.ts';
import { readSharesReceived, SHARES_RECEIVED, type ShareTransfers } from '../copies/share-transfers.ts';
import { KindDays } from '../portfolio/day-series.ts';
import type { StoreReader } from '../store/store.ts';

interface Parts {
  readonly store: Pick<StoreReader, 'since'>;
  readonly book: Pick<BotBook, 'known' | 'ofOwner'>;
  readonly transfers: Pick<ShareTransfers, 'incomeOf'>;
}

/** What copies of one trader's bots paid him day by day, by the original's kind: read once from the journal, and then what is new in it. */
export class ShareDays {
  readonly days = new KindDays();
  private sequence = 0;
  /** What of each original's income the days have, by asset. */
  private readonly counted = new Map<number, Map<string, bigint>>();

  async follow({ store, book }: Parts, userId: number): Promise<void> {
    for await (const { sequence, timeMs, value } of store.since(SHARES_RECEIVED, `${userId}`, this.sequence)) {
      this.sequence = sequence;
      const { sourceId, parts } = readSharesReceived(value);
      const kind = book.known(sourceId)?.record.kind;
      if (kind === undefined) continue;
      for (const { asset, amount } of parts) this.count(sourceId, kind, asset, BigInt(amount), timeMs);
    }
  }

  /** What was paid before such a journal was kept: its days are not known. */
  *undated({ book, transfers }: Parts, userId: number) {
    for (const { record } of book.ofOwner(userId)) {
      for (const [asset, units] of transfers.incomeOf(record.id)) {
        const rest = units - (this.counted.get(record.id)?.get(asset) ?? 0n);
        if (rest > 0n) yield { kind: record.kind, asset, amount: rest };
      }
    }
  }

  private count(sourceId: number, kind: RunnableKind, asset: string, amount: bigint, timeMs: number): void {
    this.days.of(kind, asset).add(Math.floor(timeMs / DAY_MS), amount);
    const known = this.counted.get(sourceId) ?? new Map<string, bigint>();
    this.counted.set(sourceId, known);
    known.set(asset, (known.get(asset) ?? 0n) + amount);
  }
}
