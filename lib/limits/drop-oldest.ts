/** Takes the entry out of a map that was put into it first: a map keeps the order. */
export function dropOldest<K>(map: Map<K, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
