import { MINUTE_MS } from '#lib/time/durations.ts';
import { errorCode } from '../../log/error-code.ts';
import type { LiveBook, LiveCandle, LiveSource } from './live-source.ts';

/** The version that the adapter was tried with; the remedy names it. */
const CCXT_VERSION = '4.5.84';
const CALL_DEADLINE_MS = 8_000;

/** The part of a ccxt exchange that is used. */
export interface CcxtExchange {
  urls: Record<string, unknown>;
  loadMarkets(): Promise<Readonly<Record<string, CcxtMarket | undefined>>>;
  fetchOHLCV(symbol: string, timeframe: string, since: number, limit: number): Promise<readonly CcxtRow[]>;
  fetchTicker(symbol: string): Promise<{ readonly last?: number | undefined }>;
  fetchOrderBook(
    symbol: string,
    limit: number,
  ): Promise<{ readonly bids: readonly CcxtRow[]; readonly asks: readonly CcxtRow[] }>;
  close?(): Promise<unknown>;
}

interface CcxtMarket {
  readonly base: string;
  readonly quote: string;
  readonly spot?: boolean | undefined;
  readonly active?: boolean | undefined;
}

type CcxtRow = readonly (number | undefined)[];

type CcxtClass = new (options: Readonly<Record<string, unknown>>) => CcxtExchange;

/** BTC_USDT is BTC/USDT in ccxt's unified names. */
function symbolOf(market: string): string {
  return market.replace('_', '/');
}

function candleOf(row: CcxtRow): LiveCandle | null {
  const [time, open, high, low, close, volume = 0] = row;
  const numbers = [time, open, high, low, close, volume];
  if (!numbers.every((value) => typeof value === 'number' && Number.isFinite(value) && value >= 0)) return null;
  const [timeMs, o, h, l, c] = numbers as number[];
  return {
    minute: Math.floor((timeMs as number) / MINUTE_MS),
    open: o,
    high: h,
    low: l,
    close: c,
    volume,
  } as LiveCandle;
}

function levelsOf(rows: readonly CcxtRow[]): LiveBook['bids'] {
  return rows.flatMap(([price, quantity]) =>
    price !== undefined && quantity !== undefined && price > 0 && quantity > 0 ? [[price, quantity] as const] : [],
  );
}

/** A ccxt exchange behind the port. */
export function ccxtSource(id: string, exchange: CcxtExchange): LiveSource {
  return {
    exchange: id,
    async fetchMarkets() {
      const markets = Object.values(await exchange.loadMarkets());
      const spot = markets.filter((market) => market?.spot === true && market.active !== false);
      return new Set(spot.map((market) => `${market?.base}_${market?.quote}`));
    },
    async fetchOhlcv(market, sinceMs, limit) {
      const rows = await exchange.fetchOHLCV(symbolOf(market), '1m', sinceMs, limit);
      return rows.map(candleOf).filter((candle) => candle !== null);
    },
    // One market a call: the call for several makes some exchanges send all of their thousands.
    async fetchLastPrice(market) {
      const { last } = await exchange.fetchTicker(symbolOf(market));
      return typeof last === 'number' && last > 0 ? last : null;
    },
    async fetchOrderBook(market, depth) {
      const book = await exchange.fetchOrderBook(symbolOf(market), depth);
      return { bids: levelsOf(book.bids), asks: levelsOf(book.asks) };
    },
    async close() {
      await exchange.close?.();
    },
  };
}

/** Every address in ccxt's table with `base` in place of its scheme and host. */
function redirect(value: unknown, base: string): unknown {
  if (typeof value === 'string') return value.replace(/^https?:\/\/[^/]+/, base);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redirect(item, base)]));
}

/**
 * Opens an exchange of ccxt by its id ("gate"). The package is not a dependency of the product: it is imported when the
 * operator asks for a live market, and the error names the remedy when it is not there. `apiUrl` sends the exchange's
 * public calls to another scheme and host (a mirror, a proxy, a test's server).
 */
export async function openCcxtSource(options: {
  readonly id: string;
  readonly apiUrl?: string | undefined;
  readonly importCcxt?: () => Promise<unknown>;
}): Promise<LiveSource> {
  const { id, apiUrl } = options;
  const ExchangeClass = findClass(await importOrExplain(options.importCcxt), id);
  if (ExchangeClass === null) throw new Error(`MARKET_EXCHANGE=${id}: ccxt has no exchange of that name`);
  // The product trades spot markets: other kinds need not be loaded, nor does anything that needs an account's key.
  const exchange = new ExchangeClass({
    enableRateLimit: true,
    timeout: CALL_DEADLINE_MS,
    has: { fetchCurrencies: false },
    options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
  });
  if (apiUrl !== undefined) exchange.urls = { ...exchange.urls, api: redirect(exchange.urls.api, apiUrl) };
  return ccxtSource(id, exchange);
}

async function importOrExplain(importCcxt: (() => Promise<unknown>) | undefined): Promise<unknown> {
  // A variable keeps compilers and bundlers from looking for a package that need not be there.
  const name = 'ccxt';
  try {
    return await (importCcxt === undefined ? import(name) : importCcxt());
  } catch (error) {
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    const remedy = `npm install --no-save ccxt@${CCXT_VERSION}`;
    throw new Error(`MARKET_FEED=live needs the package ccxt, which is not installed. Run: ${remedy}`);
  }
}

function findClass(module: unknown, id: string): CcxtClass | null {
  const library = (module as { readonly default?: Readonly<Record<string, unknown>> }).default ?? {};
  const found = Object.hasOwn(library, id) ? library[id] : undefined;
  const isExchange = typeof found === 'function' && typeof found.prototype?.fetchTicker === 'function';
  return isExchange ? (found as CcxtClass) : null;
}
