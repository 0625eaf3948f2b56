import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  changedAt,
  isNotKnown,
  newestOfAll,
  readBotsOfKind,
  readProviders,
  readSharedBots,
  strategiesChanged,
} from '#server/sitemap/shared-bots.ts';

/** What the sitemap asks an exchange, and what it makes of the answers. */

interface Asked {
  readonly name: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly keepSeconds: number;
}

const exchange = vi.hoisted(() => ({
  asked: [] as Asked[],
  /** Nothing: it does not say now. */
  announced: undefined as string[] | undefined,
  answer: (_asked: Asked): object => ({ data: [] }),
  /** What a reading fails with. */
  failure: class PublicReadingFailed extends Error {},
}));

vi.mock('#server/bff/read-public.ts', () => ({
  PublicReadingFailed: exchange.failure,
  readPublic: async (name: string, { query = {}, keepSeconds = 0 }: Partial<Asked>) => {
    const asked = { name, query, keepSeconds };
    exchange.asked.push(asked);
    if (name !== 'capabilities') return exchange.answer(asked);
    if (exchange.announced === undefined) throw new exchange.failure();
    return { data: exchange.announced };
  },
}));

const NOW_S = 1_780_000_000;
const MIDNIGHT_S = 1_779_926_400;
const bot = (id: number, anonymous: string, kind: string, changed: number) => ({
  ...{ strategy_id: id, strategy_type: kind, strategy_name: `bot ${id}`, create_time: NOW_S - 9_000_000 },
  ...{ user_info: { anonymous }, back_profit: [{ time_stamp: changed, rate: '0' }] },
  finish_time: changed,
});
const KINDS = ['spot_grid', 'futures_grid'].map((kind) => `kind:${kind}`);

const listsAsked = () => exchange.asked.filter(({ name }) => name === 'recommendList');

beforeEach(() => {
  exchange.asked.length = 0;
  exchange.announced = ['list_by_age', 'signalers', ...KINDS];
  exchange.answer = ({ name, query }) => {
    if (name === 'recommendList') {
      const kind = String(query.strategy_type);
      return { data: [bot(1, 'aaaaaaaaaaaaaaaa', kind, NOW_S - 50)], pagecount: kind === 'spot_grid' ? 3 : 1 };
    }
    if (name !== 'signalers') return { data: [] };
    const first = { anonymous: 'aaaaaaaaaaaaaaaa', change_time: NOW_S };
    const second = { anonymous: 'bbbbbbbbbbbbbbbb', change_time: NOW_S - 86_400 };
    return { data: query.page === 1 ? [first] : query.page === 2 ? [second] : [], pagecount: 2 };
  };
});

describe('what the sitemap asks', () => {
  it('is lists by age where the exchange announces that order, so that nobody moves while they are read; else by yield', async () => {
    const orders = async () => {
      exchange.asked.length = 0;
      await readSharedBots();
      await readBotsOfKind('spot_grid', 3);
      for (const { query } of listsAsked()) expect(query.params_open_type).toBe('0');
      expect(listsAsked().at(-1)?.query).toMatchObject({ strategy_type: 'spot_grid', page: 3 });
      return [...new Set(listsAsked().map(({ query }) => query.order_by))];
    };
    expect(await orders()).toEqual(['create_time']);
    exchange.announced = KINDS;
    expect(await orders()).toEqual(['rate']);
  });

  it('is no more than a first page of each list for the index and one page for a part, kept for minutes', async () => {
    await readSharedBots();
    expect(listsAsked().every(({ query }) => query.page === 1)).toBe(true);
    exchange.asked.length = 0;
    await readProviders(2);
    expect(exchange.asked.map(({ name }) => name)).toEqual(['capabilities', 'signalers']);
    for (const { keepSeconds } of exchange.asked) expect(keepSeconds).toBeGreaterThanOrEqual(300);
  });
});

