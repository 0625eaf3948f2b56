import { describe, expect, it } from 'vitest';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createLiveMemory } from '#server/exchange/market/live-memory.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { MORNING_MS, openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { priceAt, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/**
 * Proof and fork of bots that live on a live market as it is: prices that are seen every few seconds or not at all, minutes that the
 * exchange tells late, never, or otherwise than they were seen.
 */

const MINUTE_MS = 60_000;
const LOOK_MS = 5_000;
const BTC = 'BTC_USDT';
const WAIT = { timeout: 120_000, interval: 10 };
const REAL = createSimulatedFeed({ seed: 'exchange-tests' });

interface Span {
  readonly minutes: number;
  /** Somebody looks at the prices. */
  readonly isSeen?: boolean;
  /** The minutes are told: as they end, not yet (`later`), never, or with a range that nobody has seen. */
  readonly told?: 'at once' | 'later' | 'never' | 'otherwise';
}

/** Bitcoin as a live feed has it, in the test's hand; all else is the simulated market. */
function liveFeed() {
  const memory = createLiveMemory();
  const late: number[] = [];
  const candle = (minute: number) => {
    const { open, high, low, close } = REAL.minutes(
      BTC,
      minute * MINUTE_MS,
      (minute + 1) * MINUTE_MS,
      Number.MAX_SAFE_INTEGER,
    );
    return { open: open[0] as number, high: high[0] as number, low: low[0] as number, close: close[0] as number };
  };
  const tell = (minute: number, shift = 0): void => {
    const { open, high, low, close } = candle(minute);
    const moved = { open: open + shift, high: high + shift, low: low + shift, close: close + shift };
    memory.addMinute({ minute, ...moved, volume: 100_000_000 });
  };
  const now = MORNING_MS / MINUTE_MS;
  for (let minute = now - 1_440; minute < now; minute += 1) tell(minute);
  memory.addPoint({ timeMs: MORNING_MS, ticks: REAL.lastTicks(BTC, MORNING_MS) as number });
  const isOurs = (instrument: string) => instrument === BTC;
  const feed: MarketFeed = {
    ...REAL,
    name: 'live',
    lastTicks: (one, timeMs) => (isOurs(one) ? memory.lastTicks(timeMs) : REAL.lastTicks(one, timeMs)),
    points: (one, fromMs, toMs) => (isOurs(one) ? memory.points(fromMs, toMs) : REAL.points(one, fromMs, toMs)),
    knowsPath: (one, fromMs, toMs) =>
      isOurs(one) ? memory.knowsPath(fromMs, toMs) : REAL.knowsPath(one, fromMs, toMs),
    minutes: (one, from, to, nowMs) =>
      isOurs(one) ? memory.minutes(from, to, nowMs) : REAL.minutes(one, from, to, nowMs),
    minuteVolumes: (one, from, to, nowMs) =>
      isOurs(one) ? memory.volumes(from, to, nowMs) : REAL.minuteVolumes(one, from, to, nowMs),
  };
  /** Time goes by as the span has it. `exchange`: null while it is not there. */
  async function pass(clock: TestExchange['clock'], exchange: TestExchange | null, span: Span): Promise<void> {
    const { minutes, isSeen = true, told = 'at once' } = span;
    for (let left = minutes * MINUTE_MS; left > 0; left -= LOOK_MS) {
      clock.advance(LOOK_MS);
      const timeMs = clock.nowMs();
      if (isSeen) memory.addPoint({ timeMs, ticks: REAL.lastTicks(BTC, timeMs) as number });
      if (timeMs % MINUTE_MS === 0) {
        const minute = timeMs / MINUTE_MS - 1;
        if (told === 'at once') tell(minute);
        // A hundred dollars beside what was seen.
        if (told === 'otherwise') tell(minute, 10_000);
        if (told === 'later') late.push(minute);
      }
      if (exchange !== null && timeMs % 20_000 === 0) await exchange.tick();
    }
  }
  const tellLate = (): void => {
    for (const minute of late.splice(0)) tell(minute);
  };
  return { feed, pass, tellLate };
}

/** A narrow grid that trades within minutes. */
async function begin(feed: MarketFeed, folder = temporaryFolder()) {
  const exchange = await openTestExchange(folder, { feed });
  const who = await exchange.trader();
  const range = { low_price: priceAt(exchange, BTC, 0.985), high_price: priceAt(exchange, BTC, 1.015), grid_num: '10' };
  const id = await startKind(exchange, who, 'spot_grid', range);
  // The looks are at whole five seconds.
  exchange.clock.advance(LOOK_MS - 1_000);
  return { folder, exchange, who, id };
}

async function proven(exchange: TestExchange, who: Who, id: number) {
  expect(await exchange.send('startProof', { who, path: { id } })).toMatchObject({ code: 200 });
  const ask = async () => (await exchange.send('proof', { who, path: { id } })).data;
  await expect.poll(async () => (await ask()).status, WAIT).toBe('done');
  return (await ask()).result;
}

async function forked(exchange: TestExchange, who: Who, id: number) {
  const body = { time: MORNING_MS / 1000 + 120, grid_num: '6' };
  expect(await exchange.send('startFork', { who, path: { id }, body })).toMatchObject({ code: 200 });
  const ask = async () => (await exchange.send('fork', { who, path: { id } })).data;
  await expect.poll(async () => (await ask()).status, WAIT).toBe('done');
  return (await ask()).result;
}

const EQUAL = { outcome: 'equal', difference: null, is_whole: true };

