import { describe, expect, it } from 'vitest';
import { CONTRACT, type ReplyOf } from '#lib/contract/contract.ts';
import { decodeDay } from '#lib/engine/day-codec.ts';
import { formatTicks, instrumentOf } from '#lib/money/market-spec.ts';
import { candleDayHandler } from '#server/exchange/handlers/candle-day-handler.ts';
import { contractHandlers } from '#server/exchange/handlers/contract-handlers.ts';
import { marketHandlers } from '#server/exchange/handlers/market-handlers.ts';
import { candlesHere } from '#server/exchange/market/candle-source.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { DAY_MS, MINUTE_MS, SOME_DAY_MS } from './market-fixture.ts';

const feed = createSimulatedFeed({ seed: 'calls' });
const handlers = {
  ...marketHandlers(feed, candlesHere(feed)),
  ...contractHandlers(feed),
  ...candleDayHandler(feed, candlesHere(feed)),
};
/** Half past nine, 20 seconds into a minute. */
const NOW_MS = SOME_DAY_MS + 9.5 * 3_600_000 + 20_000;

type Call = keyof typeof handlers;

/** A reply of a call that is expected to be good: its data is there. */
type Answer<R> = R extends { data?: infer D } ? R & { data: NonNullable<D> } : R;

/** Sends a call as the HTTP front does: the query is parsed by the contract, and a good reply must keep its shape. */
async function ask<N extends Call>(name: N, query: Readonly<Record<string, unknown>>): Promise<Answer<ReplyOf<N>>> {
  const shape = CONTRACT[name] as {
    query?: { parse(value: unknown): unknown };
    reply: { parse(value: unknown): unknown };
  };
  const request = { query: shape.query?.parse(query), nowMs: NOW_MS } as never;
  const reply = await (handlers[name] as (request: never) => unknown)(request);
  const isRefused = (reply as { code?: number }).code !== undefined && (reply as { code: number }).code !== 200;
  return (isRefused ? reply : shape.reply.parse(reply)) as Answer<ReplyOf<N>>;
}

const priceOf = (instrument: string, ticks: number | null) => formatTicks(feed.spec(instrument)!, ticks!);

describe('the contracts that are told', () => {
  it('carry leverage, order sizes and the quantity of one contract (C-146, M-395)', async () => {
    const { futures_contracts_data } = await ask('futuresContracts', { settle: 'usdt' });
    expect(futures_contracts_data.map((contract) => contract.name)).toEqual([
      'BTC_USDT',
      'ETH_USDT',
      'SOL_USDT',
      'XRP_USDT',
      'BNB_USDT',
      'DOGE_USDT',
      'ADA_USDT',
    ]);
    expect(futures_contracts_data[0]).toMatchObject({
      leverage_max: 50,
      order_size_min: 1,
      order_size_max: 12_000_000,
      quanto_multiplier: '0.0001',
      maintenance_rate: '0.003',
      taker_fee_rate: '0.00075',
      maker_fee_rate: '0',
      price_decimals: 1,
      max_grid: 200,
      is_inverse: false,
    });
    expect(futures_contracts_data[0]?.risk_tiers.slice(0, 2)).toEqual([
      { up_to: '500000', maintenance_rate: '0.003', leverage_max: 50 },
      { up_to: '1000000', maintenance_rate: '0.0035', leverage_max: 50 },
    ]);
  });

  it('carry mark, index and last price, and the next settlement of funding (M-325, E-139, E-295)', async () => {
    const { futures_contracts_data } = await ask('futuresContracts', { settle: 'usdt' });
    for (const contract of futures_contracts_data) {
      const instrument = `${contract.name}@USDT`;
      expect(contract.mark_price).toBe(priceOf(instrument, feed.markTicks(instrument, NOW_MS)));
      expect(contract.index_price).toBe(priceOf(instrument, feed.indexTicks(instrument, NOW_MS)));
      expect(contract.last_price).toBe(priceOf(instrument, feed.lastTicks(instrument, NOW_MS)));
      expect(contract.funding_interval).toBe(28_800);
      expect(contract.funding_next_apply * 1000).toBe(SOME_DAY_MS + 16 * 3_600_000);
      expect(Math.abs(Number(contract.funding_rate))).toBeLessThanOrEqual(0.003);
    }
  });

  it('settled in bitcoin are the inverse one, a dollar a contract, priced as the linear one of its coin (M-325)', async () => {
    const { futures_contracts_data } = await ask('futuresContracts', { settle: 'btc' });
    expect(futures_contracts_data).toHaveLength(1);
    const linear = (await ask('futuresContracts', { settle: 'usdt' })).futures_contracts_data[0]!;
    expect(futures_contracts_data[0]).toMatchObject({
      name: 'BTC_USD',
      is_inverse: true,
      quanto_multiplier: '1',
      order_size_max: 530_000,
      last_price: linear.last_price,
      mark_price: linear.mark_price,
    });
  });

  it('have told every settled rate of the past, the newest hundred at most', async () => {
    const to = SOME_DAY_MS / 1000;
    const { data } = await ask('fundingRates', { market: 'BTC_USDT', settle: 'usdt', from: to - 86_400, to });
    expect(data.map(([time]) => to - time)).toEqual([86_400, 57_600, 28_800]);
    const rates = data.map(([time]) => feed.fundingRate('BTC_USDT@USDT', time * 1000));
    expect(data.map(([, rate]) => BigInt(Math.round(Number(rate) * 1e8)))).toEqual(rates);
    const all = (await ask('fundingRates', { market: 'BTC_USDT', settle: 'usdt', from: 0, to: to * 2 })).data;
    expect(all).toHaveLength(100);
    expect(all.at(-1)?.[0]).toBe(to + 28_800);
    expect(await ask('fundingRates', { market: 'ETH_BTC', settle: 'usdt', from: 0, to })).toMatchObject({ code: 404 });
  });
});

