/** Keeps the most recently used values, at most `limit` of them. What falls out can be computed again. */
export interface BoundedCache<K, V> {
  /** The value under `key`, made by `make` when it is not (or no longer) there. */
  get(key: K, make: () => V): V;
}

/** Maps keep insertion order, so re-inserting on use makes the first key the least recently used. */
export function createBoundedCache<K, V>(limit: number): BoundedCache<K, V> {
  const entries = new Map<K, V>();
  return {
    get(key, make) {
      const known = entries.get(key);
      if (known !== undefined) {
        entries.delete(key);
        entries.set(key, known);
        return known;
      }
      const made = make();
      entries.set(key, made);
      if (entries.size > limit) {
        const oldest = entries.keys().next();
        if (oldest.done !== true) entries.delete(oldest.value);
      }
      return made;
    },
  };
}
