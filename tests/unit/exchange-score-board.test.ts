import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PublicFilter } from '#lib/contract/list-filter.ts';
import type { EndedBot } from '#server/exchange/bots/ended-bot.ts';
import { DueItems } from '#server/exchange/public-lists/due-items.ts';
import type { BotViews } from '#server/exchange/views/bot-views.ts';
import { sortedInChunks } from '#server/exchange/views/chunked-sort.ts';
import { createPublicIndex } from '#server/exchange/views/public-index.ts';
import { RANKINGS, type Ranked } from '#server/exchange/views/ranking.ts';
import { ScoreBoard, type Scores } from '#server/exchange/views/score-board.ts';
import { Upkeep } from '#server/exchange/views/upkeep.ts';

function finish<T>(work: Generator<void, T>): { value: T; pauses: number } {
  for (let pauses = 0; ; pauses += 1) {
    const step = work.next();
    if (step.done === true) return { value: step.value, pauses };
  }
}

describe('sorting in chunks', () => {
  it('is what sorting at once is, equal items in their order too', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 9_000, size: 'max' }), (keys) => {
        const items = keys.map((key, at) => ({ key, at }));
        const { value } = finish(sortedInChunks(items, (a, b) => a.key - b.key));
        expect(value).toEqual([...items].sort((a, b) => a.key - b.key));
      }),
      // Shrinking thousands of items would take longer than the message is worth.
      { numRuns: 20, endOnFailure: true },
    );
  });

  it('pauses for many items and not for few', () => {
    const items = (count: number) => Array.from({ length: count }, (_, index) => (index * 7_919) % count);
    expect(finish(sortedInChunks(items(2_000), (a, b) => a - b)).pauses).toBe(0);
    expect(finish(sortedInChunks(items(50_000), (a, b) => a - b)).pauses).toBeGreaterThan(100);
  });
});

/** A bot that has ended: its figures are for ever, so one by one they tell whose order it is. */
function ended(id: number, rate: number, nowMs: number): EndedBot {
  return {
    record: {
      ...{
        id,
        kind: 'spot_grid',
        ownerId: id % 7,
        followId: 0,
        status: 'finished',
        isHide: false,
        listedMs: nowMs - 30 * 86_400_000,
        shownMs: nowMs - 30 * 86_400_000,
      },
      ...{ isOpenParams: true, isAi: false, startEquity: 1n, deposited: 0n, matchTimes: 0 },
      ...{ createMs: nowMs - 30 * 86_400_000, finishMs: nowMs - 1 },
    },
    spec: { market: 'BTC_USDT' },
    outcome: {
      ...{ profit: 0n, rateE8: BigInt(rate), drawdownE8: 0n, sharpe: rate },
      days: { count: 20, mean: rate / 1e6, squares: 1 },
    },
  } as unknown as EndedBot;
}

const NOW = Date.UTC(2026, 4, 20);

function indexOf(bots: EndedBot[], keptPlaces?: number) {
  let read = 0;
  let nowMs = NOW;
  const rests: number[] = [];
  const every = function* () {
    for (const bot of bots) {
      read += 1;
      yield bot;
    }
  };
  const upkeep = new Upkeep(async (ms) => void rests.push(ms));
  const book = { every, ofOwner: (id: number) => bots.filter(({ record }) => record.ownerId === id) };
  const index = createPublicIndex({ book, views: {} as BotViews, clock: { nowMs: () => nowMs }, upkeep, keptPlaces });
  return {
    index,
    rests,
    read: () => read,
    ranked: (filter: PublicFilter, at: number) => {
      nowMs = at;
      return index.ranked(filter, 'rate', at);
    },
  };
}

/** Turns of the event loop until a promise is kept. */
async function turnsUntil(promise: Promise<unknown>): Promise<number> {
  let isKept = false;
  void promise.then(() => {
    isKept = true;
  });
  for (let turns = 0; ; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (isKept) return turns;
  }
}

describe('what lists are made of', () => {
  it('is of every bot that stands in the default order, those among them that stand in no other by a figure (H57)', async () => {
    const bots = Array.from({ length: 40 }, (_, id) => ended(id + 1, id, NOW));
    const late = bots[7] as EndedBot;
    bots[7] = { ...late, record: { ...late.record, shownMs: late.record.createMs + 1 } };
    const { index } = indexOf(bots);
    const columns = await index.columns(NOW);
    const { orders, ids, ranked, unranked } = columns;
    const standing = (ranking: (typeof RANKINGS)[number]) => [...orders[ranking]].map((slot) => ids[slot]);
    expect(standing('default')).toContain(8);
    expect(standing('default')).toHaveLength(40);
    expect(ranked.map(({ bot }) => bot.record.id)).toEqual(standing('default'));
    expect(unranked).toEqual([]);
    const due = new DueItems(() => null);
    finish(due.look(columns));
    const written = due.take(100, NOW)?.map(({ bot }) => bot.record.id);
    expect(written?.sort((a, b) => a - b)).toEqual(bots.map(({ record }) => record.id));
    for (const ranking of RANKINGS) {
      if (ranking === 'default' || ranking === 'create_time') continue;
      expect(standing(ranking)).toHaveLength(39);
      expect(standing(ranking)).not.toContain(8);
    }
  });
});

