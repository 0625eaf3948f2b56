'use client';

import { useMemo } from 'react';
import { useCall } from '#lib/client/use-call.ts';
import { parseAmountUp } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { AnyDefinition } from './any-definition.ts';

/** What the exchange says of a kind on a market; null where it does not say it (yet). */
export interface KindTerms {
  /** Least investment, units. */
  readonly minTotal: bigint | null;
  readonly leverageMax: number | null;
  /** K-line periods of its conditions (C-148); empty where it names none. */
  readonly periods: readonly string[];
}

const NOTHING: KindTerms = { minTotal: null, leverageMax: null, periods: [] };
/** The minimum moves with the price. */
const REFRESH_MS = 60_000;

/**
 * The terms of a kind on a market, as the exchange has them: config/{type} of the kinds that strategy/run starts (C-375,
 * E-195, E-288), the pair of a margin grid (C-371). The other grids ask for their minimum and their count by calls of their own.
 */
export function useKindTerms({ kind, calls }: AnyDefinition, spec: MarketSpec): KindTerms {
  const isRun = calls.create === 'runStrategy';
  const { data } = useCall('kindConfig', isRun ? { path: { type: kind } } : null, { refreshInterval: REFRESH_MS });
  const isOnMargin = calls.account === 'margin';
  const pair = useCall('marginPair', isOnMargin ? { query: { market: spec.market } } : null).data?.data;
  const asset = spec.contract?.settle ?? spec.quote;
  return useMemo(() => {
    if (isOnMargin) {
      return pair !== undefined && 'max_multiple' in pair ? { ...NOTHING, leverageMax: pair.max_multiple } : NOTHING;
    }
    const config = data?.data;
    if (config === undefined || !('usdt' in config)) return NOTHING;
    const rows = asset === 'BTC' ? config.btc : config.usdt;
    const row = Object.hasOwn(rows, spec.market) ? rows[spec.market] : undefined;
    const periods = (row?.period_config ?? config.period_config).map(({ period }) => period);
    if (row === undefined) return { ...NOTHING, periods };
    return { minTotal: parseAmountUp(row.min_total_amount), leverageMax: row.leverage_max ?? null, periods };
  }, [data, pair, isOnMargin, asset, spec.market]);
}
