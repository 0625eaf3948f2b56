import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBookReader } from '#server/exchange/bots/book-reader.ts';
import type { JournalRow } from '#server/exchange/store/store.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { runs } from '#tests/support/runs.ts';

/** A journal of investments alone, each of one coin; who reads on sees what is written meanwhile. */
function journal() {
  const rows: JournalRow[] = [];
  const asked: number[] = [];
  const read: number[] = [];
  return {
    asked,
    read,
    /** An investment, or one of the fees and loans of its other stream. */
    write(key: 'funds' | 'cash' = 'funds', asset = 'USDT'): void {
      const [from, to, reason] =
        key === 'funds' ? ['user:1:spot', 'bot:7', 'bot-fund'] : ['bot:7', 'fees', 'liquidation_fee'];
      const entry = { reason, postings: [[from, to, asset, '100000000']] };
      const sequence = rows.length + 1;
      const of = { stream: 'account_book', key: `bot:7:${key}`, request: '' };
      rows.push({ ...of, sequence, timeMs: sequence * 1_000, value: JSON.stringify(entry) });
    },
    page: async (_stream: string, key: string) => {
      const own = rows.filter((row) => row.key === key);
      return { rows: own.slice(-1), total: own.length };
    },
    async *since(_stream: string, key: string, after: number): AsyncIterable<JournalRow> {
      asked.push(after);
      for (const row of rows) {
        if (row.key !== key || row.sequence <= after) continue;
        read.push(row.sequence);
        yield row;
      }
    },
  };
}

const OWNER = { id: 7, spec: testSpec(), createPrice: () => 1n };

it('reads a journal up to where it stood when it was asked, and afterwards only what came since', async () => {
  const store = journal();
  const reader = createBookReader(store);
  const sumOf = async () => [...(await reader.sums(OWNER)).parts.values()][0];
  store.write();
  store.write();
  const first = sumOf();
  // Handed over after the question: the machine was asked before it.
  store.write();
  expect(await first).toMatchObject({ what: 'funded', amount: 200_000_000n, count: 2 });
  expect(await sumOf()).toMatchObject({ amount: 300_000_000n, count: 3 });
  expect(await sumOf()).toMatchObject({ amount: 300_000_000n, count: 3 });
  expect(store.asked).toEqual([0, 2]);
});

it('tells of entries page by page, the oldest first, and how many there are', async () => {
  const store = journal();
  for (let count = 0; count < 7; count += 1) store.write();
  const page = await createBookReader(store).entries(OWNER, () => true, { page: 2, pageSize: 3 });
  expect(page.total).toBe(7);
  expect(page.rows.map(({ timeMs }) => timeMs)).toEqual([4_000, 5_000, 6_000]);
});

it('reads no further than a page of entries needs, once it knows how many there are', async () => {
  const store = journal();
  for (let count = 0; count < 50; count += 1) store.write();
  const reader = createBookReader(store);
  const page = async (number: number) => (await reader.entries(OWNER, () => true, { page: number, pageSize: 3 })).total;
  expect(await page(1)).toBe(50);
  store.read.length = 0;
  expect(await page(2)).toBe(50);
  expect(store.read).toEqual([1, 2, 3, 4, 5, 6]);
  store.read.length = 0;
  expect((await reader.entries(OWNER, ({ what }) => what === 'sold', { page: 1, pageSize: 3 })).total).toBe(0);
  expect(store.read).toEqual([]);
});

it('has of any part any page as from the beginning, though it begins at the mark before it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('funds', 'cash'), fc.constantFrom('USDT', 'BTC', 'ETH')), { maxLength: 60 }),
      fc.integer({ min: 1, max: 7 }),
      fc.array(
        fc.tuple(
          fc.integer({ min: 1, max: 12 }),
          fc.integer({ min: 1, max: 9 }),
          fc.constantFrom('', 'USDT', 'BTC', 'none'),
        ),
      ),
      async (written, rowsAMark, pages) => {
        const store = journal();
        const reader = createBookReader(store, { rowsAMark });
        const plain = createBookReader(store, { rowsAMark: Number.POSITIVE_INFINITY });
        const half = Math.floor(written.length / 2);
        for (const [key, asset] of written.slice(0, half) as ['funds', string][]) store.write(key, asset);
        // What is remembered goes on with what came since.
        await reader.sums(OWNER);
        for (const [key, asset] of written.slice(half) as ['funds', string][]) store.write(key, asset);
        for (const [page, pageSize, wanted] of pages) {
          const isWanted = ({ asset }: { readonly asset: string }) => wanted === '' || asset === wanted;
          const at = { page, pageSize };
          expect(await reader.entries(OWNER, isWanted, at)).toEqual(await plain.entries(OWNER, isWanted, at));
        }
      },
    ),
    { numRuns: runs(150, 5_000) },
  );
});

it('reads of a page far back the rows between two marks, and no stream that is wholly before or behind it', async () => {
  const store = journal();
  for (let count = 0; count < 500; count += 1) store.write(count % 5 === 0 ? 'cash' : 'funds');
  const reader = createBookReader(store, { rowsAMark: 20 });
  await reader.sums(OWNER);
  const read = async (page: number, what = '') => {
    store.read.length = 0;
    const entries = await reader.entries(OWNER, (entry) => what === '' || entry.what === what, { page, pageSize: 5 });
    expect(entries.rows).toHaveLength(5);
    return store.read.length;
  };
  for (const page of [1, 40, 80]) expect(await read(page, 'funded')).toBeLessThanOrEqual(25);
  for (const page of [1, 20]) expect(await read(page, 'liquidation_fee')).toBeLessThanOrEqual(25);
  expect(await read(100)).toBeLessThanOrEqual(25);
});