describe('rankings of many bots', () => {
  const many = Array.from({ length: 30_000 }, (_, id) => ended(id + 1, (id * 7_919) % 10_007, NOW));
  const idsOf = (list: readonly Ranked[]) => list.map(({ bot }) => bot.record.id);
  const byHand = (bots: readonly EndedBot[]) =>
    [...bots]
      .sort((a, b) => Number(b.outcome.rateE8 - a.outcome.rateE8) || a.record.id - b.record.id)
      .map(({ record }) => record.id);

  it('are looked at in pieces, and stand as if they had been looked at once', async () => {
    const { ranked, read } = indexOf(many);
    const first = ranked({}, NOW);
    expect(read()).toBeLessThan(1_000);
    expect(await turnsUntil(first)).toBeGreaterThan(5);
    expect(idsOf(await first)).toEqual(byHand(many));
  });

  it('of one kind are picked out in pieces, once for all who ask', async () => {
    const { ranked } = indexOf(many);
    const all = await ranked({}, NOW);
    const asked = [1, 2].map(() => ranked({ kind: 'spot_grid' }, NOW));
    await turnsUntil(Promise.all(asked));
    const [one, other] = await Promise.all(asked);
    expect(one).toEqual(all);
    expect(one).toBe(other);
  });

  it('show the last ranks while bots are looked at, and then the new ones, of all that changed and of nothing else', async () => {
    const bots = [...many];
    const { ranked, rests } = indexOf(bots);
    const before = await ranked({}, NOW);
    bots.push(ended(99_999, 20_000, NOW));
    bots[4] = ended(5, 30_000, NOW);
    bots.splice(7, 1);
    expect(await ranked({}, NOW + 1_000)).toBe(before);
    const meanwhile = ranked({}, NOW + 2_000);
    expect(await turnsUntil(meanwhile)).toBe(0);
    expect(await meanwhile).toBe(before);
    for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await ranked({}, NOW + 2_500);
    for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(idsOf(await ranked({}, NOW + 2_500))).toEqual(byHand(bots));
    expect(rests.length).toBeGreaterThan(0);
  });

  it('are kept as lists of so many places together at the most', async () => {
    const { index } = indexOf(many.slice(0, 400), 2_000);
    const first = await index.ranked({}, 'rate', NOW);
    expect(await index.ranked({}, 'rate', NOW)).toBe(first);
    for (const ranking of RANKINGS) await index.ranked({ market: 'BTC_USDT' }, ranking, NOW);
    expect(await index.ranked({}, 'rate', NOW)).not.toBe(first);
    expect(await index.ranked({}, 'rate', NOW)).toEqual(first);
  });

  it('are forgotten with the look that they are of, unless somebody asks for them again: each holds its order of all bots', async () => {
    const { ranked } = indexOf(many);
    const look = async (at: number) => {
      void ranked({ coin: 'ETH' }, at);
      for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    const turns = (at: number) => turnsUntil(ranked({ kind: 'spot_grid' }, at));
    await ranked({ kind: 'spot_grid' }, NOW);
    await look(NOW + 2_000);
    // Of the look before it is shown at once, and made anew meanwhile.
    expect(await turns(NOW + 2_000)).toBe(0);
    for (const at of [4_000, 6_000, 8_000]) await look(NOW + at);
    expect(await turns(NOW + 8_000)).toBeGreaterThan(0);
  });

  it('in pages are made in pieces, and shown until those of the next look are there', async () => {
    const bots = [...many];
    const { index } = indexOf(bots);
    const page = (number: number, at = NOW) => index.page({}, 'default', { page: number, pageSize: 20 }, at);
    const asked = page(1);
    await turnsUntil(asked);
    const one = await asked;
    expect(one).toMatchObject({ count: bots.length });
    const whole = await Promise.all(Array.from({ length: one.pages }, (_, at) => page(at + 1)));
    expect(new Set(whole.flatMap(({ entries }) => idsOf(entries))).size).toBe(bots.length);
    expect((await page(one.pages + 1)).entries).toEqual([]);
    bots.push(ended(99_999, 20_000, NOW));
    expect((await page(1, NOW + 2_000)).count).toBe(one.count);
    for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const between = page(1, NOW + 2_500);
    expect(await turnsUntil(between)).toBe(0);
    for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect((await page(1, NOW + 2_500)).count).toBe(bots.length);
  });

  it('have the same pages by one figure as the whole list, narrowed or not', async () => {
    const { index } = indexOf(many.slice(0, 1_000));
    for (const filter of [{}, { kind: 'spot_grid' }, { kind: 'futures_grid' }] as const) {
      const list = await index.ranked(filter, 'rate', NOW);
      for (const page of [1, 2, 50, 51]) {
        const { count, pages, entries } = await index.page(filter, 'rate', { page, pageSize: 20 }, NOW);
        expect([count, pages]).toEqual([list.length, Math.ceil(list.length / 20)]);
        expect(idsOf(entries)).toEqual(idsOf(list.slice((page - 1) * 20, page * 20)));
      }
    }
  });

  it('are narrowed rightly by bots that came where others had been taken back', async () => {
    const bots = many.slice(0, 300);
    const { ranked } = indexOf(bots);
    const inKind = async (kind: 'spot_grid' | 'futures_grid', at: number) => idsOf(await ranked({ kind }, at));
    expect(await inKind('spot_grid', NOW)).toHaveLength(300);
    bots.splice(0, 100);
    expect(await inKind('spot_grid', NOW + 4_000)).toHaveLength(200);
    for (let id = 1; id <= 150; id += 1) {
      const bot = ended(50_000 + id, id, NOW);
      bots.push({ ...bot, record: { ...bot.record, kind: 'futures_grid' } });
    }
    const grids = await inKind('futures_grid', NOW + 8_000);
    expect([...grids].sort()).toEqual(Array.from({ length: 150 }, (_, at) => 50_001 + at).sort());
    expect(await inKind('spot_grid', NOW + 8_000)).toHaveLength(200);
  });

  it('of few bots are looked at at once: nobody is shown old ones, and what is hidden stands nowhere from that moment', async () => {
    const bots = many.slice(0, 300);
    const { ranked } = indexOf(bots);
    await ranked({}, NOW);
    bots.push(ended(99_999, 20_000, NOW));
    expect((await ranked({}, NOW + 2_000))[0]?.bot.record.id).toBe(99_999);
    const hidden = bots[300] as EndedBot;
    bots[300] = { ...hidden, record: { ...hidden.record, isHide: true } };
    expect(idsOf(await ranked({}, NOW + 4_000))).toEqual(byHand(bots.slice(0, 300)));
  });
});

/** What becomes of a bot between two looks. */
type Happening = readonly ['rate' | 'days' | 'hide' | 'drop' | 'add', number, number];

describe('ranks that are kept by what changed', () => {
  it('are those of bots that are looked at for the first time, whatever happened', () => {
    const happenings = fc.array(
      fc.tuple(fc.constantFrom('rate', 'days', 'hide', 'drop', 'add'), fc.nat(59), fc.integer({ min: 1, max: 9_999 })),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(fc.array(happenings, { minLength: 1, maxLength: 6 }), (rounds) => {
        const bots = new Map(Array.from({ length: 40 }, (_, id) => [id, ended(id, (id * 37) % 11, NOW)]));
        const kept = new ScoreBoard({ every: () => bots.values() }, {} as BotViews);
        finish(kept.look(() => NOW));
        for (const round of rounds) {
          for (const one of round as Happening[]) happen(bots, one);
          const fresh = new ScoreBoard({ every: () => bots.values() }, {} as BotViews);
          expect(ordersOf(finish(kept.look(() => NOW)).value)).toEqual(ordersOf(finish(fresh.look(() => NOW)).value));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('leave a list alone that nothing moved in', () => {
    const bots = Array.from({ length: 40 }, (_, id) => ended(id, id, NOW));
    const board = new ScoreBoard({ every: () => bots }, {} as BotViews);
    const { orders } = finish(board.look(() => NOW)).value;
    expect(finish(board.look(() => NOW + 5_000)).value.orders.default).toBe(orders.default);
  });
});

function happen(bots: Map<number, EndedBot>, [what, id, value]: Happening): void {
  const bot = bots.get(id);
  // Ids are never given twice.
  if (what === 'add') bots.set(1_000 + bots.size * 100 + id, ended(1_000 + bots.size * 100 + id, value, NOW));
  if (bot === undefined) return;
  const { record, outcome } = bot;
  if (what === 'drop') bots.delete(id);
  if (what === 'hide') bots.set(id, { ...bot, record: { ...record, isHide: value % 2 === 0 } });
  if (what === 'rate') bots.set(id, { ...bot, outcome: { ...outcome, rateE8: BigInt(value), sharpe: value } });
  if (what === 'days')
    bots.set(id, { ...bot, outcome: { ...outcome, days: { count: value % 20, mean: value / 1e6, squares: 1 } } });
}

const ordersOf = ({ orders }: Scores) =>
  Object.fromEntries(
    Object.entries(orders).map(([ranking, order]) => [
      ranking,
      order.placed.map(({ row, score }) => [row.entry.bot.record.id, score]),
    ]),
  );
