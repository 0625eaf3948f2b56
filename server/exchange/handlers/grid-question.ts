import type { ParsedBodyOf, ParsedQueryOf } from '#lib/contract/contract.ts';
import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { parseAmount } from '#lib/money/amount.ts';

type Query = ParsedQueryOf<'minAmount'>;

type WithoutFundpass<T> = T extends unknown ? Omit<T, 'fundpass'> : never;

/** What a grid is created with, of every kind of grid. */
export type GridPayload = WithoutFundpass<ParsedBodyOf<'createGrid'>>;

type GridKind = Extract<StrategyType, `${string}_grid`>;

/** Grids on spot by their instrument types on the wire. */
const SPOT_GRIDS: ReadonlyMap<string, GridKind> = new Map([
  ['spot', 'spot_grid'],
  ['margin_grid', 'margin_grid'],
  ['infinite_grid', 'infinite_grid'],
]);

/** Which kind of grid a minimum-amount question is about, by its instrument_type; null for none. */
export function kindAsked(instrumentType: string): GridKind | null {
  return SPOT_GRIDS.get(instrumentType) ?? (instrumentType.startsWith('futures_') ? 'futures_grid' : null);
}

/** Money to plan with while the trader has not said how much: any that every check takes. */
const STAND_IN = '1000000';

export function hasMoney(query: Query): boolean {
  return (parseAmount(query.money || '0') ?? 0n) > 0n;
}

/** The question as a payload: fields that it does not have are not set. */
export function questionPayload(kind: GridKind, query: Query): GridPayload {
  return PAYLOADS[kind](query);
}

const PAYLOADS: { readonly [K in GridKind]: (query: Query) => Extract<GridPayload, { strategy_type: K }> } = {
  spot_grid: (query) => ({ strategy_type: 'spot_grid', ...rangeOf(query), ...spotPart(query) }),
  futures_grid: (query) => ({
    strategy_type: 'futures_grid',
    ...rangeOf(query),
    side: query.side ?? 'buy',
    qty_type: query.qty_type ?? '0',
  }),
  margin_grid: (query) => ({
    strategy_type: 'margin_grid',
    ...rangeOf(query),
    ...spotPart(query),
    side: query.side ?? 'buy',
  }),
  infinite_grid: (query) => ({
    strategy_type: 'infinite_grid',
    ...commonPart(query),
    is_use_base: query.is_use_base ?? '0',
    store_coin_flag: 0,
  }),
};

function commonPart(query: Query) {
  return {
    market: query.market,
    instrument_type: query.instrument_type,
    low_price: query.low_price,
    high_price: query.high_price,
    money: hasMoney(query) ? (query.money as string) : STAND_IN,
    trigger_price: query.trigger_price ?? '',
  };
}

function rangeOf(query: Query) {
  return {
    ...commonPart(query),
    leverage: query.leverage ?? '1',
    grid_num: `${query.grid_num}`,
    price_type: query.price_type ?? ('0' as const),
    qty_rate: query.qty_rate ?? '',
  };
}

function spotPart(query: Query) {
  return {
    is_use_base: query.is_use_base ?? ('0' as const),
    qty_type: query.qty_type ?? ('0' as const),
    store_coin_flag: 0 as const,
    stop_upward_price: query.stop_upward_price ?? '',
    stop_downward_price: query.stop_downward_price ?? '',
    moving_average_momentum: query.moving_average_momentum ?? '',
  };
}
