import { describe, expect, it } from 'vitest';
import type { Telling } from '#server/exchange/bots/bot-book.ts';
import { type CatchUpParts, catchUp } from '#server/exchange/bots/catch-up.ts';
import { pageOfRecord, type TimeAway, TimesAway } from '#server/exchange/bots/times-away.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import type { StoreReader } from '#server/exchange/store/store.ts';

const SECOND_MS = 1_000;

/** A journal in which rows of one bot's record and times away come as they are named. */
function recordOf(sequence: readonly ('own' | 'away')[]) {
  const times = new TimesAway();
  const own: { sequence: number; value: string }[] = [];
  for (const [index, what] of sequence.entries()) {
    if (what === 'own') own.unshift({ sequence: index + 1, value: `own ${index + 1}` });
    else
      times.tell(
        { append: () => index + 1 },
        { fromMs: index * SECOND_MS, toMs: (index + 1) * SECOND_MS, cursorMs: index * SECOND_MS, unknown: [] },
      );
  }
  const store = {
    page: async (_stream: string, _key: string, page: number, size: number) => ({
      rows: own.slice((page - 1) * size, page * size),
      total: own.length,
    }),
  } as unknown as StoreReader;
  return { store, times };
}

const bot = (changes: object = {}) =>
  ({
    record: { id: 100_001, createMs: -1, finishMs: null, ...changes },
    spec: { market: 'BTC_USDT', base: 'BTC', quote: 'USDT' },
  }) as unknown as Parameters<TimesAway['of']>[0];

const nameOf = (value: string): string => (value.startsWith('own') ? value : `away ${JSON.parse(value).create_time}`);

describe('a bot’s record and the times away', () => {
  it.each([
    ['between its rows', 'own away own own away own own own own away'],
    ['before and behind them', 'away away away own own own away away'],
    ['alone', 'away away away away away'],
    ['beside many rows', `${'own '.repeat(30)}away ${'own '.repeat(30)}away`],
    ['not at all', 'own own own'],
  ])('are shown in the order in which they were written, on pages of any size: %s', async (_name, written) => {
    const sequence = written.split(' ') as ('own' | 'away')[];
    const { store, times } = recordOf(sequence);
    const all = sequence.map((what, index) => `${what} ${index + 1}`).reverse();
    for (let size = 1; size <= sequence.length + 1; size += 1) {
      for (let page = 1; page <= Math.ceil(sequence.length / size) + 1; page += 1) {
        const { rows, total } = await pageOfRecord(store, times, bot(), page, size);
        expect(rows.map(nameOf)).toEqual(all.slice((page - 1) * size, page * size));
        expect(total).toBe(all.length);
      }
    }
  });

  it('tell of a time to those who lived then, and of the path that each of their markets took', () => {
    const times = new TimesAway();
    const time: TimeAway = { fromMs: 10_000, toMs: 30_000, cursorMs: 9_000, unknown: ['ETH_USDT'] };
    times.tell({ append: () => 1 }, time);
    const told = (changes: object): number => times.of(bot(changes)).length;
    expect(told({})).toBe(1);
    expect(told({ createMs: 29_999 })).toBe(1);
    expect(told({ createMs: 30_000 })).toBe(0);
    expect(told({ finishMs: 9_000 })).toBe(0);
    expect(told({ finishMs: 9_001 })).toBe(1);
    const row = { ...bot(), spec: { market: 'ETH_USDT', base: 'ETH', quote: 'USDT' } } as ReturnType<typeof bot>;
    const [known, unknown] = [bot(), row].map((one) => JSON.parse(times.of(one)[0]?.value ?? 'null'));
    expect(known).toMatchObject({ op_type: 'catch_up', create_time: 30, from: '{"time":10}', to: '{"time":30}' });
    expect([known.explain, unknown.explain]).toEqual(['path-replayed', 'path-unknown']);
  });
});

/** One market, whose path is known whenever it is asked for. */
const ANY_PATH = { feed: { knowsPath: () => true }, specs: ['BTC_USDT'] };

