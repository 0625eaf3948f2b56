import { expect, it } from 'vitest';
import { loadBacktests } from '#server/exchange/backtests/backtest-book.ts';
import { BACKTESTS, type BacktestEntry } from '#server/exchange/backtests/backtest-entry.ts';
import { CONDITION_SETS, openConditionSets } from '#server/exchange/condition-sets/condition-sets.ts';
import { botListHandlers } from '#server/exchange/handlers/bot-list-handlers.ts';
import type { HandlerParts } from '#server/exchange/handlers/bot-parts.ts';
import type { StoreReader } from '#server/exchange/store/store.ts';

/** What traders keep beside their bots: what one has is found without a look at what all others have. */

const NOBODY = { put: () => {}, remove: () => {} };

/** A store that has these rows and nothing else. */
function storeWith(collection: string, rows: Iterable<object>): StoreReader {
  return {
    async get() {},
    async *all(name: string) {
      if (name === collection) for (const row of rows) yield { key: '', value: JSON.stringify(row) };
    },
  } as unknown as StoreReader;
}

/** Somebody's thing that counts how often it is asked whose it is. */
function watched<T extends object>(one: T): { readonly one: T & { readonly ownerId: number }; looks(): number } {
  let looks = 0;
  function get(): number {
    looks += 1;
    return 2;
  }
  return { one: Object.defineProperty(one, 'ownerId', { get }) as never, looks: () => looks };
}

it('an exchange of more saved conditions than a call may have arguments begins, and gives the next number', async () => {
  function* rows() {
    for (let id = 1; id <= 150_000; id += 1) yield { id, ownerId: id, name: 'Trend', createMs: 0, conditions: {} };
  }
  const sets = await openConditionSets(storeWith(CONDITION_SETS, rows()));
  expect(sets.nextId()).toBe(150_001);
  expect(sets.ofOwner(7)).toMatchObject([{ id: 7 }]);
});

it('whoever asks for his own conditions looks at nobody else’s', async () => {
  const sets = await openConditionSets(storeWith(CONDITION_SETS, []));
  const other = watched({ id: 1, name: 'Trend', createMs: 0, conditions: {} });
  sets.put(NOBODY, other.one as never);
  const before = other.looks();
  for (let turn = 0; turn < 3; turn += 1) expect(sets.ofOwner(1)).toEqual([]);
  expect(other.looks()).toBe(before);
  expect(sets.ofOwner(2)).toHaveLength(1);
});

it('whoever asks for his own backtests looks at nobody else’s, and who looks for what waits at none that is over', async () => {
  const book = await loadBacktests(
    storeWith(BACKTESTS, [
      { id: 1, ownerId: 1, status: 'running' },
      { id: 2, ownerId: 1, status: 'stopped' },
      { id: 3, ownerId: 2, status: 'queued' },
    ]),
  );
  const other = watched({ id: 4, status: 'stopped' } as BacktestEntry);
  book.put(NOBODY, other.one);
  const before = other.looks();
  expect(book.ofOwner(1).map(({ id }) => id)).toEqual([1, 2]);
  expect([...book.queued()].map(({ id }) => id)).toEqual([1, 3]);
  expect(other.looks()).toBe(before);
});

it('what was taken back is where it was: waiting, running, or gone', async () => {
  const book = await loadBacktests(storeWith(BACKTESTS, []));
  const waiting = () => [...book.queued()].map(({ id, status }) => `${id} ${status}`);
  const entry = { id: 1, ownerId: 1, status: 'queued' } as BacktestEntry;
  const made = book.put(NOBODY, entry);
  const begun = book.put(NOBODY, { ...entry, status: 'running' });
  expect([waiting(), book.get(1)?.status]).toEqual([[], 'running']);
  begun.undo();
  expect([waiting(), book.ofOwner(1)]).toEqual([['1 queued'], [entry]]);
  const removed = book.remove(NOBODY, entry);
  expect([waiting(), book.ofOwner(1)]).toEqual([[], []]);
  removed.undo();
  expect(waiting()).toEqual(['1 queued']);
  made.undo();
  expect([waiting(), book.ofOwner(1), book.get(1)]).toEqual([[], [], undefined]);
});

it('counters and lists of what runs go through nothing that has ended', async () => {
  const asked: string[] = [];
  const book = {
    ofOwner: () => asked.push('all') && [],
    runningOf: () => asked.push('running') && [],
    get: async () => undefined,
  };
  const parts = { book, earn: [], views: {} } as unknown as HandlerParts;
  const { strategyNumber, strategies } = botListHandlers(parts);
  const request = (query: object) => ({ query, user: { id: 1 }, nowMs: 0 }) as never;
  await strategyNumber(request({}));
  await strategies(request({ status: 'running' }));
  expect(asked).toEqual(['running', 'running']);
  await strategyNumber(request({ status: 'finished' }));
  await strategies(request({}));
  expect(asked.slice(2)).toEqual(['all', 'all']);
});
