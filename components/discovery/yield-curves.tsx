import { useLocale, useTranslations } from 'next-intl';
import { LineChart } from '#components/ui/line-chart.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { CURVE_PERIODS, type CurveDay, periodCurve } from '#lib/formulas/period-curve.ts';
import { dayText } from '#lib/i18n/date-text.ts';
import { formatPercent } from '#lib/money/display.ts';
import { HoldLine } from './hold-line.tsx';
import { IN_PERIOD } from './period-words.ts';

/**
 * The yield curve of every period, all of them there; null when the exchange did not give it, undefined while it is on its way. `hold`: what
 * just holding came to over the whole life.
 */
export function YieldCurves({
  days: given,
  hold,
}: {
  readonly days: readonly CurveDay[] | null | undefined;
  readonly hold?: string | undefined;
}) {
  const t = useTranslations('public.detail');
  const common = useTranslations('common.state');
  const locale = useLocale();
  const days = given ?? [];
  const percent = (rate: string) => formatPercent(rate, { locale, isSigned: true });
  return (
    <section aria-labelledby="curve-title" className="panel h-full p-4">
      <h2 id="curve-title" className="mb-4 text-base font-semibold">
        {t('curve')}
      </h2>
      {given === undefined && <Skeleton className="h-60 w-full" />}
      {given !== undefined && days.length === 0 && (
        <p className="flex h-60 items-center justify-center px-6 text-center text-xs text-ink-3">
          {given === null ? common('error') : t('noCurve')}
        </p>
      )}
      {CURVE_PERIODS.map((period) => {
        const curve = periodCurve(days, period);
        if (curve === null) return null;
        const { rate, points } = curve;
        const [from, to] = [dayText(curve.from, locale), dayText(curve.to, locale)];
        return (
          <div key={period} className={IN_PERIOD[period]}>
            <p className="mb-2 text-xl font-semibold">
              <TrendText value={rate} text={percent(rate)} />
              {period === 'all_period' && <HoldLine rate={hold} />}
            </p>
            <LineChart
              points={points}
              height={240}
              label={t('curveLabel', { from, to, rate: percent(rate) })}
              formatY={(y) => percent(y.toFixed(8))}
              startLabel={from}
              endLabel={to}
            />
          </div>
        );
      })}
    </section>
  );
}
