'use client';

import { useMemo, useState } from 'react';
import { useAllPages } from '#components/bots/detail/use-all-pages.ts';
import { useInstrumentRow } from '#components/bots/use-instrument-row.ts';
import { specOf } from '#lib/client/market-rows.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { SeenBot } from './bot-parts.tsx';
import type { CardItem } from './card-item.ts';
import type { SharedPayload } from './copy-parameters.tsx';
import { parametersOf } from './parameters-of.ts';
import type { Period } from './period-words.ts';

/** C-363: page size of the detail's curve. */
const CURVE_PAGE_SIZE = 200;
const ONCE = { revalidateOnFocus: false, keepPreviousData: false } as const;
type Asked = Pick<CardItem, 'strategy_id' | 'strategy_type'>;

/** The bot as its row is over a period (C-360); null: not given, undefined: on its way or not asked for. */
export function usePeriodRow(
  asked: Asked,
  period: Period,
  isWanted: boolean,
): { readonly row: StrategyRow | null | undefined; readonly error: unknown } {
  const query = { strategy_id: String(asked.strategy_id), strategy_type: asked.strategy_type, data_period: period };
  const { data, error } = useCall('strategies', isWanted ? { query } : null, ONCE);
  const isOnItsWay = data === undefined && error === undefined;
  const row = isOnItsWay ? undefined : (data?.data?.[0] ?? null);
  return { row, error };
}

/** Everything else that the dialog shows of a bot whose row is known; a period other than the whole life is asked for when it is looked at. */
export function useSeenBot(row: StrategyRow) {
  const [wanted, setWanted] = useState<ReadonlySet<Period>>(new Set());
  const week = usePeriodRow(row, 'week', wanted.has('week'));
  const month = usePeriodRow(row, 'month', wanted.has('month'));
  const threeMonths = usePeriodRow(row, 'three_mon', wanted.has('three_mon'));
  const query = { strategy_id: String(row.strategy_id), strategy_type: row.strategy_type };
  const detail = useCall('strategyDetail', { query }, ONCE);
  const ranking = useCall('strategyRanking', { query }, ONCE);
  const curve = useAllPages(
    'dailyCurve',
    { path: { id: query.strategy_id }, query: { strategy_type: row.strategy_type, page_size: CURVE_PAGE_SIZE } },
    0,
  );
  const market = useInstrumentRow(row);
  const seen = useMemo((): SeenBot => {
    const periods = { week: week.row, month: month.row, three_mon: threeMonths.row };
    return {
      row,
      periods,
      days: curve.replies?.flatMap(({ data }) => data ?? []) ?? (curve.error === undefined ? undefined : null),
      copiers: ranking.data?.data ?? null,
      parameters: parametersOf(row, market.row === undefined ? null : specOf(market.row)),
    };
  }, [row, week.row, month.row, threeMonths.row, curve.replies, curve.error, ranking.data, market.row]);
  const payload: SharedPayload = detail.data?.data?.payload;
  return {
    seen,
    payload,
    error: week.error ?? month.error ?? threeMonths.error ?? detail.error,
    want: (period: Period): void => setWanted((before) => new Set([...before, period])),
  };
}
