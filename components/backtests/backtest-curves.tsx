'use client';

import { useTranslations } from 'next-intl';
import { type PointerEvent, useState } from 'react';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import type { BacktestReport } from '#lib/contract/backtest-calls.ts';
import { dayOf } from './backtest-dates.ts';
import { linePath, type PlotScale, plotScale } from './plot.ts';

type Point = BacktestReport['curve'][number];

const HEIGHT = 180;
const STRIP_HEIGHT = 56;

/** Index of the point under a pointer. */
function indexAt(event: PointerEvent<HTMLElement>, count: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const share = width === 0 ? 0 : (event.clientX - left) / width;
  return Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))));
}

function Equity({
  curve,
  scale,
  at,
}: {
  readonly curve: readonly Point[];
  readonly scale: PlotScale;
  readonly at: number;
}) {
  const t = useTranslations('backtests.result');
  const figures = useFigures();
  const last = curve.at(-1) as Point;
  return (
    <svg
      role="img"
      aria-label={t('curveLabel', { rate: figures.change(last.rate), hold: figures.change(last.hold_rate) })}
      viewBox={`0 0 ${scale.width} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block w-full"
      style={{ height: HEIGHT }}
    >
      <line
        x1="0"
        x2={scale.width}
        y1={scale.y(0)}
        y2={scale.y(0)}
        stroke="var(--line)"
        strokeDasharray="4 4"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={linePath(
          curve.map(({ hold_rate }) => Number(hold_rate)),
          scale,
        )}
        fill="none"
        stroke="var(--ink-3)"
        strokeWidth="1.4"
        strokeDasharray="5 3"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={linePath(
          curve.map(({ rate }) => Number(rate)),
          scale,
        )}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.8"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      <line
        x1={scale.x(at)}
        x2={scale.x(at)}
        y1="0"
        y2={HEIGHT}
        stroke="var(--ink-3)"
        strokeWidth="1"
        opacity="0.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** How far the equity stood below its earlier peak, hanging from the top. */
function DrawdownStrip({ curve }: { readonly curve: readonly Point[] }) {
  const t = useTranslations('backtests.result');
  const figures = useFigures();
  const falls = curve.map(({ draw_down }) => Number(draw_down));
  const lowest = Math.min(0, ...falls);
  const scale = plotScale(curve.length, [lowest, 0], STRIP_HEIGHT);
  return (
    <figure className="relative m-0">
      <figcaption className="mb-1 flex justify-between text-2xs text-ink-3">
        <span>{t('drawdown')}</span>
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

/** The bot's equity against just holding, with what the pointer stands at in words, and the draw-down under it. */
export function BacktestCurves({ curve }: { readonly curve: readonly Point[] }) {
  const t = useTranslations('backtests.result');
  const figures = useFigures();
  const [hovered, setHovered] = useState<number | null>(null);
  const at = Math.min(hovered ?? curve.length - 1, curve.length - 1);
  const point = curve[at];
  if (point === undefined) return null;
  const rates = curve.flatMap(({ rate, hold_rate }) => [Number(rate), Number(hold_rate)]);
  const scale = plotScale(curve.length, [...rates, 0], HEIGHT);
  const day = (seconds: number): string => dayOf(seconds * 1000);
  return (
    <div className="flex flex-col gap-3">
      <div onPointerMove={(event) => setHovered(indexAt(event, curve.length))} onPointerLeave={() => setHovered(null)}>
        <p className="mb-1 flex flex-wrap gap-x-4 text-xs">
          <span className="text-ink-3">{day(point.time)}</span>
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className="h-0.5 w-4 bg-accent" />
            {t('bot')} <TrendText value={point.rate} text={figures.change(point.rate)} />
          </span>
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className="w-4 border-t border-dashed border-ink-3" />
            {t('hold')} <TrendText value={point.hold_rate} text={figures.change(point.hold_rate)} />
          </span>
        </p>
        <div className="relative">
          <Equity curve={curve} scale={scale} at={at} />
          <div
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-0 flex flex-col items-end justify-between text-2xs text-ink-2"
          >
            <span className="rounded bg-surface-1/75 px-1">{figures.change(scale.highest.toFixed(8))}</span>
            <span className="rounded bg-surface-1/75 px-1">{figures.change(scale.lowest.toFixed(8))}</span>
          </div>
        </div>
        <p aria-hidden className="mt-1 flex justify-between text-2xs text-ink-3">
          <span>{day((curve[0] as Point).time)}</span>
          <span>{day((curve.at(-1) as Point).time)}</span>
        </p>
      </div>
      <DrawdownStrip curve={curve} />
    </div>
  );
}