/** Starts an exchange that has stood still: the times away that it notes, and the turns that it took to do so. */
async function start(
  nowMs: number,
  bots: number,
  before: { notedToMs?: number; telling?: Telling | null } = {},
  { feed, specs }: { feed: Partial<MarketFeed>; specs: readonly string[] } = ANY_PATH,
) {
  const advanced: number[] = [];
  const noted: Omit<TimeAway, 'cursorMs'>[] = [];
  let { notedToMs = 0, telling = null } = before;
  let turnsTaken = 0;
  const turns = {
    get cursorMs() {
      return advanced.at(-1) ?? 0;
    },
    get notedToMs() {
      return notedToMs;
    },
    get telling() {
      return telling;
    },
    noteAway(_tx: unknown, time: Omit<TimeAway, 'cursorMs'>) {
      noted.push(time);
      notedToMs = time.toMs;
      telling = null;
      turnsTaken += 1;
    },
    advance(_tx: unknown, toMs: number) {
      advanced.push(toMs);
      return true;
    },
  };
  const one = (id: number) => ({
    record: { id, createMs: 0 },
    spec: { market: specs[id % specs.length] },
    machine: {},
  });
  const book = { running: () => Array.from({ length: bots }, (_, index) => one(100_001 + index)).values() };
  const sequencer = { submit: async (command: (tx: unknown) => unknown) => command({}) };
  const quiet = { log: { info() {} }, progress() {}, feed };
  await catchUp({ ...quiet, turns, sequencer, book } as unknown as CatchUpParts, nowMs);
  return { noted, turnsTaken, advanced };
}

describe('a start', () => {
  it('notes a time away once, however many bots there are', async () => {
    const { noted, turnsTaken } = await start(60_000, 2_345);
    expect(noted).toEqual([{ fromMs: 0, toMs: 60_000, unknown: [] }]);
    expect(turnsTaken).toBe(1);
  });

  it('notes of a time what no start before it has noted, and nothing of a short one', async () => {
    expect((await start(60_000, 3, { notedToMs: 20_000 })).noted).toMatchObject([{ fromMs: 20_000, toMs: 60_000 }]);
    expect((await start(60_000, 3, { notedToMs: 55_000 })).noted).toEqual([]);
    expect((await start(9_000, 3)).noted).toEqual([]);
  });

  it('goes on with what a program before was telling each bot, for those that it had not come to', async () => {
    const telling = { fromMs: 0, toMs: 60_000, bots: 2 };
    const { noted } = await start(65_000, 3, { telling });
    expect(noted).toEqual([{ fromMs: 0, toMs: 60_000, firstBot: '100003', unknown: [] }]);
    const all = await start(65_000, 2, { telling });
    const times = new TimesAway();
    for (const time of all.noted) times.tell({ append: () => 1 }, { ...time, cursorMs: 0 });
    expect([100_001, 100_002, 999_999].flatMap((id) => times.of(bot({ id })))).toEqual([]);
    times.tell({ append: () => 2 }, { ...telling, firstBot: '100002', cursorMs: 0, unknown: [] });
    expect([100_001, 100_002].map((id) => times.of(bot({ id })).length)).toEqual([0, 1]);
  });

  it('stops at the last minute that is known to one market, unless another had no price there that it has by now', async () => {
    const nowMs = 10 * 60_000 + 40_000;
    const startWith = (priceOfOther: (timeMs: number) => number | null) =>
      start(
        nowMs,
        2,
        {},
        {
          specs: ['BTC_USDT', 'ETH_USDT'],
          feed: {
            knowsPath: (market, _fromMs, toMs) => market === 'BTC_USDT' && toMs < 10 * 60_000,
            lastTicks: (market, timeMs) => (market === 'BTC_USDT' ? 100 : priceOfOther(timeMs)),
          },
        },
      );
    const stopped = { advanced: [10 * 60_000, nowMs] };
    expect(await startWith(() => 200)).toMatchObject(stopped);
    expect(await startWith(() => null)).toMatchObject(stopped);
    // What is called there would be valued at no price, which ends the process at every start.
    expect(await startWith((timeMs) => (timeMs < nowMs ? null : 200))).toMatchObject({ advanced: [nowMs] });
  });
});
