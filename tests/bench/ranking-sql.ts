import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { ParsedQueryOf } from '#lib/contract/contract.ts';
import type { FacetName } from '#lib/contract/list-filter.ts';
import { LIST_DAYS, LIST_FALLS, LIST_INVESTMENTS, LIST_SIDES } from '#lib/contract/vocabulary.ts';
import { type ListDatabase, openListDatabase } from '#server/exchange/public-lists/list-database.ts';
import { openPostgresStore } from '#server/exchange/store/postgres-store.ts';
import type { LookColumns } from '#server/exchange/views/look-columns.ts';
import { byRanking } from '#server/exchange/views/ranking.ts';
import { ListReader } from '#server/read-replica/list-reader.ts';
import { openReplica } from '#server/read-replica/replica.ts';
import { HAS_POSTGRES_PROGRAMS, ownServer } from '#tests/support/postgres-server.ts';
import { type AskedList, anyList, knownList } from './support/list-questions.ts';
import { seededUniform } from './support/seeded-candles.ts';

const BOTS = Number(process.env.BENCH_BOTS ?? 100_000);
const STRETCH_MS = Number(process.env.BENCH_MS ?? 90_000);
/** A page is to be there in so many ms (issue 13). */
const LONGEST_PAGE_MS = 15;
const A_SECOND = 20;
/** Looks at so many bots take about a minute (`views/upkeep.ts`); here they come more often. */
const LOOK_EVERY_MS = 20_000;
const ITEMS_A_SECOND = 100;
const OWNERS = 2_000;
const COINS = ['BTC', 'ETH', 'SOL', ...Array.from({ length: 27 }, (_, at) => `C${at}`)];
const KINDS = ['spot_grid', 'spot_grid', 'futures_grid', 'infinite_grid', 'martingale', 'smart-position'];

/** Columns of random bots, as the exchange writes them; each look moves some of them. */
function board(uniform: () => number) {
  const words = Math.ceil(BOTS / 32);
  const facets = new Map<string, { name: FacetName; value: string; slots: Uint32Array }>();
  const stand = (name: FacetName, value: string, slot: number): void => {
    const key = `${name} ${value}`;
    const column = facets.get(key) ?? { name, value, slots: new Uint32Array(words) };
    facets.set(key, column);
    column.slots[slot >>> 5] = (column.slots[slot >>> 5] as number) | (1 << (slot & 31));
  };
  const one = <T>(values: readonly T[]): T => values[Math.floor(uniform() * values.length)] as T;
  for (let slot = 0; slot < BOTS; slot += 1) {
    const coin = one(COINS);
    const [fall, days, least] = [uniform() ** 2, uniform() * 120, uniform() * 2_000];
    stand('shown', '1', slot);
    stand('kind', one(KINDS), slot);
    stand('coin', coin, slot);
    stand('market', `${coin}_USDT`, slot);
    stand('side', one(LIST_SIDES), slot);
    if (uniform() < 0.5) stand('open', '1', slot);
    for (const most of LIST_FALLS) if (fall <= Number(most)) stand('fall', most, slot);
    for (const days_ of LIST_DAYS) if (days >= Number(days_)) stand('days', days_, slot);
    for (const most of LIST_INVESTMENTS) if (least <= Number(most)) stand('investment', most, slot);
  }
  const scores = byRanking(() => Float64Array.from({ length: BOTS }, uniform));
  const order = (of: Float64Array): Int32Array =>
    Int32Array.from({ length: BOTS }, (_, slot) => slot).sort((a, b) => (of[b] as number) - (of[a] as number));
  const ids = Uint32Array.from({ length: words * 32 }, (_, slot) => (slot < BOTS ? 100_001 + slot : 0));
  const owners = Uint32Array.from(ids, () => 1 + Math.floor(uniform() * OWNERS));
  return (atMs: number): LookColumns => {
    for (let moves = 0; moves < BOTS / 10; moves += 1)
      for (const of of Object.values(scores)) of[Math.floor(uniform() * BOTS)] = uniform();
    return {
      atMs,
      orders: byRanking((name) => order(scores[name])),
      ids,
      owners,
      facets: [...facets.values()],
      ranked: [],
      unranked: [],
      providers: new Map(),
    };
  };
}

