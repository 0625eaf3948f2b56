import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublicFilter } from '#lib/contract/list-filter.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { LIST_DAYS, LIST_FALLS, LIST_INVESTMENTS, LIST_SIDES } from '#lib/contract/vocabulary.ts';
import { loadBots } from '#server/exchange/bots/bot-book.ts';
import type { BotRecord } from '#server/exchange/bots/bot-record.ts';
import type { EndedBot } from '#server/exchange/bots/ended-bot.ts';
import type { BotViews } from '#server/exchange/views/bot-views.ts';
import { FacetIndex, isIn } from '#server/exchange/views/facet-index.ts';
import { LeastInvestments } from '#server/exchange/views/least-investments.ts';
import type { Ranked } from '#server/exchange/views/ranking.ts';
import { openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { gathered } from './store-fixture.ts';

const NOW = Date.UTC(2026, 4, 20);
const DAY_MS = 86_400_000;
const COINS = ['BTC', 'ETH', 'SOL'];

/** A bot that has ended: its facts are plain data. */
function entryOf(id: number, [coin, days, fall, side, open, endedDays]: readonly number[]): Ranked {
  const finishMs = NOW - (endedDays as number) * DAY_MS;
  const bot = {
    record: {
      ...{ id, kind: 'spot_grid', ownerId: id, status: 'finished', isOpenParams: open === 1, isAi: false },
      ...{ createMs: finishMs - (days as number) * DAY_MS, finishMs, side: LIST_SIDES[side as number] },
    },
    spec: { market: `${COINS[coin as number]}_USDT` },
    outcome: {},
  } as unknown as EndedBot;
  return { bot, drawdown: (fall as number) / 100 } as Ranked;
}

interface Known {
  readonly index: FacetIndex;
  readonly rows: readonly { readonly entry: Ranked; readonly slot: number }[];
}

/** An index that knows some bots, each where it stands; `least`: what another one like it needs, USDT. */
function indexed(entries: readonly Ranked[], least: (id: number) => number | null, known = () => true): Known {
  const index = new FacetIndex({ of: ({ record }) => least(record.id), isKnown: known });
  const rows = entries.map((entry, slot) => ({ entry, slot }));
  for (const row of rows) index.add(row, NOW);
  return { index, rows };
}

const numbersOf = ({ rows }: Known, slots: Uint32Array | null): number[] =>
  slots === null ? [] : rows.flatMap(({ entry, slot }) => (isIn(slots, slot) ? [entry.bot.record.id] : []));

async function list(known: Known, filter: PublicFilter): Promise<number[]> {
  return numbersOf(known, await known.index.wanted(filter, () => known.rows, NOW));
}

const bots = fc.array(
  fc.tuple(
    ...[2, 200, 40, 2, 1, 120].map((max) => fc.integer({ min: 0, max })),
    // Least investment in USDT; beyond the largest filter: nobody is told.
    fc.integer({ min: 0, max: 1_500 }),
  ),
  { maxLength: 300 },
);
const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const filters: fc.Arbitrary<PublicFilter> = fc.record({
  coin: maybe([...COINS, 'NONE']),
  mostFall: maybe(LIST_FALLS),
  leastDays: maybe(LIST_DAYS),
  side: maybe(LIST_SIDES),
  mostInvestment: maybe(LIST_INVESTMENTS),
  onlyOpenParams: maybe([true, false]),
});

/** The same, bot by bot. */
function isWanted(row: readonly number[], filter: PublicFilter): boolean {
  const [coin, days, fall, side, open, endedDays, least] = row as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return (
    endedDays <= 90 &&
    (filter.coin === undefined || COINS[coin] === filter.coin) &&
    (filter.mostFall === undefined || fall / 100 <= Number(filter.mostFall)) &&
    (filter.leastDays === undefined || days >= Number(filter.leastDays)) &&
    (filter.side === undefined || LIST_SIDES[side] === filter.side) &&
    (filter.mostInvestment === undefined || (least <= 1_000 && least <= Number(filter.mostInvestment))) &&
    (filter.onlyOpenParams !== true || open === 1)
  );
}

describe('bots that are narrowed by several properties at once', () => {
  const leastOf = (rows: readonly (readonly number[])[]) => (id: number) => {
    const least = (rows[id - 1] as readonly number[])[6] as number;
    return least > 1_000 ? null : least;
  };

  it('are those that bot by bot would be, whatever changed since they were seen first', async () => {
    await fc.assert(
      fc.asyncProperty(bots, bots, fc.array(filters, { minLength: 1, maxLength: 4 }), async (rows, later, asked) => {
        let now: readonly (readonly number[])[] = rows;
        const known = indexed(
          rows.map((row, at) => entryOf(at + 1, row)),
          (id) => leastOf(now)(id),
        );
        const byHand = (filter: PublicFilter) => now.flatMap((row, at) => (isWanted(row, filter) ? [at + 1] : []));
        for (const filter of asked) expect(await list(known, filter)).toEqual(byHand(filter));
        // What of a bot cannot change stays: its coin and its side.
        now = rows.map(
          (row, at) => later[at]?.map((value, of) => (of === 0 || of === 3 ? row[of] : value) as number) ?? row,
        );
        const fresh = known.rows.map(({ slot }) => ({
          slot,
          entry: entryOf(slot + 1, now[slot] as readonly number[]),
        }));
        for (const row of fresh) known.index.refresh(row, NOW, false);
        for (const filter of asked) expect(await list({ ...known, rows: fresh }, filter)).toEqual(byHand(filter));
        for (const { slot } of fresh) known.index.clear(slot);
        for (const filter of asked) expect(await list({ ...known, rows: fresh }, filter)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('stay out of the lists when they ended long ago, though nothing of them changes any more', async () => {
    const known = indexed([entryOf(1, [0, 40, 5, 0, 1, 89])], () => null);
    expect(await list(known, {})).toEqual([1]);
    for (const row of known.rows) known.index.refresh(row, NOW + 2 * DAY_MS, true);
    expect(await list(known, {})).toEqual([]);
  });

  it('are looked at for a least investment when somebody asks first, some at a time, and with the looks from then on', async () => {
    let looks = 0;
    const entries = Array.from({ length: 5_000 }, (_, at) => entryOf(at + 1, [at % 3, 40, 5, at % 3, at % 2, 0]));
    let isAnotherDay = false;
    const least = () => {
      looks += 1;
      return isAnotherDay ? 900 : 10;
    };
    const known = indexed(entries, least, () => !isAnotherDay);
    expect(await list(known, { coin: 'BTC' })).toHaveLength(1_667);
    expect(looks).toBe(0);
    const first = known.index.wanted({ mostInvestment: '20' }, () => known.rows, NOW);
    expect(first).toBeInstanceOf(Promise);
    // Who asks meanwhile waits for the same.
    await Promise.all([first, list(known, { mostInvestment: '50', coin: 'BTC' })]);
    expect(looks).toBe(entries.length);
    for (const coin of COINS) {
      for (const mostInvestment of LIST_INVESTMENTS) {
        for (const side of LIST_SIDES) {
          const slots = known.index.wanted({ coin, mostInvestment, side }, () => known.rows, NOW);
          expect(slots).not.toBeInstanceOf(Promise);
        }
      }
    }
    expect(looks).toBe(entries.length);
    isAnotherDay = true;
    const [row] = known.rows as [Known['rows'][number]];
    // Another day’s figure is much work, and the look is told so.
    expect(known.index.refresh(row, NOW, false)).toBeGreaterThan(1);
    expect(await list(known, { mostInvestment: '20' })).toHaveLength(entries.length - 1);
  });

  it('stand under no least investment where today’s rules do not read them any more, and stop no look at the others', async () => {
    const rows = [1, 2, 3].map((id, slot) => {
      const facts = { id, kind: 'spot_grid', ownerId: id, status: 'running', isOpenParams: true, isAi: false };
      const record = { ...facts, createMs: NOW - 40 * DAY_MS, finishMs: null, payload: { is_use_base: '0' } };
      return { slot, entry: { bot: { record, spec: { market: 'BTC_USDT' } }, drawdown: 0 } as unknown as Ranked };
    });
    const leastInvestment: BotViews['leastInvestment'] = ({ record }) => {
      if (record.id === 2) throw new Error('params are made of payloads that the check has passed');
      return 1_000_000_000n;
    };
    const known: Known = { index: new FacetIndex(new LeastInvestments({ leastInvestment })), rows };
    for (const row of rows) known.index.add(row, NOW);
    expect(await list(known, { mostInvestment: '20' })).toEqual([1, 3]);
    for (const row of rows) known.index.refresh(row, NOW + DAY_MS, false);
    expect(await list(known, { mostInvestment: '20' })).toEqual([1, 3]);
    expect(await list(known, {})).toEqual([1, 2, 3]);
  });

  it('of a coin that nobody trades are none, at once', () => {
    const known = indexed([entryOf(1, [0, 40, 5, 0, 1, 0])], () => null);
    for (let name = 0; name < 100; name += 1)
      expect(known.index.wanted({ coin: `NONE${name}` }, () => known.rows, NOW)).toBeNull();
  });
});

describe('the recommended list, narrowed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'exchange-'));
  let exchange: TestExchange;
  let records: ReadonlyMap<number, BotRecord>;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(async () => {
    exchange = await openTestExchange(folder, { worldBots: 100, worldDays: 40 });
    records = new Map((await gathered(loadBots(exchange.store))).map(({ record }) => [record.id, record]));
  });

  async function listed(query: object): Promise<readonly RecommendedItem[]> {
    const page = { strategy_type: 'all', page_size: 500, order_by: 'rate' };
    return (await exchange.send('recommendList', { query: { ...page, ...query } })).data;
  }

  it('shows what its cards say of themselves, and leaves out nobody', async () => {
    const all = await listed({});
    const ids = (items: readonly RecommendedItem[]) => items.map((item) => item.strategy_id);
    const cases: [object, (item: RecommendedItem) => boolean][] = [
      [
        { coin: 'ETH' },
        (item) => item.market.startsWith('ETH_') || item.asset_info.some(({ asset }) => asset === 'ETH'),
      ],
      ...LIST_FALLS.map((most): [object, (item: RecommendedItem) => boolean] => [
        { max_draw_down: most },
        (item) => Number(item.max_draw_down) <= Number(most),
      ]),
      [{ min_days: '30' }, (item) => item.run_times >= 30 * 86_400],
      ...LIST_SIDES.map((side): [object, (item: RecommendedItem) => boolean] => [
        { side },
        (item) => item.side === side,
      ]),
      [
        { max_draw_down: '0.2', min_days: '30', side: 'buy' },
        (item) => Number(item.max_draw_down) <= 0.2 && item.run_times >= 30 * 86_400 && item.side === 'buy',
      ],
    ];
    for (const [query, isWanted] of cases) {
      const found = await listed(query);
      expect([query, ids(found)]).toEqual([query, ids(all.filter(isWanted))]);
    }
    expect(cases.length).toBe(10);
    expect((await listed({ max_draw_down: '0.05' })).length).toBeLessThan(all.length);
  });

  it('tells a least investment of living bots with open parameters alone (H54)', async () => {
    const open = new Set((await listed({ params_open_type: '1' })).map((item) => item.strategy_id));
    let before = 0;
    for (const most of LIST_INVESTMENTS) {
      const found = await listed({ max_investment: most });
      expect(found.length).toBeGreaterThanOrEqual(before);
      before = found.length;
      for (const { strategy_id } of found) {
        expect(open.has(strategy_id)).toBe(true);
        expect(records.get(strategy_id)?.finishMs).toBeNull();
      }
    }
    expect(before).toBeGreaterThan(0);
    const living = [...open].filter((id) => records.get(id)?.finishMs === null);
    expect(before).toBeLessThanOrEqual(living.length);
  });

  it('refuses a figure that it keeps no index of', async () => {
    for (const query of [
      { max_draw_down: '0.07' },
      { min_days: '31' },
      { side: 'up' },
      { max_investment: '1' },
      { coin: 'btc' },
    ]) {
      const { code } = await exchange.send('recommendList', { query: { strategy_type: 'all', ...query } as never });
      expect(code).not.toBe(200);
    }
  });
});
