import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import type { StoreReader } from '../store/store.ts';
import { readTypicalRow } from './typical-job.ts';

/** Collection of what typical bots did, one row a kind and instrument: as many as there are searches, however long the exchange runs. */
export const TYPICAL_REPLAYS = 'typical_replays';

/** All of them in memory: some hundred rows of a kilobyte, which a sitemap asks for at once. */
export class TypicalBook {
  private readonly rows = new Map<string, TypicalRow>();

  get(key: string): TypicalRow | undefined {
    return this.rows.get(key);
  }

  put(key: string, row: TypicalRow): void {
    this.rows.set(key, row);
  }

  /** Of a kind, of a market, of both, or all. */
  of(kind: string | undefined, market: string | undefined): TypicalRow[] {
    return [...this.rows.values()].filter(
      (row) => (kind === undefined || row.strategy_type === kind) && (market === undefined || row.market === market),
    );
  }
}

/** What the store has. A row that an older version wrote in another way is worked out anew. */
export async function loadTypicalBook(store: Pick<StoreReader, 'all'>): Promise<TypicalBook> {
  const book = new TypicalBook();
  for await (const { key, value } of store.all(TYPICAL_REPLAYS)) {
    const row = readTypicalRow(value);
    if (row !== null) book.put(key, row);
  }
  return book;
}
