import type { ParsedBodyOf, ParsedQueryOf } from '#lib/contract/contract.ts';
import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { parseAmount } from '#lib/money/amount.ts';

type Query = ParsedQueryOf<'minAmount'>;

type WithoutFundpass<T> = T extends unknown ? Omit<T, 'fundpass'> : never;

/** What a grid is created with, of every kind of grid. */
export type GridPayload = WithoutFundpass<ParsedBodyOf<'createGrid'>>;

/** Which kind of grid a minimum-amount question is about, by its instrument_type; null for none. */
export function kindAsked(instrumentType: string): Extract<StrategyType, `${string}_grid`> | null {
  if (instrumentType === 'spot') return 'spot_grid';
  if (instrumentType === 'margin_grid' || instrumentType === 'infinite_grid') return instrumentType;
  return instrumentType.startsWith('futures_') ? 'futures_grid' : null;
}

/** Money to plan with while the trader has not said how much: any that every check takes. */
const STAND_IN = '1000000';

export function hasMoney(query: Query): boolean {
  return (parseAmount(query.money || '0') ?? 0n) > 0n;
}

/** The question as a payload: fields that it does not have are not set. */
export function questionPayload(kind: ReturnType<typeof kindAsked>, query: Query): GridPayload | null {
  const money = hasMoney(query) ? (query.money as string) : STAND_IN;
  const common = {
    market: query.market,
    instrument_type: query.instrument_type,
    low_price: query.low_price,
    high_price: query.high_price,
    money,
    trigger_price: query.trigger_price ?? '',
  };
  const range = {
    ...common,
    leverage: query.leverage ?? '1',
    grid_num: `${query.grid_num}`,
    price_type: query.price_type ?? ('0' as const),
    qty_rate: query.qty_rate ?? '',
  };
  const spot = {
    is_use_base: query.is_use_base ?? ('0' as const),
    qty_type: query.qty_type ?? ('0' as const),
    store_coin_flag: 0 as const,
    stop_upward_price: query.stop_upward_price ?? '',
    stop_downward_price: query.stop_downward_price ?? '',
    moving_average_momentum: query.moving_average_momentum ?? '',
  };
  const side = query.side ?? 'buy';
  switch (kind) {
    case 'spot_grid':
      return { strategy_type: kind, ...range, ...spot };
    case 'futures_grid':
      return { strategy_type: kind, ...range, side, qty_type: spot.qty_type };
    case 'margin_grid':
      return { strategy_type: kind, ...range, ...spot, side };
    case 'infinite_grid':
      return { strategy_type: kind, ...common, is_use_base: spot.is_use_base, store_coin_flag: 0 };
    case null:
      return null;
  }
}
