'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { CurveCursor } from '#components/ui/curve-cursor.tsx';
import { LineChart } from '#components/ui/line-chart.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { ForkComparison } from '#lib/contract/fork-calls.ts';
import { isFigure } from '#lib/money/decimal-text.ts';
import { useBotFormat } from '../use-bot-format.ts';

const HEIGHT = 200;

/** Profit since the moment of both lives, with what the pointer stands at in words. */
export function ForkCurves({ comparison: { curve, asset } }: { readonly comparison: ForkComparison }) {
  const t = useTranslations('fork');
  const format = useBotFormat();
  const [hovered, setHovered] = useState<number | null>(null);
  const [first, last] = [curve[0], curve.at(-1)];
  const point = curve[Math.min(hovered ?? curve.length - 1, curve.length - 1)];
  if (point === undefined || first === undefined || last === undefined) return null;
  const profit = (figure: string): string => format.profit(figure, asset);
  const known = curve.filter(({ fork, life }) => isFigure(fork) && isFigure(life));
  return (
    <figure aria-label={t('chart')} className="m-0 min-w-0">
      <figcaption className="mb-1 flex flex-wrap gap-x-4 text-xs">
        <span className="text-ink-3">{format.time(point.time)}</span>
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className={classNames('h-0.5 w-4', last.fork.startsWith('-') ? 'bg-fall' : 'bg-rise')} />
          {t('fork')} <TrendText value={point.fork} text={profit(point.fork)} />
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="w-4 border-t border-dashed border-ink-3" />
          {t('life')} <TrendText value={point.life} text={profit(point.life)} />
        </span>
      </figcaption>
      <LineChart
        points={known.map(({ time, fork }) => ({ x: time, y: Number(fork) }))}
        reference={known.map(({ time, life }) => ({ x: time, y: Number(life) }))}
        height={HEIGHT}
        formatY={(y) => format.profit(y.toFixed(8), asset, false)}
        label={t('chartLabel', { fork: profit(last.fork), life: profit(last.life) })}
        startLabel={format.time(first.time)}
        endLabel={format.time(last.time)}
        overlay={
          <CurveCursor
            count={curve.length}
            share={(point.time - first.time) / (last.time - first.time || 1)}
            height={HEIGHT}
            onHover={setHovered}
          />
        }
      />
    </figure>
  );
}