describe('the providers of the sitemap', () => {
  it('are each there once, with when what they show last changed', async () => {
    const pages = await Promise.all([1, 2, 3].map(readProviders));
    expect(pages.map(({ providers }) => providers)).toEqual([
      [{ anonymous: 'aaaaaaaaaaaaaaaa', changed: NOW_S }],
      [{ anonymous: 'bbbbbbbbbbbbbbbb', changed: NOW_S - 86_400 }],
      [],
    ]);
    expect(pages.map(({ pageCount }) => pageCount)).toEqual([2, 2, 2]);
  });

  it('are those of each kind’s first page where the exchange lists none', async () => {
    exchange.announced = KINDS;
    exchange.answer = ({ name, query }) => {
      if (name === 'signalers') throw new Error('asked for what it has not');
      const isGrid = query.strategy_type === 'spot_grid';
      return { data: [bot(isGrid ? 1 : 2, 'aaaaaaaaaaaaaaaa', String(query.strategy_type), NOW_S - (isGrid ? 9 : 5))] };
    };
    expect(await readProviders(1)).toEqual({
      providers: [{ anonymous: 'aaaaaaaaaaaaaaaa', changed: NOW_S - 5 }],
      pageCount: 1,
    });
    expect((await readProviders(2)).providers).toEqual([]);
  });

  it('are not known where the exchange does not say', async () => {
    exchange.answer = () => {
      throw new exchange.failure();
    };
    expect(isNotKnown(await readProviders(1))).toBe(true);
    exchange.announced = KINDS;
    expect(isNotKnown(await readProviders(1))).toBe(true);
  });

  it('are not known of a later page where the exchange does not say what it has', async () => {
    exchange.announced = undefined;
    expect(isNotKnown(await readProviders(2))).toBe(true);
    expect(isNotKnown(await readProviders(1))).toBe(false);
  });
});

describe('when a page of the sitemap last changed', () => {
  const running = (createS: number) => ({ ...bot(1, 'a', 'spot_grid', NOW_S), create_time: createS, finish_time: 0 });
  const read = (one: object) => one as Parameters<typeof changedAt>[0];

  it('is the last day that is over of a bot that runs, its creation where that came later, and the end of one that has ended: never now', () => {
    expect(changedAt(read(running(NOW_S - 9_000_000)))).toBe(MIDNIGHT_S);
    expect(changedAt(read(running(NOW_S - 60)))).toBe(NOW_S - 60);
    expect(changedAt(read(bot(1, 'a', 'spot_grid', NOW_S - 100_000)))).toBe(NOW_S - 100_000);
  });

  it('is not known of a kind whose list goes on after its first page or is not told, nor of what is made of all kinds then', () => {
    const listed = (kind: 'spot_grid' | 'futures_grid', changed: number) =>
      ({ kind, bots: [read(running(changed))], pageCount: 1, isEmpty: false }) as const;
    const lists = [listed('spot_grid', NOW_S - 60), listed('futures_grid', NOW_S - 90)];
    const typical = [{ strategy_type: 'futures_grid', to: NOW_S - 30 }] as unknown as Parameters<
      typeof strategiesChanged
    >[1];
    const told = (of: Parameters<typeof strategiesChanged>[0]) => {
      const changed = strategiesChanged(of, typical);
      return [...changed.map(({ at }) => at), newestOfAll(changed)];
    };
    expect(told(lists)).toEqual([NOW_S - 60, NOW_S - 30, NOW_S - 30]);
    const [grids = lists[0], futures = lists[1]] = lists;
    expect(told([{ ...grids, pageCount: 2 }, futures] as typeof lists)).toEqual([0, NOW_S - 30, 0]);
    expect(told([grids, { ...futures, bots: [], pageCount: 0 }] as typeof lists)).toEqual([NOW_S - 60, 0, 0]);
    // Without a bot there is only what typical ones did, or nothing to say at all.
    expect(told([{ ...grids, bots: [], isEmpty: true }, futures] as typeof lists)).toEqual([0, NOW_S - 30, NOW_S - 30]);
  });
});
