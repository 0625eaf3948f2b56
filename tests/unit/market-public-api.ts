import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CcxtExchange } from '#server/exchange/market/ccxt-source.ts';
import { MINUTE_MS } from './market-fixture.ts';

/**
 * A local server that answers as Gate.io's public API v4 does (spot/currency_pairs, tickers, candlesticks, order_book:
 * rows of text, times in seconds), of a market that the test steers. And a class with the few methods of ccxt that the
 * adapter uses, whose calls go to that server by real HTTP, mapped as ccxt maps them.
 */
export interface PublicApi {
  readonly url: string;
  /** Paths asked for, oldest first. */
  readonly calls: string[];
  price: number;
  nowMs: number;
  /** Answers 503 to paths that contain this. */
  failing: string | null;
  /** Minutes that the exchange has no candle of. */
  readonly missing: Set<number>;
  close(): Promise<void>;
}

/** The price of a minute that is over: a saw of a hundred minutes, so that every test can compute it. */
export function sawPrice(minute: number): number {
  return 50_000 + (minute % 100);
}

function candleRows(api: PublicApi, query: URLSearchParams): string[][] {
  const from = Number(query.get('from'));
  const limit = Number(query.get('limit'));
  const rows: string[][] = [];
  for (let time = from; rows.length < limit && time * 1000 <= api.nowMs; time += 60) {
    const minute = time / 60;
    if (api.missing.has(minute)) continue;
    const [open, close] = [sawPrice(minute), sawPrice(minute + 1)];
    // time, quote volume, close, high, low, open, base volume: the order of API v4.
    rows.push([time, 9, close, Math.max(open, close) + 2, Math.min(open, close) - 3, open, 0.5].map(String));
  }
  return rows;
}

function answer(api: PublicApi, url: URL): unknown {
  const pair = (id: string) => ({ id, base: id.split('_')[0], quote: 'USDT', trade_status: 'tradable' });
  switch (url.pathname) {
    case '/api/v4/spot/currency_pairs':
      return [pair('BTC_USDT'), { ...pair('ETH_USDT'), trade_status: 'untradable' }, pair('PEPE_USDT')];
    case '/api/v4/spot/tickers':
      return [{ currency_pair: url.searchParams.get('currency_pair'), last: String(api.price) }];
    case '/api/v4/spot/candlesticks':
      return candleRows(api, url.searchParams);
    case '/api/v4/spot/order_book':
      return {
        asks: [1, 2, 3].map((i) => [String(api.price + i * 0.04), '1.5']),
        bids: [1, 2, 3].map((i) => [String(api.price - i), '2']),
      };
    default:
      return null;
  }
}

export async function startPublicApi(nowMs: number): Promise<PublicApi> {
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://exchange');
    api.calls.push(url.pathname);
    const body = answer(api, url);
    const isFailing = api.failing !== null && url.pathname.includes(api.failing);
    response.statusCode = isFailing ? 503 : body === null ? 404 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isFailing ? { label: 'SERVER_ERROR' } : body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const api: PublicApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    price: 50_000,
    nowMs,
    failing: null,
    missing: new Set(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
}

/** A ccxt module with one exchange, "gate", that speaks to the address in its `urls`. */
export function fakeCcxt(): { readonly default: Readonly<Record<string, unknown>> } {
  class Gate implements CcxtExchange {
    urls: Record<string, unknown> = { api: { public: { spot: 'https://api.example.invalid/api/v4' } } };
    async ask<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
      const base = (this.urls.api as { public: { spot: string } }).public.spot;
      const reply = await fetch(`${base}/spot/${path}?${new URLSearchParams(query)}`);
      if (!reply.ok) throw new Error(`gate ${reply.status}`);
      return (await reply.json()) as T;
    }
    async loadMarkets() {
      const pairs = await this.ask<{ base: string; quote: string; trade_status: string }[]>('currency_pairs');
      return Object.fromEntries(
        pairs.map(({ base, quote, trade_status }) => [
          `${base}/${quote}`,
          { base, quote, spot: true, active: trade_status === 'tradable' },
        ]),
      );
    }
    async fetchOHLCV(symbol: string, interval: string, since: number, limit: number) {
      const query = {
        currency_pair: symbol.replace('/', '_'),
        interval,
        from: String(since / 1000),
        limit: String(limit),
      };
      const rows = await this.ask<string[][]>('candlesticks', query);
      return rows.map((row) => {
        const [time, , close, high, low, open, volume] = row.map(Number);
        return [time! * 1000, open, high, low, close, volume];
      });
    }
    async fetchTicker(symbol: string) {
      const [ticker] = await this.ask<{ last: string }[]>('tickers', { currency_pair: symbol.replace('/', '_') });
      return { last: Number(ticker!.last) };
    }
    async fetchOrderBook(symbol: string, limit: number) {
      const query = { currency_pair: symbol.replace('/', '_'), limit: String(limit) };
      const book = await this.ask<{ bids: string[][]; asks: string[][] }>('order_book', query);
      const numbers = (rows: string[][]) => rows.map((row) => row.map(Number));
      return { bids: numbers(book.bids), asks: numbers(book.asks) };
    }
  }
  return { default: { gate: Gate, version: '4.5.84' } };
}

/** Start of the minute that a time is in, as a number of minutes. */
export function minuteOfTime(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS);
}
