/** Hears of each call of a machine before it is made. Who changes nothing by it may write down what a machine lived through. */
export interface CallListener<K> {
  /** A price of one of its feeds; `isJump`: it did not go there continuously. */
  price(key: K, isJump: boolean, feed: number, ticks: number, timeMs: number): void;
  /** A moment; `prices` by feed, the driver's own array. */
  time(key: K, timeMs: number, prices: readonly number[]): void;
}

/** Nobody. */
export const NO_LISTENER: CallListener<unknown> = { price: () => {}, time: () => {} };
