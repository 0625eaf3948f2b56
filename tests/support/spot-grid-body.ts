/** What the create call of a spot grid says besides where it lies, what it works with and the fund password (backtests of one, too). */
export const SPOT_GRID_BODY = {
  strategy_type: 'spot_grid',
  market: 'BTC_USDT',
  instrument_type: 'spot',
  leverage: '1',
  price_type: '0',
  is_use_base: '0',
  qty_type: '0',
  store_coin_flag: 0,
} as const;
