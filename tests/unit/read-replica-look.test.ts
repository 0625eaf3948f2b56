import { expect, it } from 'vitest';
import type { ParsedQueryOf } from '#lib/contract/contract.ts';
import type { PublicFilter } from '#lib/contract/list-filter.ts';
import { ListReader } from '#server/read-replica/list-reader.ts';
import { Look, OtherLook } from '#server/read-replica/look.ts';
import type { Replica } from '#server/read-replica/replica.ts';

const SLOTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Which of ten slots stand under a value. */
const FACETS: Readonly<Record<string, readonly number[]>> = {
  'shown 1': SLOTS,
  'kind spot_grid': [0, 1, 2, 3, 8],
  'coin BTC': [1, 3, 5, 8, 9],
  'side buy': [1, 8],
};
const [ALL_GRIDS, BITCOIN, BOUGHT]: readonly PublicFilter[] = [
  { kind: 'spot_grid', onlyOpenParams: false },
  { kind: 'spot_grid', coin: 'BTC', onlyOpenParams: false },
  { coin: 'BTC', side: 'buy', onlyOpenParams: false },
] as never;

/** A replica in memory whose look is `number`, and what it was asked. Bots are slots plus 100, best last. */
function replicaAt(number: { look: number }) {
  const asked: string[] = [];
  const words = (values: readonly number[]) => Buffer.from(Int32Array.from(values).buffer);
  return {
    asked,
    async column(name: string) {
      asked.push(name);
      const cells = name.startsWith('order') ? SLOTS.toReversed() : SLOTS.map((slot) => slot + 100);
      return { look: number.look, cells: words(cells) };
    },
    async facet(name: string, value: string) {
      asked.push(`${name} ${value}`);
      const slots = new Uint8Array(2);
      for (const slot of FACETS[`${name} ${value}`] ?? [])
        slots[slot >>> 3] = (slots[slot >>> 3] ?? 0) | (1 << (slot & 7));
      return { look: number.look, slots: FACETS[`${name} ${value}`] === undefined ? new Uint8Array(0) : slots };
    },
  };
}

const PAGE = { page: 1, pageSize: 10 };

it('a list narrowed by values that others were narrowed by asks the replica nothing, and is the one that all of them leave', async () => {
  const replica = replicaAt({ look: 1 });
  const look = new Look(1, replica);
  const ids = async (filter: PublicFilter | undefined) => (await look.page(filter as PublicFilter, 'rate', PAGE)).ids;
  expect(await ids(ALL_GRIDS)).toEqual([108, 103, 102, 101, 100]);
  expect(await ids(BOUGHT)).toEqual([108, 101]);
  const before = replica.asked.length;
  expect(new Set(replica.asked).size).toBe(before);
  expect(await ids(BITCOIN)).toEqual([108, 103, 101]);
  expect(replica.asked.length).toBe(before);
  expect(await ids({ coin: 'DOGE', onlyOpenParams: false } as PublicFilter)).toEqual([]);
});

it('the next look has what the one before was narrowed by before anybody asks, and never a value of another look', async () => {
  const at = { look: 1 };
  const replica = replicaAt(at);
  const first = new Look(1, replica);
  await first.page(BITCOIN as PublicFilter, 'rate', PAGE);
  at.look = 2;
  await expect(first.page(BOUGHT as PublicFilter, 'rate', PAGE)).rejects.toThrow(OtherLook);
  const second = new Look(2, replica);
  await second.makeAs(first);
  replica.asked.length = 0;
  expect((await second.page(BITCOIN as PublicFilter, 'rate', PAGE)).ids).toEqual([108, 103, 101]);
  expect(replica.asked).toEqual([]);
});

it('who asks for what the look before has not is answered of the next, and waits for nothing that others asked for', async () => {
  const at = { look: 1 };
  const { column, facet } = replicaAt(at);
  /** A connection is being held up with what somebody else had asked for. */
  const heldUp = async (name: string) =>
    at.look > 1 && name === 'order year_pft_rate' ? new Promise<never>(() => {}) : column(name);
  const reader = new ListReader({
    facet,
    column: heldUp,
    bots: async (ids: readonly number[]) => ({
      ...{ look: at.look, isFresh: true },
      bots: ids.map((id) => ({ id, item: `${id}`, isGood: true })),
    }),
  } as Partial<Replica> as Replica);
  const asked = async (more: object) => {
    const query = { strategy_type: 'spot_grid', order_by: 'rate', page: 1, page_size: 10, ...more };
    return JSON.parse((await reader.recommendList(query as ParsedQueryOf<'recommendList'>)) ?? 'null')?.data;
  };
  await asked({ order_by: 'year_pft_rate', coin: 'BTC' });
  expect(await asked({ coin: 'BTC' })).toEqual([108, 103, 101]);
  at.look = 2;
  expect(await asked({ side: 'buy' })).toEqual([108, 101]);
  // What the one before has is shown of it meanwhile.
  expect(await asked({ order_by: 'year_pft_rate', coin: 'BTC' })).toHaveLength(3);
});