describe('margin terms of a spot market', () => {
  it('allow ten times the own money, and tell rate and limits (C-371)', async () => {
    const { data } = await ask('marginPair', { market: 'ETH_USDT' });
    expect(data).toEqual({
      max_multiple: 10,
      hourly_rate: '0.00001',
      base_borrow_max: '400',
      quote_borrow_max: '1000000',
    });
    for (const spec of feed.specs) {
      const terms = (await ask('marginPair', { market: spec.market })).data;
      expect(Number(terms.base_borrow_max)).toBeGreaterThan(0);
      expect(Number(terms.quote_borrow_max)).toBeGreaterThan(0);
    }
    expect(await ask('marginPair', { market: 'NOPE_USDT' })).toMatchObject({ code: 422, data: { field: 'market' } });
  });
});

describe('market data by type', () => {
  it('gives the last price of spot, of contracts in dollars and in bitcoin, and -- for what is not traded (C-365, E-293)', async () => {
    const last = async (symbol: string, type: string) => (await ask('lastPrice', { symbol, type })).last_price;
    expect(await last('BTC_USDT', 'spot')).toBe(priceOf('BTC_USDT', feed.lastTicks('BTC_USDT', NOW_MS)));
    const perpetual = priceOf('BTC_USDT@USDT', feed.lastTicks('BTC_USDT@USDT', NOW_MS));
    expect(await last('BTC_USDT', 'futures_usdt')).toBe(perpetual);
    expect(await last('BTC_USD', 'futures_btc')).toBe(perpetual);
    expect(await last('BTC_USDT', 'futures_btc')).toBe(perpetual);
    for (const [symbol, type] of [
      ['ETH_BTC', 'futures_usdt'],
      ['ETH_USDT', 'futures_btc'],
      ['BTC_USD', 'spot'],
    ] as const) {
      expect(await last(symbol, type)).toBe('--');
    }
  });

  it('gives the day’s figures of each contract, as of each spot market', async () => {
    const spot = (await ask('tickers', {})).data;
    const futures = (await ask('tickers', { type: 'futures_usdt' })).data;
    expect(spot.map((ticker) => ticker.market)).toEqual(feed.specs.map((spec) => spec.market));
    expect(futures).toHaveLength(7);
    for (const ticker of futures) {
      const beside = spot.find((each) => each.market === ticker.market)!;
      expect(Math.abs(Number(ticker.last) / Number(beside.last) - 1)).toBeLessThan(0.003);
      expect(Math.abs(Number(ticker.change_24h) - Number(beside.change_24h))).toBeLessThan(0.006);
      expect(Number(ticker.base_volume_24h)).toBeGreaterThan(Number(beside.base_volume_24h));
    }
    const inverse = (await ask('tickers', { type: 'futures_btc' })).data;
    expect(inverse.map((ticker) => ticker.market)).toEqual(['BTC_USD']);
    expect(Number(inverse[0]?.quote_volume_24h)).toBeGreaterThan(0);
  });

  it('gives candles of the contract, not of its spot market', async () => {
    const [from, to] = [NOW_MS / 1000 - 7_200, NOW_MS / 1000];
    const query = { market: 'ETH_USDT', period: '1m', from: Math.floor(from), to: Math.floor(to) };
    const { data } = await ask('candles', { ...query, type: 'futures_usdt' });
    const first = data[0]![0] * 1000;
    const minutes = feed.minutes('ETH_USDT@USDT', first, first + data.length * MINUTE_MS, NOW_MS);
    expect(data.map(([, , , , close]) => Math.round(Number(close) * 100))).toEqual([...minutes.close]);
    expect(data.map((row) => row[4])).not.toEqual((await ask('candles', query)).data.map((row) => row[4]));
  });

  it.each([
    ['BTC_USDT', 'futures_usdt', 0.0001],
    ['XRP_USDT', 'futures_usdt', 10],
    ['BTC_USD', 'futures_btc', 1],
  ] as const)('gives a book of %s (%s) in whole contracts around its last price', async (market, type, contract) => {
    const { asks, bids, last } = (await ask('depth', { market, type, limit: 20 })).data;
    expect([asks.length, bids.length]).toEqual([20, 20]);
    expect(Number(bids[0]![0])).toBeLessThan(Number(asks[0]![0]));
    expect([asks[0]![0], bids[0]![0]]).toContain(last);
    for (const [, quantity] of [...asks, ...bids]) {
      const contracts = Number(quantity) / contract;
      expect(contracts).toBeGreaterThan(0.5);
      expect(Math.abs(contracts - Math.round(contracts))).toBeLessThan(1e-6);
    }
  });

  it('allows as many grids as the market of the settle asset does (C-364, E-286)', async () => {
    const most = async (market: string, settle: string) =>
      (await ask('gridBase', { market, settle, strategy_type: 'futures_grid' })).data?.max_grid;
    expect(await most('BTC_USDT', 'usdt')).toBe(200);
    expect(await most('DOGE_USDT', 'usdt')).toBe(100);
    expect(await most('BTC_USD', 'btc')).toBe(200);
    // A kind on contracts without a settle asset, a kind on spot with one: neither is asked for by anybody who knows.
    for (const [settle, kind] of [
      ['', 'futures_grid'],
      ['usdt', 'spot_grid'],
    ]) {
      const reply = await ask('gridBase', { market: 'BTC_USDT', settle, strategy_type: kind });
      expect(reply).toMatchObject({ code: 422, data: { field: 'settle' } });
    }
    for (const [market, settle] of [
      ['ETH_BTC', 'usdt'],
      ['ETH_USDT', 'btc'],
      ['BTC_USDT', 'eur'],
    ]) {
      expect(await ask('gridBase', { market, settle, strategy_type: 'futures_grid' })).toMatchObject({ code: 404 });
    }
  });

  it('charges bots on contracts what the contract says, without rebates (E-290)', async () => {
    const fees = async (strategy_type: string) =>
      (await ask('strategyFee', { market: 'BTC_USDT', strategy_type })).data;
    expect(await fees('futures_grid')).toMatchObject({ futures_taker_fee: '0.00075', futures_maker_fee: '0' });
    expect(await fees('spot_grid')).toMatchObject({ futures_taker_fee: '0.0005', taker_fee: '0.001' });
  });
});

