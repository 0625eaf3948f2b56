import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import type { PayloadByKind } from '#lib/kinds/definitions.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { runSearchJob } from '#server/exchange/ai/ai-search.ts';
import { searchJobs } from '#server/exchange/ai/search-jobs.ts';
import { type SpareWork, spareWork } from '#server/exchange/ai/search-work.ts';
import { botFeeRate, engineParamsOf } from '#server/exchange/bots/bot-kinds.ts';
import { userAccount } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { thinSearch } from '#tests/support/thin-search.ts';
import { gridBody, openTestExchange, type TestExchange } from './exchange-fixture.ts';

const SUB_TYPES = [
  ['stock_up', 'hoarding'],
  ['high_risk_arb', 'high-risk-arbitrage'],
  ['low_risk_arb', 'low-risk-arbitrage'],
] as const;

const SEARCHED = [
  ...['spot_grid', 'futures_grid', 'infinite_grid', 'martingale', 'contract-martingale', 'gravity'],
  ...['smart-position', 'spot-future-arbitrage'],
];

let exchange: TestExchange;
let work: Pick<SpareWork, 'ask'>;
const dataDir = mkdtempSync(join(tmpdir(), 'strategybot-ai-'));

/** Runs the background's searches of bitcoin for the kinds that have calls of their own and two that have not, as the exchange does, and nothing else. */
async function searchBitcoin(): Promise<void> {
  const parts = { clock: exchange.clock, sequencer: exchange.sequencer };
  for (const job of searchJobs(exchange.feed)) {
    if (job.spec.market !== 'BTC_USDT' || !SEARCHED.includes(job.kind)) continue;
    if (job.kind === 'contract-martingale' && job.variant !== 'hoarding') continue;
    expect(await runSearchJob(parts, work, job)).toBe(true);
  }
}

beforeAll(async () => {
  exchange = await openTestExchange(dataDir);
  work = thinSearch(exchange.feed);
  await searchBitcoin();
}, 120_000);

