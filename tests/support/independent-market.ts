/** The market of the exchange that is not ours: one price that never moves. */

const LAST = '97000.5';

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

const BTC_USDT = {
  market: 'BTC_USDT',
  base: 'BTC',
  quote: 'USDT',
  price_decimals: 1,
  amount_decimals: 6,
  min_base_amount: '0.000001',
  min_quote_amount: '3',
  max_grid: 200,
};

const ANSWERS: Readonly<Record<string, unknown>> = {
  'GET /apiw/v2/market/spot_markets': [BTC_USDT],
  'GET /apiw/v2/market/candles': [],
  'GET /apiw/v2/market/depth': { asks: [['97001', '0.5']], bids: [['97000', '0.4']], last: LAST },
  'GET /apiw/v2/quant-trading/public/grid-base': { max_grid: 200 },
  'GET /apiw/v2/quant-trading/strategybot/strategy_fee': {
    taker_fee: '0.001',
    futures_taker_fee: '0.0005',
    futures_maker_fee: '0.0002',
    vip_fee_discount: '1',
  },
  'GET /apiw/v2/grid-trading/min_amount': {
    min_amount: '10',
    base: 'BTC',
    quote: 'USDT',
    unit_qty: '0',
    liq_price: '--',
    short_liq_price: '--',
    max_leverage: '1',
  },
};

/** The data of a market call ("METHOD /path"), null when it is none. */
export function marketAnswer(call: string): unknown {
  return ANSWERS[call] ?? null;
}
