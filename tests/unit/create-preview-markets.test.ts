import { afterEach, describe, expect, it, vi } from 'vitest';
import { replayParams } from '#components/create/replay-params.ts';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { joinDays } from '#lib/client/preview-candles.ts';
import { MOST_HISTORY_MINUTES, PREVIEW_MS, previewDays } from '#lib/client/preview-days.ts';
import { coversNeed, firstNeed, looksAtVolumes, previewNeedOf } from '#lib/client/preview-need.ts';
import { createPriceReader } from '#lib/client/preview-prices.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { encodeDay } from '#lib/engine/day-codec.ts';
import { equalShares } from '#lib/formulas/portfolio-shares.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { DEFAULT_CONDITIONS } from '#lib/kinds/indicator/definition/conditions.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { formatCoins } from '#lib/strategies/portfolio/coins.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { LINEAR } from './futures-fixture.ts';

const NOON = Date.UTC(2026, 2, 15, 12);
const BTC = testSpec();
const ETH: MarketSpec = { ...BTC, market: 'ETH_USDT', base: 'ETH' };
const SOL: MarketSpec = { ...BTC, market: 'SOL_USDT', base: 'SOL' };
const PAGE: MarketSpec = { ...BTC, companions: { ETH_USDT: ETH, SOL_USDT: SOL } };
const FEE = 100_000n;

const SMART = STRATEGIES['smart-position'] as unknown as AnyDefinition;
const smart = (...coins: readonly string[]) => ({
  ...SMART.defaults(),
  coins: formatCoins(
    coins.map((asset, index) => ({ asset, rate: String(equalShares(coins.length)[index]), amount: '' })),
  ),
  money: '1000',
});
const arbitrage = STRATEGIES['spot-future-arbitrage'] as unknown as AnyDefinition;
const arbitrageValues = { ...arbitrage.defaults(), money: '1000' };

/** A day of minutes, each a little above the one before. */
function day(startMs: number, first: number, hasVolume = false): CandleColumns {
  const open = Int32Array.from({ length: 1_440 }, (_, minute) => first + minute);
  return {
    startMs,
    stepMs: 60_000,
    open,
    high: open,
    low: open,
    close: open,
    ...(hasVolume ? { volume: new Float64Array(1_440).fill(1.5) } : {}),
  };
}

afterEach(() => void vi.unstubAllGlobals());

describe('what a replay is given', () => {
  it('is a portfolio of its own coins in its own order, however many the form knows', () => {
    const params = replayParams(SMART, smart('ETH', 'BTC'), PAGE, FEE);
    expect(params?.spec.market).toBe('ETH_USDT');
    expect(Object.keys(params?.spec.companions ?? {})).toEqual(['BTC_USDT']);
    expect(previewNeedOf('smart-position', params as never).markets.map(({ key }) => key)).toEqual([
      'ETH_USDT',
      'BTC_USDT',
    ]);
  });

  it('is nothing while a market is not known', () => {
    expect(replayParams(SMART, smart('BTC', 'NEW'), PAGE, FEE)).toBeNull();
    expect(replayParams(arbitrage, arbitrageValues, BTC, FEE)).toBeNull();
  });

  it('is both legs of an arbitrage, the contract with its marks and funding', () => {
    const spec = { ...BTC, companions: { [instrumentOf(LINEAR)]: LINEAR } };
    const params = replayParams(arbitrage, arbitrageValues, spec, FEE);
    const { markets } = previewNeedOf('spot-future-arbitrage', params as never);
    expect(markets.map(({ instrument }) => instrument)).toEqual(['spot', 'futures_usdt']);
  });

  it('has the history that indicators begin with, and volumes where they look at them', () => {
    const macd = STRATEGIES.macd as unknown as AnyDefinition;
    const params = replayParams(macd, { ...macd.defaults(), money: '1000' }, BTC, FEE);
    const need = previewNeedOf('macd', params as never);
    expect(need.historyMinutes).toBeGreaterThan(250 * 60);
    expect(need.markets[0]?.hasVolumes).toBe(false);
    const [condition] = DEFAULT_CONDITIONS.open.conditions;
    const obv = { ...condition, indicatorName: 'obv', indicatorArgs: [] };
    const conditions = { ...DEFAULT_CONDITIONS, open: { ...DEFAULT_CONDITIONS.open, conditions: [obv] } };
    expect(looksAtVolumes(conditions as never)).toBe(true);
    expect(looksAtVolumes(DEFAULT_CONDITIONS)).toBe(false);
  });
});

