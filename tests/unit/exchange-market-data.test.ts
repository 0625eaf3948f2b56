import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { decodeDay } from '#lib/engine/day-codec.ts';
import { MORNING_MS, openTestExchange, type TestExchange } from './exchange-fixture.ts';

let exchange: TestExchange;
const folder = mkdtempSync(join(tmpdir(), 'exchange-market-'));
const MORNING_S = MORNING_MS / 1000;

beforeAll(async () => {
  exchange = await openTestExchange(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('prices', () => {
  it('are those of the feed, and -- where nobody knows one (C-365, C-367, E-294, M-301)', async () => {
    const last = Number(exchange.feed.lastTicks('BTC_USDT', MORNING_MS)) / 10;
    const price = await exchange.send('lastPrice', { query: { symbol: 'BTC_USDT', type: 'spot' } });
    expect(Number((price as unknown as { last_price: string }).last_price)).toBe(last);
    const spot = await exchange.send('spotPrice', { query: { type: 'gate_spot', pair: 'BTC_USDT' } });
    expect(spot).toEqual(price);
    for (const query of [
      { symbol: 'NOPE_USDT', type: 'spot' },
      { symbol: 'ETH_BTC', type: 'futures_usdt' },
    ]) {
      expect(await exchange.send('lastPrice', { query })).toEqual({ last_price: '--' });
    }
    expect(await exchange.send('spotPrice', { query: { type: 'gate_spot', pair: 'NOPE_USDT' } })).toEqual({
      last_price: '--',
    });
  });

  it('carry the day’s change, extremes and volume for every market', async () => {
    const { data } = await exchange.send('tickers');
    expect(data.length).toBe(exchange.feed.specs.length);
    for (const ticker of data) {
      expect(Number(ticker.low_24h)).toBeLessThanOrEqual(Number(ticker.last));
      expect(Number(ticker.high_24h)).toBeGreaterThanOrEqual(Number(ticker.last));
      expect(ticker.time).toBe(MORNING_S);
    }
    expect(await exchange.send('tickers', { query: { market: 'NOPE_USDT' } })).toMatchObject({ code: 404 });
  });

  it('lie between the two sides of the book, best first', async () => {
    const { data } = await exchange.send('depth', { query: { market: 'BTC_USDT', limit: 5 } });
    const asks = data.asks.map(([price]: [string, string]) => Number(price));
    const bids = data.bids.map(([price]: [string, string]) => Number(price));
    expect(asks).toEqual([...asks].sort((a, b) => a - b));
    expect(bids).toEqual([...bids].sort((a, b) => b - a));
    expect(asks.length).toBe(5);
    expect(bids[0]).toBeLessThan(asks[0]);
  });
});

describe('candles', () => {
  it('agree with the minutes that bots are run on, the bytes of a day included', async () => {
    const from = MORNING_S - 3_600;
    const { data } = await exchange.send('candles', {
      query: { market: 'BTC_USDT', period: '1m', from, to: MORNING_S },
    });
    expect(data.length).toBe(60);
    const minutes = exchange.feed.minutes('BTC_USDT', from * 1000, MORNING_MS, MORNING_MS);
    expect(data.map(([, open]: string[]) => Number(open) * 10)).toEqual([...minutes.open]);
    const hours = await exchange.send('candles', { query: { market: 'BTC_USDT', period: '1h', from, to: MORNING_S } });
    expect(hours.data[0].slice(0, 2)).toEqual([from, data[0][1]]);
    const bytes = (await exchange.send('candleDay', {
      query: { market: 'BTC_USDT', day: '2026-05-20' },
    })) as unknown as Uint8Array;
    const day = decodeDay(bytes);
    expect(day.open.length).toBe(600);
    expect([...day.open.slice(-60)]).toEqual([...minutes.open]);
    const whole = (await exchange.send('candleDay', {
      query: { market: 'BTC_USDT', day: '2026-05-19' },
    })) as unknown as Uint8Array;
    expect(decodeDay(whole).open.length).toBe(1_440);
  });

  it('carry the traded volumes of their minutes where they are asked for, as backtests have them', async () => {
    const dayOf = async (query: Readonly<Record<string, string>>): Promise<CandleColumns> =>
      decodeDay((await exchange.send('candleDay', { query })) as unknown as Uint8Array);
    const plain = { market: 'BTC_USDT', day: '2026-05-19' };
    const { volume } = await dayOf({ ...plain, volumes: '1' });
    const from = MORNING_MS - 10 * 3_600_000 - 86_400_000;
    const units = exchange.feed.minuteVolumes('BTC_USDT', from, from + 86_400_000, MORNING_MS);
    expect(Array.from(volume ?? [], (coins) => Math.round(coins * 1e8))).toEqual([...units]);
    // Asked for without, the same day is kept without.
    expect((await dayOf(plain)).volume).toBeUndefined();
  });

  it('number at most 1500 a call, the newest of what was asked for', async () => {
    const { data } = await exchange.send('candles', {
      query: { market: 'BTC_USDT', period: '1m', from: 0, to: MORNING_S },
    });
    expect(data.length).toBe(1_500);
    expect(data.at(-1)[0]).toBe(MORNING_S - 60);
    expect(
      (await exchange.send('candles', { query: { market: 'BTC_USDT', period: '1m', from: MORNING_S, to: 0 } })).data,
    ).toEqual([]);
  });

  it('of a day that is none, or not yet, are refused at the field', async () => {
    for (const day of ['2026-02-30', '2026-05-21', '0001-01-01']) {
      const answer = await exchange.send('candleDay', { query: { market: 'BTC_USDT', day } });
      expect(answer).toMatchObject({ code: 422, data: { field: 'day' } });
    }
  });
});

describe('what is fixed about a market', () => {
  it('names decimals and smallest orders (E-131, E-289, H35)', async () => {
    const info = await exchange.send('symbolInfo', { query: { symbol: 'BTC_USDT' } });
    expect(info).toEqual({
      prec_v: 6,
      prec_t: 1,
      prec_r: 1,
      curra_min_order_amount: '0.000001',
      currb_min_order_amount: '3',
    });
    expect(await exchange.send('symbolInfo', { query: { symbol: 'NOPE_USDT' } })).toMatchObject({ code: 404 });
  });

  it('allows 200 grids on major pairs and 100 on others (C-364, X1)', async () => {
    const most = async (market: string) =>
      (await exchange.send('gridBase', { query: { market, settle: '', strategy_type: 'spot_grid' } })).data.max_grid;
    expect(await most('BTC_USDT')).toBe(200);
    expect(await most('DOGE_USDT')).toBe(100);
  });

  it('charges the default fees, with a VIP factor of 1 (C-436, E-132, E-290)', async () => {
    const { data } = await exchange.send('strategyFee', { query: { market: 'BTC_USDT', strategy_type: 'spot_grid' } });
    expect(data).toMatchObject({ taker_fee: '0.001', futures_taker_fee: '0.0005', vip_fee_discount: '1' });
  });

  it('says what a grid needs at least, and what each order would be (C-145, C-369, M-318, C-256)', async () => {
    const last = Number(exchange.feed.lastTicks('BTC_USDT', MORNING_MS)) / 10;
    const ask = (changes: Record<string, string | number>) =>
      exchange.send('minAmount', {
        query: {
          market: 'BTC_USDT',
          instrument_type: 'spot',
          low_price: (last * 0.9).toFixed(1),
          high_price: (last * 1.1).toFixed(1),
          grid_num: 50,
          ...changes,
        },
      });
    const few = await ask({ grid_num: 10 });
    const many = await ask({ money: '1000' });
    expect(few.data).toMatchObject({
      base: 'BTC',
      quote: 'USDT',
      liq_price: '--',
      short_liq_price: '--',
      max_leverage: '1',
    });
    expect(Number(many.data.min_amount)).toBeGreaterThan(Number(few.data.min_amount));
    expect(Number(many.data.unit_qty)).toBeGreaterThan(0);
    const inBase = await ask({ is_use_base: '1' });
    expect(Number(inBase.data.min_amount) * last).toBeCloseTo(Number((await ask({})).data.min_amount), -2);
    expect(await ask({ low_price: '70000', high_price: '60000' })).toMatchObject({
      code: 422,
      data: { field: 'high_price' },
    });
    expect(await ask({ market: 'NOPE_USDT' })).toMatchObject({ code: 422, data: { field: 'market' } });
  });
});
