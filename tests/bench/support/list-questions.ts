const ORDERS = [undefined, 'rate', 'year_pft_rate', 'adj_sharp_rate'] as const;
const KINDS = ['all', 'spot_grid', 'futures_grid', 'infinite_grid'] as const;
/** What lists are narrowed by, one value after the other; the first of each: by nothing. */
const NARROWED = {
  coin: [undefined, 'BTC', 'SOL'],
  market: [undefined, undefined, undefined, 'ETH_USDT'],
  max_draw_down: [undefined, '0.05', '0.1', '0.2', '0.3'],
  min_days: [undefined, undefined, '30', '60'],
  side: [undefined, undefined, 'buy', 'sell', 'neutral'],
  max_investment: [undefined, undefined, '50', '100', '500', '1000'],
  params_open_type: ['0', '0', '1'],
} as const;

export interface AskedList {
  readonly [name: string]: string | number | undefined;
}

/** The lists that everybody looks at, of so many bots: each order of each kind, its first pages and one far back. */
export function knownList(asked: number, bots: number): AskedList {
  const [order, kind] = [ORDERS[asked % 4], KINDS[Math.floor(asked / 4) % 4]];
  const page = [1, 2, 20, Math.max(1, Math.floor(bots / 200))][Math.floor(asked / 16) % 4];
  return { strategy_type: kind, order_by: order, page, page_size: 15 };
}

/** A list that hardly anybody has asked for: everything by chance. */
export function anyList(uniform: () => number): AskedList {
  const one = <T>(values: readonly T[]): T => values[Math.floor(uniform() * values.length)] as T;
  const narrowed = Object.entries(NARROWED).map(([name, values]) => [name, one<string | undefined>(values)]);
  const page = 1 + Math.floor(uniform() ** 2 * 200);
  return { ...Object.fromEntries(narrowed), strategy_type: one(KINDS), order_by: one(ORDERS), page, page_size: 15 };
}
