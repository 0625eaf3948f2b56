import { MINUTE_MS } from '#lib/time/durations.ts';
import type { CcxtExchange } from '#server/exchange/market/ccxt-source.ts';

/** In the place of ccxt, in a recorder's own process (ccxt-stand-in-hook.ts): an exchange of two markets whose prices are known of every moment. */
const BASES: Readonly<Record<string, number>> = { 'BTC/USDT': 60_000, 'ETH/USDT': 3_000 };
const CANDLE_PARTS = 12;

/** Up and down within half a percent in forty seconds, over a slower wave: grids around it fill. */
function priceAt(symbol: string, timeMs: number): number {
  const wave = 0.004 * Math.sin(timeMs / 6_400) + 0.01 * Math.sin(timeMs / 3_000_000);
  return Number(((BASES[symbol] ?? 1) * (1 + wave)).toFixed(2));
}

function candleAt(symbol: string, openMs: number): number[] {
  const step = MINUTE_MS / CANDLE_PARTS;
  const prices = Array.from({ length: CANDLE_PARTS + 1 }, (_, part) => priceAt(symbol, openMs + part * step));
  return [openMs, prices[0] ?? 0, Math.max(...prices), Math.min(...prices), prices.at(-1) ?? 0, 5];
}

export class Gate implements CcxtExchange {
  urls: Record<string, unknown> = {};
  async loadMarkets() {
    const markets = Object.keys(BASES).map((symbol) => {
      const [base = '', quote = ''] = symbol.split('/');
      return [symbol, { base, quote, spot: true, active: true }] as const;
    });
    return Object.fromEntries(markets);
  }
  async fetchOHLCV(symbol: string, _timeframe: string, since: number, limit: number) {
    const first = Math.ceil(since / MINUTE_MS) * MINUTE_MS;
    const count = Math.max(0, Math.min(limit, Math.floor((Date.now() - first) / MINUTE_MS) + 1));
    return Array.from({ length: count }, (_, i) => candleAt(symbol, first + i * MINUTE_MS));
  }
  async fetchTicker(symbol: string) {
    return { last: priceAt(symbol, Date.now()) };
  }
  async fetchOrderBook(symbol: string, limit: number) {
    const last = priceAt(symbol, Date.now());
    const levels = (way: number) =>
      Array.from({ length: Math.min(limit, 20) }, (_, i) => [last + way * (i + 1) * 0.1, 2]);
    return { bids: levels(-1), asks: levels(1) };
  }
}