afterAll(async () => {
  await exchange.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What every answer must carry (C-120): cycle, side, leverage, rate, curve, take profit and risk; how it was judged and how such grades did (H51). */
function expectJudged(data: Record<string, unknown>): void {
  for (const field of ['fitted_rate', 'held_out_rate', 'hold_rate', 'median_rate', 'neighbour_low', 'neighbour_high']) {
    expect(Number(data[field]), field).not.toBeNaN();
  }
  expect(['A', 'B', 'C', 'D']).toContain(data.grade);
  expect([7, 30]).toContain(data.cycle);
  expect(['buy', 'sell', 'neutral']).toContain(data.side);
  expect(data.leverage).toMatch(/^[1-5]$/);
  expect(['', 'stock_up', 'high_risk_arb', 'low_risk_arb']).toContain(data.type);
  expect(data.take_profit_per_cycle === '').toBe(data.type === '');
  const folds = data.folds as readonly Record<string, string>[];
  expect(folds).toHaveLength(8);
  const mean = (field: string) => folds.reduce((sum, fold) => sum + Number(fold[field]), 0) / folds.length;
  for (const [field, of] of Object.entries({
    held_out_rate: 'rate',
    hold_rate: 'hold_rate',
    median_rate: 'median_rate',
  })) {
    expect(mean(of), field).toBeCloseTo(Number(data[field]), 6);
  }
  for (const [i, fold] of folds.entries()) {
    expect(Number(fold.to) - Number(fold.from)).toBe(7 * 86_400);
    expect(fold.to).toBe(folds[i + 1]?.from ?? data.to);
  }
  const profit = data.back_profit as readonly { readonly time_stamp: number; readonly rate: string }[];
  expect(profit[0]?.time_stamp).toBe(folds[0]?.from);
  expect(profit.at(-1)).toEqual({ time_stamp: data.to, rate: data.rate });
  expect(Number(data.rate)).toBeCloseTo(8 * Number(data.held_out_rate), 6);
  expect(Number(data.to) - Number(data.from)).toBe((data.cycle as number) * 86_400);
  expect(data.computed_at).toBeGreaterThanOrEqual(data.to as number);
  expect(Number(data.neighbour_low)).toBeLessThanOrEqual(Number(data.neighbour_high));
  const track = data.track as readonly { readonly cases: number }[];
  // Eight weeks of each market that was searched: one here, or a spot market and a contract.
  expect([8, 16]).toContain(track.reduce((sum, { cases }) => sum + cases, 0));
  expect(['ordered', 'unordered', 'few']).toContain(data.track_order);
}

/** What the engine trades with the body's parameters over the minutes since. */
function backtestOf(body: ReturnType<typeof gridBody>, startMs: number): unknown[] {
  const spec = exchange.feed.spec('BTC_USDT');
  if (spec === undefined) throw new Error('The feed has bitcoin');
  const { fundpass: _fundpass, ...payload } = body;
  const nowMs = exchange.clock.nowMs();
  const fills: unknown[] = [];
  runBacktest({
    kind: 'spot_grid',
    params: engineParamsOf('spot_grid', payload as PayloadByKind['spot_grid'], spec, botFeeRate(spec, 'spot_grid')),
    candles: exchange.feed.minutes('BTC_USDT', startMs, nowMs, nowMs),
    fromIndex: 0,
    sink: {
      fill: ({ side, ticks, quantity }) => void fills.push([side, formatTicks(spec, ticks), formatAmount(quantity)]),
      order() {},
      operation() {},
      finish() {},
    },
  });
  return fills;
}

describe('AI parameters', () => {
  it('gives spot grid parameters by symbol, around the present price (C-372, C-144, C-120)', async () => {
    const { code, data } = await exchange.send('aiSpotGrid', { query: { symbol: 'BTC_USDT' } });
    expect(code).toBe(200);
    expectJudged(data);
    const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
    expect(Number(data.low_price)).toBeLessThan(last);
    expect(Number(data.high_price)).toBeGreaterThan(last);
    expect(Number(data.grid_num)).toBeGreaterThan(1);
  });

  it('gives futures grid parameters by market and settle, with side and leverage (C-373, C-144, C-120)', async () => {
    const { code, data } = await exchange.send('aiFuturesGrid', { query: { market: 'BTC_USDT', settle: 'usdt' } });
    expect(code).toBe(200);
    expectJudged(data);
    expect(['buy', 'sell', 'neutral']).toContain(data.side);
    expect(Number(data.leverage)).toBeGreaterThanOrEqual(1);
    // The contract settled in bitcoin is another one, of which nothing was searched.
    const other = await exchange.send('aiFuturesGrid', { query: { market: 'BTC_USDT', settle: 'btc' } });
    expect(other).toMatchObject({ code: 404 });
  });

  it('gives infinite grid parameters as fractions (C-374)', async () => {
    const { code, data } = await exchange.send('aiInfiniteGrid', { query: { market: 'BTC_USDT' } });
    expect(code).toBe(200);
    expectJudged(data);
    expect(Number(data.low_price)).toBeGreaterThan(0);
    expect(Number(data.low_price)).toBeLessThan(1);
  });

  it('gives the backtest profit of a grid by strategy type, market and cycle (C-376, E-276)', async () => {
    for (const strategy_type of ['spot', 'infinite_grid', 'futures_grid']) {
      const query = { strategy_type, market: 'BTC_USDT', cycle: '7' };
      const { code, data } = await exchange.send('gridBacktestProfit', { query });
      expect(code, strategy_type).toBe(200);
      expectJudged(data);
      expect(data.cycle).toBe(7);
      const times = data.back_profit.map((point: { time_stamp: number }) => point.time_stamp);
      expect(times[0]).toBe(data.folds[0].from);
      expect(Math.max(...times)).toBeLessThanOrEqual(data.to);
    }
  });

  it.each(SUB_TYPES)(
    'gives the backtest profit of an AI martingale %s, which is %s, of 7 and of 30 days (C-385, E-275, C-120, C-141, C-142, C-143)',
    async (sub_type, type) => {
      for (const cycle of [7, 30]) {
        const query = { market: 'BTC_USDT', strategy_type: 'grid_martingale', sub_type, cycle: `${cycle}` };
        const { code, data } = await exchange.send('martingaleBacktestProfit', { query });
        expect(code).toBe(200);
        expectJudged(data);
        expect(data.cycle).toBe(cycle);
        expect(data).toMatchObject({ type: sub_type, take_profit_per_cycle: data.take_profit, leverage: '1' });
        expect(data.rate).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(data.price_step)).toBeGreaterThan(0);
        expect(data.frequency).toBeGreaterThan(0);
        expect(Number(data.take_profit)).toBeGreaterThan(0);
        if (type === 'low-risk-arbitrage') expect(data.multiplier).toBe('1');
        else expect(Number(data.multiplier)).toBeGreaterThan(1);
      }
    },
  );

  it('gives the trades of the judged weeks by market, instrument type and cycle (C-377)', async () => {
    const { data: params } = await exchange.send('aiSpotGrid', { query: { symbol: 'BTC_USDT', cycle: '7' } });
    const query = { market: 'BTC_USDT', instrument_type: 'spot', cycle: '7' };
    const { code, data } = await exchange.send('aiTrades', { query });
    expect(code).toBe(200);
    expect(data.length).toBeGreaterThan(0);
    for (const { time } of data) {
      expect(time).toBeGreaterThanOrEqual(params.folds[0].from);
      expect(time).toBeLessThanOrEqual(params.to);
    }
  });

  it('gives parameters of every other kind by its type, as its own form has them (C-017, B12)', async () => {
    const futures = { market: 'BTC_USDT', instrument_type: 'futures_usdt', cycle: '30' } as const;
    const ladder = await exchange.send('aiParams', {
      path: { type: 'contract-martingale' },
      query: { ...futures, variant: 'hoarding' },
    });
    expect(ladder.code).toBe(200);
    expectJudged(ladder.data);
    expect(ladder.data.type).toBe('stock_up');
    for (const instrument_type of ['spot', 'futures_usdt'] as const) {
      const query = { ...futures, instrument_type };
      const { code, data } = await exchange.send('aiParams', { path: { type: 'gravity' }, query });
      expect(code, instrument_type).toBe(200);
      expectJudged(data);
      expect(Object.keys(data.params)).toEqual(expect.arrayContaining(['arg_period', 'kline_period']));
      expect('leverage' in data.params).toBe(instrument_type !== 'spot');
    }
    const unknown = await exchange.send('aiParams', { path: { type: 'smart-position' }, query: futures });
    expect(unknown).toMatchObject({ code: 404, data: { issue: 'ai-not-computed' } });
  });

  it('gives parameters of kinds of several markets, run over the minutes of all of them (C-017, H51)', async () => {
    const query = { market: 'BTC_USDT', instrument_type: 'spot', cycle: '7' } as const;
    const portfolio = await exchange.send('aiParams', { path: { type: 'smart-position' }, query });
    expectJudged(portfolio.data);
    const coins = JSON.parse(portfolio.data.params.coins) as readonly {
      readonly asset: string;
      readonly rate: string;
    }[];
    expect(coins.map(({ asset, rate }) => `${asset} ${rate}`)).toEqual(['BTC 34', 'ETH 33', 'SOL 33']);
    const arbitrage = await exchange.send('aiParams', { path: { type: 'spot-future-arbitrage' }, query });
    expectJudged(arbitrage.data);
    expect(arbitrage.data).toMatchObject({ hold_rate: '0', params: { leverage: arbitrage.data.leverage } });
    // Ether in bitcoin has no contract, and is no coin of a portfolio in USDT.
    for (const type of ['smart-position', 'spot-future-arbitrage'] as const) {
      const answer = await exchange.send('aiParams', { path: { type }, query: { ...query, market: 'ETH_BTC' } });
      expect(answer).toMatchObject({ code: 404, data: { issue: 'ai-not-computed' } });
    }
  });

  it('has no parameters where none were computed, and says so (C-398)', async () => {
    const uncomputed = { symbol: 'ETH_USDT', cycle: '30' };
    expect(await exchange.send('aiSpotGrid', { query: uncomputed })).toMatchObject({
      code: 404,
      data: { issue: 'ai-not-computed' },
    });
    expect(await exchange.send('aiSpotGrid', { query: { symbol: 'NO_MARKET' } })).toMatchObject({
      code: 404,
      data: { issue: 'market-unknown' },
    });
    expect(
      (await exchange.send('aiTrades', { query: { market: 'BTC_USDT', instrument_type: 'swap', cycle: '7' } })).code,
    ).toBe(404);
  });

  it('computes the same from the same prices, by a worker (C-374)', async () => {
    const query = { market: 'BTC_USDT', cycle: '30' };
    const job = searchJobs(exchange.feed).find(({ kind }) => kind === 'infinite_grid');
    if (job === undefined) throw new Error('The feed has a market');
    const parts = { clock: exchange.clock, sequencer: exchange.sequencer };
    const answers: unknown[] = [];
    for (let time = 0; time < 2; time += 1) {
      expect(await runSearchJob(parts, spareWork(exchange.jobs), job)).toBe(true);
      answers.push((await exchange.send('aiInfiniteGrid', { query })).data);
    }
    expect(answers[1]).toEqual(answers[0]);
    expectJudged(answers[0] as Record<string, unknown>);
  }, 120_000);

  it('keeps what was computed over a restart (C-372)', async () => {
    const { data: before } = await exchange.send('aiSpotGrid', { query: { symbol: 'BTC_USDT' } });
    await exchange.kill();
    exchange = await openTestExchange(dataDir, { clock: exchange.clock, outlivesTest: true });
    expect((await exchange.send('aiSpotGrid', { query: { symbol: 'BTC_USDT' } })).data).toEqual(before);
  });

  // The last one: it lets the market go on.
  it('carry a moon-bot from its creation to its end, and the ledger stays exact (C-079, C-215, H7)', async () => {
    const who = await exchange.trader();
    const purse = userAccount(10_001, 'spot');
    const before = exchange.ledger.balance(purse, 'USDT');
    const { data: found } = await exchange.send('aiSpotGrid', { query: { symbol: 'BTC_USDT', cycle: '7' } });
    const { low_price, high_price, grid_num, price_type } = found;
    const body = gridBody(exchange, { low_price, high_price, grid_num, price_type, param_source: 'ai' });
    const bad = { ...body, low_price: high_price };
    expect(await exchange.send('createGrid', { who, body: bad })).toMatchObject({
      code: 422,
      data: { field: 'high_price', issue: 'grid.high_not_above_low' },
    });
    const { data } = await exchange.send('createGrid', { who, body });
    const startMs = exchange.clock.nowMs();
    await exchange.pass(6 * 3_600_000, 60_000);
    const query = { strategy_id: data.strategy_id, strategy_type: 'spot_grid' };
    const row = (await exchange.send('strategyDetail', { who, query })).data;
    expect(row).toMatchObject({ is_ai: 1, status: 'running', residual: '0' });
    expect(row.params).toMatchObject({ low_price, high_price, grid_num, price_type });
    const path = { id: data.strategy_id };
    const live = await exchange.send('tradeRecords', { who, path, query: { page_size: 500 } });
    const told = live.data.orders.map((one: Record<string, unknown>) => [one.side, one.match_price, one.match_qty]);
    expect(told.reverse()).toEqual(backtestOf(body, startMs));
    await exchange.send('cancelGrid', { who, path, body: { fundpass: 'paper-fund' } });
    const ended = (await exchange.send('strategyDetail', { who, query })).data;
    expect(ended).toMatchObject({ status: 'finished', residual: '0' });
    const gained = exchange.ledger.balance(purse, 'USDT') - before;
    const profit = ended.profit.startsWith('-')
      ? -(parseAmount(ended.profit.slice(1)) as bigint)
      : (parseAmount(ended.profit) as bigint);
    // Coins of less than a lot come back as coins.
    const spared = profit - gained;
    expect(spared).toBeGreaterThanOrEqual(0n);
    expect(spared).toBeLessThan(10_000_000n);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });
});
