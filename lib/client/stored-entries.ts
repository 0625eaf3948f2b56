import { isRecord } from '#lib/contract/is-record.ts';
import { readStored } from './browser-storage.ts';

/** What the session kept under a key, entry by entry; without what is not readable (an older product's, say, or what somebody typed into the storage). */
export function storedEntries<V>(key: string, isGood: (value: unknown) => value is V): Readonly<Record<string, V>> {
  try {
    const found: unknown = JSON.parse(readStored('session', key) ?? '{}');
    if (!isRecord(found)) return {};
    return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, V] => isGood(entry[1])));
  } catch {
    return {};
  }
}
