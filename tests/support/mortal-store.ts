import type { Store } from '#server/exchange/store/store.ts';

/** A disk after which the process is dead from the `at`-th commit on; `before` it is written or behind it. */
export function mortal(store: Store, when: 'before' | 'behind') {
  let left = Number.POSITIVE_INFINITY;
  const dying: Store = Object.create(store, {
    commit: {
      value: async (batch: Parameters<Store['commit']>[0]) => {
        left -= 1;
        if (left < 0 || (left === 0 && when === 'before')) throw new Error('killed');
        await store.commit(batch);
        if (left === 0) throw new Error('killed');
      },
    },
  });
  const dieAt = (at: number): void => {
    left = at;
  };
  return { store: dying, dieAt, isDead: () => left <= 0 };
}
