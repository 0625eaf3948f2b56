import { growingLru } from '../surroundings/growing-lru.ts';

/** Keeps the most recently used values, at most `limit` of them. What falls out can be computed again. */
export interface BoundedCache<K, V> {
  /** The value under `key`, made by `make` when it is not (or no longer) there. Undefined is not known yet, and not kept. */
  get(key: K, make: () => V): V;
}

export function createBoundedCache<K extends string | number | object, V>(limit: number): BoundedCache<K, V> {
  const entries = growingLru<K, { readonly value: V }>(limit);
  return {
    get(key, make) {
      const known = entries.get(key);
      if (known !== undefined) return known.value;
      const value = make();
      if (value !== undefined) entries.set(key, { value });
      return value;
    },
  };
}
