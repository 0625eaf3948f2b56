import fc from 'fast-check';
import { describe, it } from 'vitest';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from '#lib/engine/machine.ts';
import { TriggerIndex } from '#lib/engine/trigger-index.ts';
import { expect } from '#tests/support/quick-expect.ts';

interface Sleeper {
  readonly name: number;
  below: number;
  above: number;
  wakeAtMs: number;
}

const level = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 100_000 }));
const below = fc.oneof({ weight: 5, arbitrary: level }, { weight: 1, arbitrary: fc.constant(NO_LEVEL_BELOW) });
const above = fc.oneof({ weight: 5, arbitrary: level }, { weight: 1, arbitrary: fc.constant(NO_LEVEL_ABOVE) });
const wake = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(Number.POSITIVE_INFINITY));
const registration = fc.record({ type: fc.constant('register' as const), below, above, wake, pick: fc.nat() });
const command = fc.oneof(
  registration,
  fc.record({ type: fc.constant('update' as const), below, above, wake, pick: fc.nat() }),
  fc.record({ type: fc.constant('remove' as const), pick: fc.nat() }),
  fc.record({ type: fc.constant('price' as const), pick: fc.oneof(fc.integer({ min: 0, max: 61 }), fc.nat(100_001)) }),
  fc.record({ type: fc.constant('time' as const), pick: fc.integer({ min: 0, max: 41 }) }),
);

/** Who wakes, found by looking at everybody. */
function expectedWoken(sleepers: readonly Sleeper[], ticks: number, isFalling: boolean): number[] {
  const downward = sleepers
    .filter((sleeper) => sleeper.below !== NO_LEVEL_BELOW && ticks <= sleeper.below)
    .toSorted((a, b) => b.below - a.below || a.name - b.name);
  const upward = sleepers
    .filter((sleeper) => sleeper.above !== NO_LEVEL_ABOVE && ticks >= sleeper.above)
    .toSorted((a, b) => a.above - b.above || a.name - b.name);
  const inOrder = isFalling ? [...downward, ...upward] : [...upward, ...downward];
  return [...new Set(inOrder.map((sleeper) => sleeper.name))];
}

describe('the trigger index', () => {
  it('wakes exactly those whose level or time is reached, first touched first, ties by registration', () => {
    fc.assert(
      fc.property(fc.array(registration, { maxLength: 150 }), fc.array(command, { maxLength: 150 }), (first, then) => {
        const index = new TriggerIndex();
        const byHandle = new Map<number, Sleeper>();
        let names = 0;
        let last = Number.NaN;
        const named = (handles: readonly number[]): number[] =>
          handles.map((handle) => byHandle.get(handle)?.name ?? -1);
        const pickHandle = (pick: number): number | undefined =>
          [...byHandle.keys()][pick % Math.max(1, byHandle.size)];
        for (const step of [...first, ...then]) {
          const handle = pickHandle(step.pick);
          if (step.type === 'register') {
            const given = index.register(step.below, step.above, step.wake);
            expect(byHandle.has(given)).toBe(false);
            byHandle.set(given, { name: names++, below: step.below, above: step.above, wakeAtMs: step.wake });
          } else if (step.type === 'update' && handle !== undefined) {
            index.update(handle, step.below, step.above, step.wake);
            Object.assign(byHandle.get(handle) as Sleeper, {
              below: step.below,
              above: step.above,
              wakeAtMs: step.wake,
            });
          } else if (step.type === 'remove' && handle !== undefined) {
            index.remove(handle);
            byHandle.delete(handle);
          } else if (step.type === 'price') {
            const woken = named(index.advance(step.pick));
            expect(woken).toEqual(expectedWoken([...byHandle.values()], step.pick, step.pick < last));
            last = step.pick;
          } else if (step.type === 'time') {
            const due = [...byHandle.values()].filter((sleeper) => sleeper.wakeAtMs <= step.pick);
            const inOrder = due.toSorted((a, b) => a.wakeAtMs - b.wakeAtMs || a.name - b.name);
            expect(named(index.due(step.pick))).toEqual(inOrder.map((sleeper) => sleeper.name));
          }
          expect(index.size).toBe(byHandle.size);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('finds a low level that a removal elsewhere has moved under higher ones', () => {
    const index = new TriggerIndex();
    const levels = [
      10, 11, 100, 200, 300, 12, 13, 14, 15, 101, 102, 103, 104, 201, 202, 203, 204, 301, 302, 303, 304, 16,
    ];
    const handles = levels.map((above) => index.register(NO_LEVEL_BELOW, above, Number.POSITIVE_INFINITY));
    index.remove(handles[levels.indexOf(301)] as number);
    const woken = index.advance(50).map((handle) => levels[handles.indexOf(handle)]);
    expect(woken).toEqual([10, 11, 12, 13, 14, 15, 16]);
  });

  it('keeps its order with more sleepers than it was first made for', () => {
    const index = new TriggerIndex();
    for (let i = 0; i < 5000; i += 1) index.register(1000 - (i % 100), 2000 + (i % 100), Number.POSITIVE_INFINITY);
    index.advance(1500);
    const woken = index.advance(999);
    expect(woken.length).toBe(100);
    expect(woken[0]).toBe(0);
    expect(woken.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, i) => i * 100));
  });
});