/** As long as an item of a bot with a month of days is. */
function itemText(id: number, uniform: () => number): string {
  const points = Array.from({ length: 31 }, (_, day) => ({
    time_stamp: 1_780_000_000 + day,
    rate: uniform().toFixed(4),
  }));
  return JSON.stringify({ strategy_id: id, back_profit: points, rest: 'x'.repeat(1_200) });
}

async function putItems(database: ListDatabase, from: number, count: number, uniform: () => number): Promise<void> {
  const items = Array.from({ length: count }, (_, at) => {
    const id = 100_001 + ((from + at) % BOTS);
    return { id, text: itemText(id, uniform), goodMs: 3_600_000 };
  });
  await database.put(() => items);
}

/** What the exchange writes meanwhile. */
async function writer(database: ListDatabase, looks: readonly LookColumns[], uniform: () => number) {
  const began = performance.now();
  let nextLook = began + LOOK_EVERY_MS;
  const took: number[] = [];
  for (let second = 1; performance.now() - began < STRETCH_MS; second += 1) {
    await putItems(database, second * ITEMS_A_SECOND, ITEMS_A_SECOND, uniform);
    await database.beat();
    if (performance.now() >= nextLook) {
      nextLook += LOOK_EVERY_MS;
      const columns = looks[took.length];
      if (columns === undefined) throw new Error('there are too few looks');
      const at = performance.now();
      await database.writeLook(columns);
      took.push(performance.now() - at);
    }
    await delay(Math.max(0, began + second * 1_000 - performance.now()));
  }
  return took;
}

function percentiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1));
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}

async function visitors(reader: ListReader) {
  const waited: Record<'known' | 'any', number[]> = { known: [], any: [] };
  const uniform = seededUniform(5);
  const began = performance.now();
  const slowest: { ms: number; atSecond: number; query: AskedList }[] = [];
  let unanswered = 0;
  for (let asked = 0; performance.now() - began < STRETCH_MS; asked += 1) {
    await delay(Math.max(0, began + (asked * 1_000) / A_SECOND - performance.now()));
    const list = asked % 2 === 0 ? 'known' : 'any';
    const query = list === 'known' ? knownList(asked / 2, BOTS) : anyList(uniform);
    const at = performance.now();
    const reply = await reader.recommendList(query as unknown as ParsedQueryOf<'recommendList'>);
    const ms = performance.now() - at;
    waited[list].push(ms);
    slowest.push({ ms: Math.round(ms), atSecond: Math.round((at - began) / 1_000), query });
    slowest.sort((a, b) => b.ms - a.ms).splice(8);
    if (reply === null) unanswered += 1;
  }
  return { ...waited, slowest, unanswered };
}

/** What is written meanwhile is written by a process of its own in the product; here both take of the same two cores. */
async function rankingSql(): Promise<Record<string, unknown>> {
  if (!HAS_POSTGRES_PROGRAMS) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const server = await ownServer([['shared_buffers', '256MB']]);
  const uniform = seededUniform(3);
  const { url } = server;
  const replica = openReplica(url);
  try {
    await (await openPostgresStore({ url, holder: 'bench', isPatient: false, collections: [] })).close();
    const database = await openListDatabase({ url, epoch: 1 });
    for (let from = 0; from < BOTS; from += 1_000)
      await putItems(database, from, Math.min(1_000, BOTS - from), uniform);
    const look = board(uniform);
    await database.writeLook(look(0));
    // Made before: the exchange's own process orders them.
    const later = Array.from({ length: Math.ceil(STRETCH_MS / LOOK_EVERY_MS) }, (_, at) => look(at + 1));
    const [{ known, any, slowest, unanswered }, looks] = await Promise.all([
      visitors(new ListReader(replica)),
      writer(database, later, uniform),
    ]);
    await database.close();
    const [ofKnown, ofAny] = [percentiles(known), percentiles(any)];
    const isLate = Math.max(ofKnown.p99, ofAny.p99) > LONGEST_PAGE_MS || unanswered > 0;
    return {
      size: `${BOTS} public bots of ${OWNERS} providers, ${A_SECOND} pages a second, a look every ${LOOK_EVERY_MS / 1_000} s, ${ITEMS_A_SECOND} bots written a second`,
      ...{
        known: ofKnown,
        any: ofAny,
        pages: known.length + any.length,
        slowest,
        unanswered,
        lookWriteMs: percentiles(looks),
      },
      tooLong: isLate ? ['page'] : [],
    };
  } finally {
    await replica.close();
    await server.end();
  }
}

export const benches = [{ name: 'ranking-sql', run: rankingSql }];
