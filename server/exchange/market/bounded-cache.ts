import { LRUCache } from 'lru-cache';

/** Keeps the most recently used values, at most `limit` of them. What falls out can be computed again. */
export interface BoundedCache<K, V> {
  /** The value under `key`, made by `make` when it is not (or no longer) there. Undefined is not known yet, and not kept. */
  get(key: K, make: () => V): V;
}

export function createBoundedCache<K extends string | number | object, V>(limit: number): BoundedCache<K, V> {
  // Room for all of them is taken at once: not before the first is kept, since most caches of an exchange are never asked.
  let entries: LRUCache<K, { readonly value: V }> | undefined;
  return {
    get(key, make) {
      entries ??= new LRUCache({ max: limit });
      const known = entries.get(key);
      if (known !== undefined) return known.value;
      const value = make();
      if (value !== undefined) entries.set(key, { value });
      return value;
    },
  };
}
