import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface StoredRecord {
  readonly id: number;
  readonly kind: string;
  readonly market: string;
  readonly ownerId: number;
  readonly createMs: number;
  readonly finishMs: number | null;
  readonly status: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly isOpenParams: boolean;
  readonly isHide: boolean;
  readonly isAi: boolean;
}

/** Writes other things into the records of the bots of a data folder. */
export function changeRecords(folder: string, change: (record: StoredRecord) => object): void {
  const raw = new DatabaseSync(join(folder, 'exchange.db'));
  const put = raw.prepare("UPDATE item SET value = ? WHERE collection = 'bots' AND key = ?");
  for (const { key, value } of raw.prepare("SELECT key, value FROM item WHERE collection = 'bots'").all()) {
    const stored = JSON.parse(String(value));
    Object.assign(stored.record, change(stored.record));
    put.run(JSON.stringify(stored), key as string);
  }
  raw.close();
}

/** Closes the parameters of every bot of a data folder: no call does, demo providers do. `others`: what else of a record is to be so. */
export function closeParams(folder: string, others: (record: StoredRecord) => object = () => ({})): void {
  changeRecords(folder, (record) => ({ isOpenParams: false, ...others(record) }));
}
