import { LRUCache } from 'lru-cache';

/**
 * The most recently used `limit` values, which take room as they come: told as a `max`, the package takes the room of all of them
 * before the first is there, and most of an exchange's stay nearly empty.
 */
export function growingLru<K extends string | number | object, V extends object | number>(
  limit: number,
): LRUCache<K, V> {
  return new LRUCache({ maxSize: limit, sizeCalculation: () => 1 });
}
