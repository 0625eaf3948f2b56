import { LRUCache } from 'lru-cache';

interface Kept<L, T> {
  readonly of: L;
  readonly value: T;
  /** How many looks there had been. */
  readonly looks: number;
}

/** What something takes besides its places, as places: its key, what it is of, its place in the cache. Strangers name markets that nobody has. */
const LEAST_PLACES = 100;

/**
 * What is made of the latest look at all bots (`L`), once for all who ask. Of many bots it takes a while: whoever asks again is shown
 * meanwhile what there was of the look before. What was asked for last is kept, so many places together.
 */
export class MadeOfLook<L extends object, T extends object> {
  private readonly kept: LRUCache<string, Kept<L, T>>;
  private readonly making = new Map<string, Promise<T>>();
  private looks = 0;

  /** `sizeOf`: places that something has. */
  constructor(mostPlaces: number, sizeOf: (value: T) => number) {
    this.kept = new LRUCache({ maxSize: mostPlaces, sizeCalculation: ({ value }) => LEAST_PLACES + sizeOf(value) });
  }

  /**
   * There is another look. What nobody has asked for since the one before is forgotten: each value holds the orders of its look, of all bots, however
   * short it is itself, and strangers ask for something else at every look.
   */
  anotherLook(): void {
    this.looks += 1;
    for (const [key, { looks }] of [...this.kept.entries()]) if (looks < this.looks - 1) this.kept.delete(key);
  }

  get(key: string, of: L, work: () => T | Promise<T>): T | Promise<T> {
    const known = this.kept.get(key);
    if (known?.of === of) return known.value;
    const value = this.making.get(key) ?? work();
    if (!(value instanceof Promise)) {
      this.kept.set(key, { of, value, looks: this.looks });
      return value;
    }
    if (!this.making.has(key)) this.await(key, of, value);
    return known === undefined ? value : known.value;
  }

  private await(key: string, of: L, value: Promise<T>): void {
    this.making.set(key, value);
    value
      .then((whole) => this.kept.set(key, { of, value: whole, looks: this.looks }))
      .finally(() => this.making.delete(key))
      // Whoever waits is told; the next who asks begins again.
      .catch(() => {});
  }
}
