/** What is worked out of a list that stays the same until its figures are read again; kept as long as the list is. */
export interface KeptForList<V> {
  of(list: readonly object[], key: string | number, make: () => V): V;
}

export function keptForList<V>(): KeptForList<V> {
  const kept = new WeakMap<readonly object[], Map<string | number, V>>();
  return {
    of(list, key, make) {
      const known = kept.get(list) ?? new Map<string | number, V>();
      kept.set(list, known);
      if (!known.has(key)) known.set(key, make());
      return known.get(key) as V;
    },
  };
}
