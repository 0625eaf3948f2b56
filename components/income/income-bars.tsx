'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { BarChart } from '#components/ui/bar-chart.tsx';
import { useCall } from '#lib/client/use-call.ts';
import { useTypedChoice } from '#lib/client/use-typed-choice.ts';
import { oldestFirst } from '#lib/formulas/period-curve.ts';
import { sumOfDecimals } from '#lib/money/decimal-text.ts';
import { CHART_HEIGHT, ChartPlace } from './chart-place.tsx';
import { figureOf, type IncomeDay, REFRESH_MS, type Scope } from './income.ts';

const RANGES = ['90', '30', '7'] as const;

/** What was earned on each of the last days (E-078). */
export function IncomeBars({ scope, isActive }: { readonly scope: Scope; readonly isActive: boolean }) {
  const [range, setRange] = useTypedChoice<(typeof RANGES)[number]>(`income bars ${scope}`, '30', RANGES);
  const query = { interval: range, strategy_type: scope };
  const { data, error } = useCall('dailyProfit', isActive ? { query } : null, { refreshInterval: REFRESH_MS });
  const days = useMemo(() => (data?.data === undefined ? undefined : oldestFirst(data.data)), [data]);
  return (
    <ChartPlace {...{ name: 'bars', ranges: RANGES, range, days, error, scope }} onRange={setRange}>
      {(shown, at, onHover) => <Bars days={shown} scope={scope} at={at} onHover={onHover} />}
    </ChartPlace>
  );
}

function Bars({
  days,
  scope,
  at,
  onHover,
}: {
  readonly days: readonly IncomeDay[];
  readonly scope: Scope;
  readonly at: number;
  readonly onHover: (index: number | null) => void;
}) {
  const t = useTranslations('income.bars');
  const format = useBotFormat();
  const figures = days.map((day) => figureOf(day, scope));
  const [from, to] = [format.day(days[0]?.trading_date ?? ''), format.day(days.at(-1)?.trading_date ?? '')];
  return (
    <BarChart
      values={figures.map(Number)}
      height={CHART_HEIGHT}
      label={t('label', { from, to, profit: format.profit(sumOfDecimals(figures), 'USDT') })}
      formatY={(y) => format.amount('portfolio-money', y.toFixed(2), 'USDT', false)}
      startLabel={from}
      endLabel={to}
      chosen={at}
      onHover={onHover}
    />
  );
}
