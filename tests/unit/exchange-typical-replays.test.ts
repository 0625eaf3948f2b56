import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { spaceOf } from '#lib/backtest/search/search-space-of.ts';
import { typicalReplay } from '#lib/backtest/search/typical-replay.ts';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { CREATABLE_KINDS } from '#lib/kinds/catalogue.ts';
import { searchPricesOf } from '#server/exchange/ai/search-prices.ts';
import { loadTypicalBook, type TypicalBook } from '#server/exchange/typical/typical-book.ts';
import { typicalJob } from '#server/exchange/typical/typical-job.ts';
import { runTypicalJob, typicalJobs, typicalKey } from '#server/exchange/typical/typical-replays.ts';
import { marketsHere } from '#tests/support/task-here.ts';
import { thinSearch } from '#tests/support/thin-search.ts';
import { MORNING_MS, openTestExchange, type TestExchange } from './exchange-fixture.ts';

const DAY_MS = 86_400_000;
const TO_MS = Math.floor(MORNING_MS / DAY_MS) * DAY_MS;

describe('typical bots of the last days', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strategybot-typical-'));
  let exchange: TestExchange;
  let book: TypicalBook;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Bitcoin's, as the exchange makes them behind everything else. */
  beforeAll(async () => {
    exchange = await openTestExchange(folder);
    const work = thinSearch(exchange.feed);
    book = await loadTypicalBook(exchange.store);
    const parts = { sequencer: exchange.sequencer, book };
    for (const job of typicalJobs(exchange.feed)) {
      if (job.spec.market !== 'BTC_USDT') continue;
      await runTypicalJob(parts, work, job, TO_MS);
    }
  }, 180_000);

  it('are there for every kind that can be created, over 7, 30 and 90 days that end at midnight', () => {
    const rows = book.of(undefined, undefined);
    expect(new Set(rows.map(({ strategy_type }) => strategy_type))).toEqual(new Set(CREATABLE_KINDS));
    for (const row of rows) {
      expect(row.windows.map(({ days }) => days)).toEqual([7, 30, 90]);
      expect(row.to).toBe(TO_MS / 1_000);
      expect(Object.keys(row.params).length).toBeGreaterThan(0);
      for (const { max_draw_down: fall } of row.windows) {
        expect(Number(fall)).toBeGreaterThanOrEqual(0);
        expect(Number(fall)).toBeLessThanOrEqual(1);
      }
    }
    // A market that moved: not everything made money, and not everything lost.
    const rates = rows.flatMap(({ windows }) => windows.map(({ rate }) => Number(rate)));
    expect(rates.some((rate) => rate < 0)).toBe(true);
    expect(rates.some((rate) => rate > 0)).toBe(true);
  });

  it('are what a backtest of the same bot gives, beside what holding its coin would have given', async () => {
    const job = typicalJobs(exchange.feed).find(({ kind, spec }) => kind === 'spot_grid' && spec.market === 'BTC_USDT');
    if (job === undefined) throw new Error('no such job');
    const row = book.get(typicalKey(job)) as TypicalRow;
    const fromMs = TO_MS - 30 * DAY_MS;
    const minutes = exchange.feed.minutes('BTC_USDT', fromMs, TO_MS, TO_MS);
    const candles = { ...minutes, startMs: fromMs, stepMs: 60_000 };
    const prices = searchPricesOf(job.spec, marketsHere(exchange.feed, typicalJob(job, TO_MS).prices));
    const replay = typicalReplay(spaceOf(job), prices);
    const params = spaceOf(job).params(replay?.shape as never, minutes.open[0] as number);
    const result = runBacktest({ kind: 'spot_grid', params: params as never, candles, fromIndex: 0 });
    const month = row.windows[1];
    expect(Number(month?.rate)).toBeCloseTo(result.profitRate, 7);
    expect(Number(month?.max_draw_down)).toBeCloseTo(result.maxDrawdown, 7);
    expect([month?.matches, month?.fills]).toEqual([result.matches, result.fills]);
    const hold = (minutes.close.at(-1) as number) / (minutes.open[0] as number) - 1;
    expect(Number(month?.hold_rate)).toBeCloseTo(hold, 7);
  });

  it('are told of a kind, of a market and of both, and outlive a restart', async () => {
    const again = await loadTypicalBook(exchange.store);
    const all = (of: TypicalBook) => new Set(of.of(undefined, undefined).map((row) => JSON.stringify(row)));
    expect(all(again)).toEqual(all(book));
    expect(again.of('spot_grid', 'BTC_USDT').length).toBe(1);
    expect(again.of('spot_grid', 'ETH_USDT')).toEqual([]);
    expect(again.of(undefined, 'ETH_USDT')).toEqual([]);
    expect((await exchange.send('typicalReplays', { query: {} })).code).toBe(200);
    expect((await exchange.send('typicalReplays', { query: { market: 'nowhere' } as never })).code).not.toBe(200);
  });

  it('are none of a market that is not known for a week, and fewer of a young one', () => {
    const job = typicalJobs(exchange.feed).find(({ kind, spec }) => kind === 'spot_grid' && spec.market === 'BTC_USDT');
    if (job === undefined) throw new Error('no such job');
    const prices = searchPricesOf(job.spec, marketsHere(exchange.feed, typicalJob(job, TO_MS).prices));
    const knownFor = (days: number) => {
      const { candles } = prices;
      const unknown = candles.open.length - days * 1_440;
      const blank = (column: Int32Array) => column.map((ticks, at) => (at < unknown ? -1 : ticks));
      const { open, high, low, close } = candles;
      const young = { ...candles, open: blank(open), high: blank(high), low: blank(low), close: blank(close) };
      return typicalReplay(spaceOf(job), { ...prices, candles: young });
    };
    expect(knownFor(5)).toBeNull();
    expect(knownFor(40)?.windows.map(({ days }) => days)).toEqual([7, 30]);
  });
});
