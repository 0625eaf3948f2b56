import { useTranslations } from 'next-intl';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import type { Bar } from './mount-chart.ts';

/** Open, high, low, close and change of the bar under the crosshair, or of the newest one. */
export function ChartLegend({
  bar,
  decimals,
}: {
  readonly bar: Omit<Bar, 'volume'> | undefined;
  readonly decimals: number;
}) {
  const t = useTranslations('trade.chart');
  const figures = useFigures();
  if (bar === undefined) return null;
  const change = bar.close / bar.open - 1;
  const parts = [
    ['open', bar.open],
    ['high', bar.high],
    ['low', bar.low],
    ['close', bar.close],
  ] as const;
  return (
    <p aria-hidden className="flex min-h-5 flex-wrap gap-x-2.5 text-2xs text-ink-3">
      {parts.map(([name, value]) => (
        <span key={name}>
          {t(name)} <span className="text-ink-2">{figures.fixed(value.toFixed(decimals), decimals)}</span>
        </span>
      ))}
      <TrendText value={change.toFixed(4)} text={figures.change(change.toFixed(6))} />
    </p>
  );
}
