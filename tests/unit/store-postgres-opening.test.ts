import type { ClientBase } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchOpening } from '#server/exchange/store/postgres-opening.ts';
import { StoreInUse } from '#server/exchange/store/store-errors.ts';

const answering = (row: object) => ({ query: async () => ({ rows: [row] }) }) as unknown as ClientBase;

it('who was in the way is said of what was cancelled for it, and hides nothing else that an opening failed with', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const opening = await watchOpening({
    ...{ turns: answering({ pid: 7 }), beside: answering({ waits: false, holder: '"vacuum"' }) },
    ...{ onWaits: () => {}, onReason: () => {}, onStandstill: () => {} },
  });
  const cancelled = Object.assign(new Error('canceling statement due to user request'), { code: '57014' });
  // Somebody else's doing, as long as nothing was given up.
  expect(opening.reasonOf(cancelled)).toBe(cancelled);
  await vi.advanceTimersByTimeAsync(7_500);
  expect(opening.reasonOf(cancelled)).toMatchObject({
    name: 'StoreHeld',
    message: expect.stringContaining('"vacuum"'),
  });
  // It was let go of in the same moment, and another has the store by now: that is another matter, and waited for.
  const inUse = new StoreInUse('in use');
  expect(opening.reasonOf(inUse)).toBe(inUse);
  opening.end();
});