describe('a bot on a live market', () => {
  it.each([
    ['whose minutes came while it was not looked at', 'later', 0],
    // The look at the gap's first moment is a price of its first minute.
    ['whose minutes nobody ever told', 'never', 19],
  ] as const)(
    'that has lived through a gap %s is proven equal, and its fork says how many minutes lack',
    async (_, told, lack) => {
      const live = liveFeed();
      const { exchange, who, id } = await begin(live.feed);
      await live.pass(exchange.clock, exchange, { minutes: 50 });
      await live.pass(exchange.clock, exchange, { minutes: 20, isSeen: false, told });
      live.tellLate();
      await live.pass(exchange.clock, exchange, { minutes: 40 });
      const result = await proven(exchange, who, id);
      expect(result).toMatchObject({ ...EQUAL, prices: { outside: 0 } });
      expect(result.fills).toBeGreaterThan(3);
      const { outcome, comparison } = await forked(exchange, who, id);
      expect([outcome, comparison.unknown_minutes]).toEqual(['compared', lack]);
    },
  );

  it('that was not there during the gap catches up on it where it is known, and goes on from the present where not; both are proven', async () => {
    for (const told of ['later', 'never'] as const) {
      const live = liveFeed();
      const { folder, exchange: first, id } = await begin(live.feed);
      const { clock } = first;
      await live.pass(clock, first, { minutes: 30 });
      await first.kill();
      await live.pass(clock, null, { minutes: 40, isSeen: false, told });
      live.tellLate();
      await live.pass(clock, null, { minutes: 1 });
      const exchange = await openTestExchange(folder, { clock, feed: live.feed });
      const who = await exchange.trader();
      await live.pass(clock, exchange, { minutes: 30 });
      const result = await proven(exchange, who, id);
      expect([told, result]).toEqual([told, { ...result, ...EQUAL }]);
      const query = { strategy_id: id, strategy_type: 'spot_grid', page_size: 50 };
      const { data } = await exchange.send('operateRecords', { who, query });
      const away = data.find(({ op_type: type }: { op_type: string }) => type === 'catch_up');
      expect([told, away?.explain]).toEqual([told, told === 'later' ? 'path-replayed' : 'path-unknown']);
    }
  });

  it('that comes back in the middle of a minute has lived through all that are told before, and its record says where it did not', async () => {
    const live = liveFeed();
    const { folder, exchange: first, id } = await begin(live.feed);
    const { clock } = first;
    await live.pass(clock, first, { minutes: 30 });
    const leftMs = clock.nowMs();
    await first.kill();
    await live.pass(clock, null, { minutes: 90, isSeen: false, told: 'later' });
    live.tellLate();
    const toldMs = Math.floor(clock.nowMs() / MINUTE_MS) * MINUTE_MS;
    // Of the minute under way the price is known that is found; the last one that ended is not told for some seconds.
    await live.pass(clock, null, { minutes: 35 / 60, isSeen: false });
    await live.pass(clock, null, { minutes: 5 / 60 });
    const exchange = await openTestExchange(folder, { clock, feed: live.feed });
    const who = await exchange.trader();
    const query = { strategy_id: id, strategy_type: 'spot_grid', page_size: 50 };
    const { data } = await exchange.send('operateRecords', { who, query });
    const away = data.filter(({ op_type: type }: { op_type: string }) => type === 'catch_up').reverse();
    // How far the market was followed is written down once a minute.
    const [back, told, left] = [clock.nowMs(), toldMs, leftMs - LOOK_MS].map((ms) => ms / 1_000);
    expect(
      away.map(({ from, to, explain }: Record<'from' | 'to' | 'explain', string>) => [
        JSON.parse(from).time,
        JSON.parse(to).time,
        explain,
      ]),
    ).toEqual([
      [left, told, 'path-replayed'],
      [told, back, 'path-unknown'],
    ]);
    const trades = await exchange.send('tradeRecords', { who, path: { id }, query: { page_size: 500 } });
    const during = trades.data.orders.filter(
      ({ finish_time: time }: { finish_time: number }) => time > (left ?? 0) && time <= (told ?? 0),
    );
    expect(during.length).toBeGreaterThan(3);
    await live.pass(clock, exchange, { minutes: 5 });
    expect(await proven(exchange, who, id)).toMatchObject({ ...EQUAL, prices: { outside: 0 } });
  });

  it('is proven before its last minutes are told, by what was seen of them', async () => {
    const live = liveFeed();
    const { exchange, who, id } = await begin(live.feed);
    await live.pass(exchange.clock, exchange, { minutes: 20 });
    await live.pass(exchange.clock, exchange, { minutes: 4, told: 'later' });
    const early = await proven(exchange, who, id);
    expect(early).toMatchObject({ ...EQUAL, prices: { outside: 0 } });
    live.tellLate();
    expect(await proven(exchange, who, id)).toMatchObject({ ...EQUAL, prices: { outside: 0 }, fills: early.fills });
  });

  it('whose exchange corrects its minutes afterwards is proven fill by fill, and told which price is not among them', async () => {
    const live = liveFeed();
    const { exchange, who, id } = await begin(live.feed);
    await live.pass(exchange.clock, exchange, { minutes: 30 });
    const wrongFromMs = exchange.clock.nowMs();
    await live.pass(exchange.clock, exchange, { minutes: 10, told: 'otherwise' });
    const { prices, ...result } = await proven(exchange, who, id);
    expect(result).toMatchObject(EQUAL);
    expect(prices.outside).toBeGreaterThan(0);
    expect(prices.outside).toBeLessThan(prices.checked);
    expect(prices.first.time * 1000).toBeGreaterThanOrEqual(wrongFromMs);
    expect(Number(prices.first.price)).toBeLessThan(Number(prices.first.low));
  });
});
