import type { ClientBase } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepLease } from '#server/exchange/store/postgres-lease.ts';
import { StoreLost } from '#server/exchange/store/store-errors.ts';

/** Whoever keeps the lease on a thread that is held again and again: each time he looks, so much has passed. */
function lookingEvery(stepMs: number, query: () => Promise<unknown>) {
  let nowMs = 0;
  const onLost = vi.fn<(error: Error) => void>();
  keepLease({
    client: { query } as unknown as ClientBase,
    ...{ epoch: 1, holder: 'me', writerPid: 1, turnSentMs: () => null, turnRows: () => 0 },
    ...{ nowMs: () => nowMs, onLost, onStandstill() {}, onMonth() {} },
  });
  return {
    onLost,
    async look(times: number): Promise<void> {
      for (let look = 0; look < times; look += 1) {
        nowMs += stepMs;
        await vi.advanceTimersByTimeAsync(100);
      }
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a store that does not answer is lost, by a thread that is held again and again too', async () => {
  const { onLost, look } = lookingEvery(700, () => new Promise(() => {}));
  await look(2);
  expect(onLost).not.toHaveBeenCalled();
  await look(4);
  expect(onLost.mock.calls).toEqual([[new StoreLost('The lease of the store could not be renewed in time.')]]);
});

it('one that answers each time is not, however long the thread was held before it could ask', async () => {
  const { onLost, look } = lookingEvery(3_000, async () => ({ rows: [{ month: 1 }] }));
  await look(20);
  expect(onLost).not.toHaveBeenCalled();
});
