'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { CurveCursor } from '#components/ui/curve-cursor.tsx';
import { LineChart } from '#components/ui/line-chart.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import type { BacktestReport } from '#lib/contract/backtest-calls.ts';
import { dayText } from '#lib/i18n/date-text.ts';
import { dayOf } from './backtest-dates.ts';
import { linePath, plotScale } from './plot.ts';

type Point = BacktestReport['curve'][number];

const HEIGHT = 180;
const STRIP_HEIGHT = 56;

/** How far the equity stood below its earlier peak, hanging from the top. */
function DrawdownStrip({ curve }: { readonly curve: readonly Point[] }) {
  const t = useTranslations('backtests.result');
  const figures = useFigures();
  const falls = curve.map(({ draw_down }) => Number(draw_down));
  const lowest = Math.min(0, ...falls);
  const scale = plotScale(curve.length, [lowest, 0], STRIP_HEIGHT);
  return (
    <figure dir="ltr" className="relative m-0 pe-13">
      <figcaption className="mb-1 flex justify-between text-2xs text-ink-3">
        <span dir="auto">{t('drawdown')}</span>
        <span>{figures.change(lowest.toFixed(8))}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={t('drawdownLabel', { rate: figures.change(lowest.toFixed(8)) })}
        viewBox={`0 0 ${scale.width} ${STRIP_HEIGHT}`}
        preserveAspectRatio="none"
        className="block w-full"
        style={{ height: STRIP_HEIGHT }}
      >
        <path
          d={`${linePath(falls, scale)} L${scale.width},${scale.y(0)} L0,${scale.y(0)} Z`}
          fill="var(--fall)"
          opacity="0.35"
        />
        <line
          x1="0"
          x2={scale.width}
          y1={scale.y(0)}
          y2={scale.y(0)}
          stroke="var(--line)"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </figure>
  );
}

/** The bot's equity against just holding, with what the pointer stands at in words, and the drawdown under it. */
export function BacktestCurves({ curve }: { readonly curve: readonly Point[] }) {
  const t = useTranslations('backtests.result');
  const figures = useFigures();
  const locale = useLocale();
  // A point at midnight closes the day that has ended, as the header counts days; the first one opens its day.
  const day = (point: Point): string => dayText(dayOf(point.time * 1000 - (point === curve[0] ? 0 : 1)), locale);
  const [hovered, setHovered] = useState<number | null>(null);
  const at = Math.min(hovered ?? curve.length - 1, curve.length - 1);
  const point = curve[at];
  const first = curve[0];
  const last = curve.at(-1);
  if (point === undefined || first === undefined || last === undefined) return null;
  const share = (point.time - first.time) / (last.time - first.time || 1);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="mb-1 flex flex-wrap gap-x-4 text-xs">
          <span className="text-ink-3">{day(point)}</span>
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className={classNames('h-0.5 w-4', last.rate.startsWith('-') ? 'bg-fall' : 'bg-rise')} />
            {t('bot')} <TrendText value={point.rate} text={figures.change(point.rate)} />
          </span>
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className="w-4 border-t border-dashed border-ink-3" />
            {t('hold')} <TrendText value={point.hold_rate} text={figures.change(point.hold_rate)} />
          </span>
        </p>
        <LineChart
          points={curve.map(({ time, rate }) => ({ x: time, y: Number(rate) }))}
          reference={curve.map(({ time, hold_rate }) => ({ x: time, y: Number(hold_rate) }))}
          height={HEIGHT}
          formatY={(y) => figures.change(y.toFixed(8))}
          label={t('curveLabel', { rate: figures.change(last.rate), hold: figures.change(last.hold_rate) })}
          startLabel={day(first)}
          endLabel={day(last)}
          overlay={<CurveCursor count={curve.length} share={share} height={HEIGHT} onHover={setHovered} />}
        />
      </div>
      <DrawdownStrip curve={curve} />
    </div>
  );
}