describe('a day of minutes', () => {
  const day = new Date(SOME_DAY_MS - DAY_MS).toISOString().slice(0, 10);
  const fetchDay = async (query: Readonly<Record<string, string>>) =>
    decodeDay((await ask('candleDay', { day, ...query })) as Uint8Array);

  it('is that of the contract where its type is asked for', async () => {
    const { open, close } = await fetchDay({ market: 'BTC_USDT', type: 'futures_usdt' });
    const minutes = feed.minutes('BTC_USDT@USDT', SOME_DAY_MS - DAY_MS, SOME_DAY_MS, NOW_MS);
    expect(open).toEqual(minutes.open);
    expect(close).toEqual(minutes.close);
  });

  it('may be of mark prices: candles of one price, as many as there are minutes', async () => {
    const marks = feed.marks('BTC_USDT@USDT', SOME_DAY_MS - DAY_MS, SOME_DAY_MS);
    const { open, high, low, close } = await fetchDay({ market: 'BTC_USDT', type: 'futures_usdt', price: 'mark' });
    for (const column of [open, high, low, close]) expect(column).toEqual(marks);
    const today = new Date(SOME_DAY_MS).toISOString().slice(0, 10);
    const running = await fetchDay({ market: 'BTC_USDT', type: 'futures_usdt', price: 'mark', day: today });
    const last = await fetchDay({ market: 'BTC_USDT', type: 'futures_usdt', day: today });
    expect(running.open).toHaveLength(570);
    expect(last.open).toHaveLength(570);
  });

  it('has no mark prices on a spot market', async () => {
    expect(await ask('candleDay', { day, market: 'BTC_USDT', price: 'mark' })).toMatchObject({ code: 404 });
  });

  it('names an instrument by market and settle asset everywhere', () => {
    expect(feed.contracts.map(instrumentOf).slice(-2)).toEqual(['ADA_USDT@USDT', 'BTC_USD@BTC']);
  });
});
