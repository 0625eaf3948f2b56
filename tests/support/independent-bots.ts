/** Bots of the exchange that is not ours, with the fields that the documents name and nothing else (M-089 … M-097). */

export interface IndependentBot {
  readonly owner: string;
  status: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A row as a list has it: the id is text, flags are booleans, rates are numbers. */
export function botRow(id: number, { status, payload }: IndependentBot) {
  return {
    strategy_id: String(id),
    strategy_type: payload.strategy_type ?? 'spot_grid',
    strategy_name: payload.strategy_name ?? '',
    market: payload.market ?? 'BTC_USDT',
    status,
    create_time: '1750000000',
    run_times: 86_400,
    money: payload.money ?? '500',
    money_asset: 'USDT',
    profit: 1.25,
    profit_rate: 2.5e-3,
    strategy_profit: '1.25',
    match_times: '4',
    is_hide: false,
    is_open_params: true,
    params: { low_price: payload.low_price, high_price: payload.high_price, grid_num: payload.grid_num },
  };
}

/** A list with a bot of a kind that the product does not know. */
export function botList(rows: readonly object[]) {
  const unknown = { strategy_id: 99, strategy_type: 'quantum-foam', market: 'BTC_USDT', status: 'levitating' };
  // Nothing that can be read among much is an error of its own: a trader without bots has an empty list.
  const data = rows.length === 0 ? [] : [...rows, unknown];
  return { code: '200', message: null, data, page: '1', pagecount: '1', totalcount: rows.length };
}
