import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCandleView } from '#lib/engine/candle-view.ts';
import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import { resampledBand } from '#lib/formulas/monte-carlo.ts';
import { BACKTEST_REPORTS, entryKey } from '#server/exchange/backtests/backtest-entry.ts';
import { runNeighbours } from '#server/exchange/backtests/backtest-task.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { gatherColumns } from '#server/exchange/market/gather-columns.ts';
import { createMarketView } from '#server/exchange/market/market-view.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { taskHere } from '#tests/support/task-here.ts';
import { gridBody, MORNING_MS, openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES } from './exchange-kind-bodies.ts';

const DAY_S = 86_400;
const DAY_MS = 86_400_000;
const NOW_S = MORNING_MS / 1000;
const WAIT = { timeout: 120_000, interval: 20 };

let folder: string;
let exchange: TestExchange;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backtests-'));
  exchange = await openTestExchange(folder);
});

afterEach(async () => {
  await exchange.stop();
  rmSync(folder, { recursive: true, force: true });
});

const days = (count: number) => ({ begin_time: NOW_S - count * DAY_S, end_time: NOW_S });

async function run(who: Who, body: Record<string, unknown>): Promise<number> {
  const { data } = await exchange.send('createBacktest', { who, body });
  const id = data.id as number;
  const row = async () =>
    (await exchange.send('backtests', { who, query: { page_size: 500 } })).data.find(
      (one: { id: number }) => one.id === id,
    );
  await expect.poll(async () => (await row()).status, WAIT).not.toBe('running');
  expect(await row()).toMatchObject({ status: 'stopped' });
  return id;
}

const reportOf = async (who: Who, id: number) => (await exchange.send('backtestReport', { who, path: { id } })).data;

describe('a backtest', () => {
  it('of a portfolio that brings its coins is exposed from its beginning, though it never trades', async () => {
    const who = await exchange.trader();
    const price = (market: string): number => {
      const spec = exchange.feed.spec(market);
      return ((exchange.feed.lastTicks(market, MORNING_MS - 3 * DAY_MS) ?? 0) * Number(spec?.tickUnits)) / 1e8;
    };
    const asset_info = ['BTC', 'ETH'].map((asset) => ({
      asset,
      rate: '0.5',
      amount: (1000 / price(`${asset}_USDT`)).toFixed(5),
    }));
    const params = { is_use_base: '1', period: '', threshold: '0.4', asset_info };
    const body = { ...KIND_BODIES['smart-position'].body(exchange, { params }), ...days(3) };
    const id = await run(who, body);
    const orders = await exchange.send('backtestOrders', { who, path: { id }, query: {} });
    expect(orders.totalcount).toBe(0);
    expect((await reportOf(who, id)).exposure).toBe('1');
  });

  it('is refused thousands of arguments that no preset has', async () => {
    const who = await exchange.trader();
    const body = KIND_BODIES['custom-strategy'].body(exchange, {}) as { params: Record<string, unknown> };
    const preset_args = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, '1']));
    const reply = await exchange.send('createBacktest', {
      who,
      body: { ...body, ...days(1), params: { ...body.params, preset_args } },
    });
    expect(reply.code).toBe(422);
  });

  it('begins when all of its markets have a price', async () => {
    const body = KIND_BODIES['smart-position'].body(exchange, {});
    const { feed } = exchange;
    const sinceMs = MORNING_MS - DAY_MS;
    const late: MarketFeed = {
      ...feed,
      minutes: (instrument, fromMs, toMs, nowMs) => {
        const minutes = feed.minutes(instrument, fromMs, toMs, nowMs);
        if (instrument !== 'ETH_USDT') return minutes;
        const open = minutes.open.map((ticks, i) => (fromMs + i * 60_000 < sinceMs ? -1 : ticks));
        return { ...minutes, open };
      },
    };
    const entry = {
      id: 1,
      ownerId: 1,
      kind: 'smart-position',
      payload: body as never,
      market: 'BTC_USDT',
      createMs: MORNING_MS,
      beginMs: MORNING_MS - 3 * DAY_MS,
      endMs: MORNING_MS,
      status: 'running',
      reason: '',
      figures: null,
    } as const;
    const task = taskHere(late, entry);
    expect(task?.fromIndex).toBe(2 * 1440);
  });

  it('leaves out the neighbours that there is no time for', async () => {
    const entry = {
      id: 1,
      ownerId: 1,
      kind: 'spot_grid',
      payload: gridBody(exchange) as never,
      market: 'BTC_USDT',
      createMs: MORNING_MS,
      beginMs: MORNING_MS - DAY_MS,
      endMs: MORNING_MS,
      status: 'running',
      reason: '',
      figures: null,
    } as const;
    const task = taskHere(exchange.feed, entry);
    if (task === null) throw new Error('no prices');
    let left = 2;
    const all = runNeighbours(task, () => true);
    expect(runNeighbours(task, () => left-- > 0)).toEqual(all.slice(0, 2));
    expect(all.length).toBeGreaterThan(2);
  });

  it('does not wait for neighbours that nobody runs any more', async () => {
    const who = await exchange.trader();
    const id = await run(who, { ...gridBody(exchange), ...days(2) });
    await expect.poll(async () => (await reportOf(who, id)).neighbours, WAIT).not.toBeNull();
    // As a process leaves it that was killed between the outcome and its neighbours.
    const report = await reportOf(who, id);
    await exchange.sequencer.submit((tx) =>
      tx.put(BACKTEST_REPORTS, entryKey(id), JSON.stringify({ ...report, neighbours: null })),
    );
    expect((await reportOf(who, id)).neighbours).toEqual([]);
  });
});

describe('the band of a backtest with very many trades', () => {
  it('is drawn in runs of trades, around the same end', () => {
    let drawn = 0;
    const profits = Array.from({ length: 60_000 }, (_, i) => (i % 3 === 0 ? 7n : -2n));
    const band = resampledBand(profits, 1_000_000n, () => {
      drawn += 1;
      return (drawn % 997) / 997;
    });
    expect(drawn).toBeLessThanOrEqual(10_000_000);
    expect(band.at(-1)?.part).toBe(1);
    // 60,000 trades of 1 each on the average, of a million.
    expect(Number(band.at(-1)?.p50)).toBeCloseTo(0.06 * 1e8, -6);
  });
});

describe('the funding that an arbitrage reckons with', () => {
  it('is the same live and in a backtest of the same time', async () => {
    const feed = createSimulatedFeed({ seed: 'funding' });
    const spec = feed.contracts.find(({ contract }) => contract.settle === 'USDT') as ContractSpec;
    const instrument = `${spec.market}@USDT`;
    const fromMs = MORNING_MS - DAY_MS + 17 * 60_000;
    const gathered = await gatherColumns(feed, spec, fromMs, MORNING_MS, { isOver: () => false });
    if (gathered === null) throw new Error('nothing gathered');
    const backtest = createCandleView(gathered.candles, spec, gathered.funding);
    const live = createMarketView(feed, [instrument]);
    const hours = Array.from({ length: 20 }, (_, i) => fromMs + i * 3_600_000);
    const rates = hours.map((timeMs) => live.expectedFundingRate?.(0, timeMs));
    expect(rates).toEqual(hours.map((timeMs) => backtest.expectedFundingRate?.(0, timeMs)));
    expect(rates).not.toContain(null);
  });
});
