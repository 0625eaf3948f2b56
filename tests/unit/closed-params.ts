import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Closes the parameters of every bot of a data folder: no call does, demo providers do. `others`: what else of a record is to be so. */
export function closeParams(
  folder: string,
  others: (record: { readonly ownerId: number }) => object = () => ({}),
): void {
  const raw = new DatabaseSync(join(folder, 'exchange.db'));
  const put = raw.prepare("UPDATE item SET value = ? WHERE collection = 'bots' AND key = ?");
  for (const { key, value } of raw.prepare("SELECT key, value FROM item WHERE collection = 'bots'").all()) {
    const stored = JSON.parse(String(value));
    Object.assign(stored.record, { isOpenParams: false, ...others(stored.record) });
    put.run(JSON.stringify(stored), key as string);
  }
  raw.close();
}
