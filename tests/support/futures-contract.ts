/** A contract of ten-thousandths of a bitcoin, as the list of contracts has it; `leverageMax`: of its one risk tier too. */
export function futuresContract({
  leverageMax = 50,
  ...others
}: Readonly<Record<string, unknown>> & { readonly leverageMax?: number } = {}) {
  return {
    name: 'BTC_USDT',
    mark_price: '60000',
    index_price: '60000',
    last_price: '60000',
    leverage_max: leverageMax,
    order_size_min: 1,
    order_size_max: 1_000_000,
    quanto_multiplier: '0.0001',
    price_decimals: 1,
    min_quote_amount: '5',
    max_grid: 200,
    maintenance_rate: '0.004',
    taker_fee_rate: '0.0005',
    maker_fee_rate: '0',
    liquidation_fee_rate: '0.001',
    is_inverse: false,
    funding_rate: '0.0001',
    funding_interval: 28_800,
    funding_next_apply: 1_760_000_000,
    risk_tiers: [{ up_to: '1000000', maintenance_rate: '0.004', leverage_max: leverageMax }],
    ...others,
  };
}

/** What a futures grid on it was asked to be: long, with five times its money. */
export const FUTURES_PAYLOAD = {
  strategy_type: 'futures_grid',
  market: 'BTC_USDT',
  instrument_type: 'futures_usdt',
  low_price: '55000',
  high_price: '65000',
  grid_num: '10',
  price_type: '0',
  qty_type: '0',
  side: 'buy',
  leverage: '5',
  money: '1000',
  trigger_price: '',
  trigger_price_type: '0',
  stop_loss: '',
  stop_profit: '',
};
