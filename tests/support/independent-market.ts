/**
 * The market of the exchange that is not ours: prices that never move. It speaks section 4 of the decisions, and spells
 * things as exchanges do: numbers where the documents have text, text where they have numbers, fields left out, rows of
 * a kind that nobody knows.
 */

const LAST = '97000.5';
const PAIRS = ['BTC_USDT', 'ETH_USDT'];

export function ticker(market: string) {
  return {
    market,
    last: LAST,
    change_24h: '-0.0123',
    high_24h: '99000',
    low_24h: '95000',
    base_volume_24h: '1234.5',
    quote_volume_24h: '119746617.25',
    time: 1_750_000_000,
  };
}

/** What documented calls without a trader answer ("METHOD /path"); undefined when it is none of them. */
export function documentedMarket(call: string, query: URLSearchParams): object | undefined {
  switch (call) {
    case 'GET /strategybot/last_price':
      return { last_price: PAIRS.includes(query.get('symbol') ?? '') ? Number(LAST) : '--' };
    case 'GET /json_svr/currency/price':
      return { last_price: PAIRS.includes(query.get('pair') ?? '') ? LAST : '--' };
    case 'GET /symbol_info':
      if (!PAIRS.includes(query.get('symbol') ?? '')) return { code: 404, message: 'unknown symbol' };
      return { prec_v: '6', prec_t: '2', prec_r: 1, curra_min_order_amount: 1e-6, currb_min_order_amount: 3 };
    case 'GET /apiw/v2/market/currency_pairs':
      return {
        code: '200',
        data: [...PAIRS.map((pair) => ({ pair, base_currency: pair.split('_')[0] })), { pair: 'not a pair' }, null],
      };
    case 'GET /apiw/v2/quant-trading/public/grid-base':
      return { code: 200, message: null, data: { max_grid: '200' } };
    case 'GET /apiw/v2/quant-trading/strategybot/strategy_fee':
      return { code: 200, data: { taker_fee: 0.001, futures_taker_fee: '0.0005', futures_maker_fee: 2e-4 } };
    case 'GET /apiw/v2/grid-trading/min_amount':
      return { code: 200, message: null, data: { min_amount: 10, base: 'BTC', quote: 'USDT', unit_qty: 0 } };
    case 'GET /futures/contracts':
      return {
        futures_contracts_data: [
          {
            name: 'BTC_USDT',
            mark_price: LAST,
            leverage_max: '100',
            order_size_min: 1,
            order_size_max: '1000000',
            quanto_multiplier: 1e-4,
          },
        ],
      };
    default:
      return undefined;
  }
}

/** Calls of ours, answered only by an exchange that announces them. */
export function ownMarket(call: string): object | Uint8Array | undefined {
  switch (call) {
    case 'GET /apiw/v2/market/tickers':
      return { code: 200, message: '', data: PAIRS.map(ticker) };
    case 'GET /apiw/v2/market/candle_day':
      return new Uint8Array([1, 2, 3, 4]);
    case 'GET /apiw/v2/market/depth':
      return { code: 200, message: '', data: { asks: [['97001', '0.5']], bids: [['97000', '0.4']], last: LAST } };
    default:
      return undefined;
  }
}
