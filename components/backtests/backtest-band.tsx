'use client';

import { useTranslations } from 'next-intl';
import { useFigures } from '#lib/client/use-figures.ts';
import type { BacktestReport } from '#lib/contract/backtest-calls.ts';
import { linePath, plotScale } from './plot.ts';

const HEIGHT = 120;

/** What the same trades, or days, come to in other orders: 9 of 10 ends lie inside the band, half of them above its line. */
export function BacktestBand({
  band,
  of,
}: {
  readonly band: BacktestReport['monte_carlo'];
  readonly of: BacktestReport['band_of'];
}) {
  const t = useTranslations('backtests.result.band');
  const figures = useFigures();
  const last = band.at(-1);
  if (last === undefined) return <p className="text-xs text-ink-3">{t(`none.${of}`)}</p>;
  const low = [0, ...band.map(({ p5 }) => Number(p5))];
  const mid = [0, ...band.map(({ p50 }) => Number(p50))];
  const high = [0, ...band.map(({ p95 }) => Number(p95))];
  const scale = plotScale(low.length, [...low, ...high], HEIGHT);
  const lower = low.map((value, index) => `L${scale.x(index)},${scale.y(value)}`).reverse();
  const words = { low: figures.change(last.p5), mid: figures.change(last.p50), high: figures.change(last.p95) };
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-ink-2">{t(`text.${of}`, words)}</p>
      <svg
        role="img"
        aria-label={t('label', words)}
        viewBox={`0 0 ${scale.width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block w-full"
        style={{ height: HEIGHT }}
      >
        <path d={`${linePath(high, scale)} ${lower.join(' ')} Z`} fill="var(--accent)" opacity="0.18" />
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
          d={linePath(mid, scale)}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="1.6"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </div>
  );
}
