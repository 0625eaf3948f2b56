import { expect, it } from 'vitest';
import { createBookReader } from '#server/exchange/bots/book-reader.ts';
import type { JournalRow } from '#server/exchange/store/store.ts';
import { testSpec } from '#tests/support/market-specs.ts';

/** A journal of investments alone, each of one coin; who reads on sees what is written meanwhile. */
function journal() {
  const rows: JournalRow[] = [];
  const asked: number[] = [];
  const read: number[] = [];
  return {
    asked,
    read,
    write(): void {
      const entry = { reason: 'bot-fund', postings: [['user:1:spot', 'bot:7', 'USDT', '100000000']] };
      const sequence = rows.length + 1;
      const of = { stream: 'account_book', key: 'bot:7:funds', request: '' };
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
