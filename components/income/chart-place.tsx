'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { figureOf, type IncomeDay, type Scope } from './income.ts';

export const CHART_HEIGHT = 180;
/** Chart and what stands over and under it: what comes later moves nothing. */
const PLACE = 'h-[14.5rem] w-full';

/** A chart of days under its heading: its ranges, what it says of the day that is pointed at, and what stands there without days. */
export function ChartPlace<Range extends string>({
  name,
  ranges,
  range,
  onRange,
  days,
  error,
  scope,
  children,
}: {
  readonly name: 'line' | 'bars';
  readonly ranges: readonly Range[];
  readonly range: Range;
  readonly onRange: (range: Range) => void;
  readonly days: readonly IncomeDay[] | undefined;
  readonly error: unknown;
  readonly scope: Scope;
  /** The chart; `at`: the day that is told of, the last one where none is pointed at. */
  readonly children: (days: readonly IncomeDay[], at: number, onHover: (index: number | null) => void) => ReactNode;
}) {
  const t = useTranslations('income');
  const format = useBotFormat();
  const [hovered, setHovered] = useState<number | null>(null);
  const last = (days?.length ?? 0) - 1;
  const at = Math.min(hovered ?? last, last);
  const day = days?.[at];
  return (
    <section aria-label={t(`${name}.title`)} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{t(`${name}.title`)}</h3>
        <Segmented
          name={`income-${name}`}
          label={t(`${name}.range`)}
          value={range}
          onChange={(next) => {
            onRange(next);
            setHovered(null);
          }}
          options={ranges.map((one) => ({
            value: one,
            label: one === 'all' ? t('rangeAll') : t('rangeDays', { days: Number(one) }),
          }))}
        />
      </div>
      {days === undefined && <LiveGap error={error} className={PLACE} />}
      {days !== undefined && day === undefined && (
        <p
          className={`flex ${PLACE} items-center justify-center rounded-md bg-surface-2 px-6 text-center text-xs text-ink-3`}
        >
          {t('none')}
        </p>
      )}
      {days !== undefined && day !== undefined && (
        <div className="min-h-[14.5rem]">
          <p className="mb-2 flex flex-wrap gap-x-4 text-xs tabular-nums">
            <span className="text-ink-3">{format.day(day.trading_date)}</span>
            <TrendText value={figureOf(day, scope)} text={format.profit(figureOf(day, scope), 'USDT')} />
          </p>
          <DayKeys
            label={t(`${name}.title`)}
            told={`${format.day(day.trading_date)}: ${format.profit(figureOf(day, scope), 'USDT')}`}
            {...{ at, last }}
            onChange={setHovered}
          >
            {children(days, at, setHovered)}
          </DayKeys>
        </div>
      )}
    </section>
  );
}

/** The days of a chart by keys: arrows, Home and End. Time runs from left to right in every language. */
function DayKeys({
  label,
  told,
  at,
  last,
  onChange,
  children,
}: {
  readonly label: string;
  readonly told: string;
  readonly at: number;
  readonly last: number;
  readonly onChange: (index: number) => void;
  readonly children: ReactNode;
}) {
  return (
    <div className="relative rounded has-focus-visible:outline-2 has-focus-visible:outline-(--focus)">
      <input
        type="range"
        dir="ltr"
        min={0}
        max={last}
        value={at}
        aria-label={label}
        aria-valuetext={told}
        onChange={({ target }) => onChange(Number(target.value))}
        className="sr-only"
      />
      {children}
    </div>
  );
}
