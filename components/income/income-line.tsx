'use client';

import { useTranslations } from 'next-intl';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { CurveCursor } from '#components/ui/curve-cursor.tsx';
import { LineChart } from '#components/ui/line-chart.tsx';
import { callUrl } from '#lib/client/call.ts';
import { useLive } from '#lib/client/use-call.ts';
import { useTypedChoice } from '#lib/client/use-typed-choice.ts';
import { isFigure } from '#lib/money/decimal-text.ts';
import { CHART_HEIGHT, ChartPlace } from './chart-place.tsx';
import { figureOf, type IncomeDay, lineQuery, REFRESH_MS, type Scope } from './income.ts';
import { readLine } from './read-line.ts';

const RANGES = ['all', '90', '30', '7'] as const;

/** What had been earned in all by the end of each day (E-077). */
export function IncomeLine({ scope, isActive }: { readonly scope: Scope; readonly isActive: boolean }) {
  const [range, setRange] = useTypedChoice<(typeof RANGES)[number]>(`income line ${scope}`, 'all', RANGES);
  const key = `${callUrl('totalProfit', { query: lineQuery(range, scope) })}#all`;
  const { data: days, error } = useLive(isActive ? key : null, () => readLine(range, scope), {
    refreshInterval: REFRESH_MS,
  });
  return (
    <ChartPlace {...{ name: 'line', ranges: RANGES, range, days, error, scope }} onRange={setRange}>
      {(shown, at, onHover) => <Line days={shown} scope={scope} at={at} onHover={onHover} />}
    </ChartPlace>
  );
}

function Line({
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
  const t = useTranslations('income.line');
  const format = useBotFormat();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [from, to] = [format.day(first.trading_date), format.day(last.trading_date)];
  // A day of which nothing is said is none on which nothing had been earned.
  const points = days.flatMap((day, x) =>
    isFigure(figureOf(day, scope)) ? [{ x, y: Number(figureOf(day, scope)) }] : [],
  );
  if (points.length === 0) return null;
  return (
    <LineChart
      height={CHART_HEIGHT}
      // Of one day a level line: a point alone has no width.
      points={points.length === 1 ? [...points, { x: 1, y: points[0]?.y ?? 0 }] : points}
      label={t('label', { from, to, profit: format.profit(figureOf(last, scope), 'USDT') })}
      formatY={(y) => format.amount('portfolio-money', y.toFixed(2), 'USDT', false)}
      startLabel={from}
      endLabel={to}
      overlay={
        <CurveCursor
          count={days.length}
          share={days.length === 1 ? 1 : at / (days.length - 1)}
          height={CHART_HEIGHT}
          onHover={onHover}
        />
      }
    />
  );
}
