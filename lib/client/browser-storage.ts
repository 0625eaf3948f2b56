import { isRecord } from '#lib/contract/is-record.ts';

/** Storage that may be absent (server), full or forbidden (private windows): reading gives null, writing is best effort. */
function area(kind: 'local' | 'session'): Storage | null {
  try {
    return typeof window === 'undefined' ? null : kind === 'local' ? window.localStorage : window.sessionStorage;
  } catch {
    return null;
  }
}

export function readStored(kind: 'local' | 'session', key: string): string | null {
  try {
    return area(kind)?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

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

export function writeStored(kind: 'local' | 'session', key: string, value: string | null): void {
  try {
    if (value === null) area(kind)?.removeItem(key);
    else area(kind)?.setItem(key, value);
  } catch {
    // A full or forbidden storage only means that the choice is not remembered.
  }
}
