'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Instrument } from '#components/addresses/paths.ts';
import { loadChart } from '#components/chart/load-chart.ts';
import type { ChartHandle, ChartSignal } from '#components/chart/mount-chart.ts';
import { LONGEST_PERIOD, PERIODS, type Period } from '#components/chart/periods.ts';
import { barOf } from '#components/chart/use-bars.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { BacktestOrder } from './backtest-trades.tsx';

/** K-lines of one answer of the candles call. */
const MOST_BARS = 1_400;

/** The shortest period of which the whole range is one answer. */
export function periodFor(beginSeconds: number, endSeconds: number): Period {
  const fits = PERIODS.find(({ seconds }) => (endSeconds - beginSeconds) / seconds <= MOST_BARS);
  return fits?.id ?? LONGEST_PERIOD;
}

export interface BacktestCandlesProps {
  readonly instrument: Instrument;
  readonly begin: number;
  readonly end: number;
  readonly decimals: number;
  readonly orders: readonly BacktestOrder[];
}

/** The market's candles over the backtest, each trade marked at its candle: buys below, pointing up, sells above. */
export function BacktestCandles({ instrument, begin, end, decimals, orders }: BacktestCandlesProps) {
  const t = useTranslations('backtests.result');
  const side = useTranslations('backtests.result.side');
  const language = useLocale();
  const element = useRef<HTMLDivElement>(null);
  const [handle, setHandle] = useState<ChartHandle | null>(null);
  const period = periodFor(begin, end);
  const { market, type } = instrument;
  const ofType = type === 'spot' ? {} : { type };
  const { data, error } = useCall(
    'candles',
    { query: { market, ...ofType, period, from: begin, to: end } },
    { revalidateOnFocus: false },
  );
  const signals = useMemo(
    () =>
      orders
        .filter((order) => order.market === '' || order.market === market)
        .map(
          (order): ChartSignal => ({
            time: order.create_time,
            shape: order.side === 'buy' ? 'up' : 'down',
            tone: order.side === 'buy' ? 'rise' : 'fall',
            label: side(order.side),
          }),
        ),
    [orders, market, side],
  );
  useEffect(() => {
    let mounted: ChartHandle | null = null;
    let isGone = false;
    void loadChart().then(({ mountChart }) => {
      if (isGone || element.current === null) return;
      mounted = mountChart(element.current, decimals, language, { onHover: () => {}, onNeedOlder: () => {} });
      setHandle(mounted);
    });
    return () => {
      isGone = true;
      // Nobody draws on it any more before it goes.
      setHandle(null);
      mounted?.destroy();
    };
  }, [decimals, language]);
  useEffect(() => {
    if (handle === null || data?.data === undefined) return;
    handle.setBars(data.data.map(barOf), true);
    handle.showAll();
  }, [handle, data]);
  useEffect(() => handle?.setSignals(signals), [handle, signals]);
  return (
    <div className="flex flex-col gap-1">
      <div className="relative h-72">
        <div
          ref={element}
          role="img"
          aria-label={t('candlesLabel', { market: market.replace('_', '/'), period })}
          className="absolute inset-0"
        />
        {error !== undefined && data === undefined && (
          <p role="status" className="absolute inset-0 flex items-center justify-center text-xs text-ink-3">
            {t('candlesFailed')}
          </p>
        )}
      </div>
      <p className="text-2xs text-ink-3">{t('candlesNote')}</p>
    </div>
  );
}