describe('what is loaded does for a change', () => {
  const one = firstNeed(PAGE);
  const two = previewNeedOf('smart-position', replayParams(SMART, smart('BTC', 'ETH'), PAGE, FEE) as never);

  it('that needs no more: fewer coins after the first, less history', () => {
    const three = previewNeedOf('smart-position', replayParams(SMART, smart('BTC', 'ETH', 'SOL'), PAGE, FEE) as never);
    expect(coversNeed(three, two)).toBe(true);
    expect(coversNeed({ ...one, historyMinutes: 5_000 }, one)).toBe(true);
  });

  it('but not for another first coin, more coins, more history or volumes', () => {
    const other = previewNeedOf('smart-position', replayParams(SMART, smart('ETH', 'BTC'), PAGE, FEE) as never);
    expect(coversNeed(two, other)).toBe(false);
    expect(coversNeed(one, two)).toBe(false);
    expect(coversNeed(one, { ...one, historyMinutes: 5_000 })).toBe(false);
    const withVolumes = { ...one, markets: one.markets.map((market) => ({ ...market, hasVolumes: true })) };
    expect(coversNeed(one, withVolumes)).toBe(false);
    expect(coversNeed(withVolumes, one)).toBe(true);
  });
});

it('days reach back over the history, at most 120 days of it', () => {
  const days = previewDays(NOON, 40 * 1_440);
  expect(Date.parse(days[0] ?? '')).toBe(Math.floor((NOON - PREVIEW_MS - 40 * DAY_MS) / DAY_MS) * DAY_MS);
  expect(previewDays(NOON, 10 * MOST_HISTORY_MINUTES)).toEqual(previewDays(NOON, MOST_HISTORY_MINUTES));
});

it('days with volumes join to candles with volumes, gaps without any', () => {
  const joined = joinDays([day(0, 100, true), day(2 * DAY_MS, 100, true)]);
  expect(joined.volume?.[0]).toBe(1.5);
  expect(joined.volume?.[1_500]).toBe(0);
  expect(joinDays([day(0, 100, true), day(DAY_MS, 100)]).volume).toBeUndefined();
});

describe('reading the prices of a form', () => {
  const asked: string[] = [];
  function answerDays(): void {
    asked.length = 0;
    vi.stubGlobal('fetch', async (input: string) => {
      asked.push(input);
      const query = new URLSearchParams(input.split('?')[1]);
      const startMs = Date.parse(`${query.get('day')}T00:00:00Z`);
      return new Response(
        encodeDay(day(startMs, query.get('market') === 'ETH_USDT' ? 2_000 : 1_000, query.get('volumes') === '1')),
      );
    });
  }

  it('gives every market of the bot, asks whole days once, and the last one again', async () => {
    answerDays();
    const read = createPriceReader();
    const params = replayParams(SMART, smart('BTC', 'ETH'), PAGE, FEE) as never;
    const need = previewNeedOf('smart-position', params);
    const prices = await read(need, NOON, () => undefined);
    expect(Object.keys(prices.others ?? {})).toEqual(['BTC_USDT', 'ETH_USDT']);
    const first = asked.length;
    await read(need, NOON, () => undefined);
    expect(asked.length - first).toBe(2);
    const result = runBacktest({
      kind: 'smart-position',
      params,
      candles: prices.candles,
      fromIndex: prices.startIndex,
      ...(prices.others === undefined ? {} : { others: prices.others }),
    });
    expect(result.fills).toBeGreaterThanOrEqual(2);
  });

  it('is not made of funding that was refused under HTTP 200: without it a contract would have paid nothing', async () => {
    answerDays();
    const days = fetch;
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) =>
      input.includes('funding_rates') ? Response.json({ code: 429, message: 'too-many-requests' }) : days(input, init),
    );
    const need = firstNeed(BTC);
    const onContract = need.markets.map((market) => ({ ...market, instrument: 'futures_usdt' as const }));
    const reading = createPriceReader()({ ...need, markets: onContract }, NOON, () => undefined);
    await expect(reading).rejects.toThrow('fundingRates: code 429');
  });

  it('asks for volumes only where they are wanted', async () => {
    answerDays();
    const need = firstNeed(BTC);
    await createPriceReader()(need, NOON, () => undefined);
    expect(asked.some((url) => url.includes('volumes'))).toBe(false);
    const wanted = { ...need, markets: need.markets.map((market) => ({ ...market, hasVolumes: true })) };
    const { candles } = await createPriceReader()(wanted, NOON, () => undefined);
    expect(candles.volume?.length).toBe(candles.open.length);
  });
});
