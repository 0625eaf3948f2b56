import { useLocale, useTranslations } from 'next-intl';
import { LineChart } from '#components/ui/line-chart.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { CURVE_PERIODS, type CurveDay, periodCurve } from '#lib/formulas/period-curve.ts';
import { dayText } from '#lib/i18n/date-text.ts';
import { formatPercent } from '#lib/money/display.ts';

type Period = (typeof CURVE_PERIODS)[number];

/** Word of a period: message key and value of its radio. */
const WORDS = { all_period: 'all', week: 'week', month: 'month', three_mon: 'threeMonths' } as const;

/** Which chart is in sight follows from the radio that is chosen: the browser does it, without JavaScript. */
const SHOWN: Readonly<Record<Period, string>> = {
  all_period: 'hidden group-has-[[value=all]:checked]:block',
  week: 'hidden group-has-[[value=week]:checked]:block',
  month: 'hidden group-has-[[value=month]:checked]:block',
  three_mon: 'hidden group-has-[[value=threeMonths]:checked]:block',
};

function PeriodTabs() {
  const t = useTranslations('public.detail.period');
  return (
    <fieldset className="flex rounded-md bg-surface-2 p-0.5">
      <legend className="sr-only">{t('label')}</legend>
      {CURVE_PERIODS.map((period) => (
        <label
          key={period}
          className="flex min-h-10 cursor-pointer items-center rounded px-3 text-xs whitespace-nowrap text-ink-2 hover:text-ink-1 has-checked:bg-surface-3 has-checked:font-medium has-checked:text-ink-1 has-focus-visible:outline-2 has-focus-visible:outline-(--focus) md:min-h-7"
        >
          <input
            type="radio"
            name="curve-period"
            value={WORDS[period]}
            defaultChecked={period === 'all_period'}
            className="sr-only"
          />
          {t(WORDS[period])}
        </label>
      ))}
    </fieldset>
  );
}

/** The yield curve of every period, all of them in the page; null when the exchange did not give it. */
export function YieldCurves({ days: given }: { readonly days: readonly CurveDay[] | null }) {
  const t = useTranslations('public.detail');
  const common = useTranslations('common.state');
  const locale = useLocale();
  const days = given ?? [];
  const percent = (rate: string) => formatPercent(rate, { locale, isSigned: true });
  return (
    <section aria-labelledby="curve-title" className="panel group h-full p-4">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 id="curve-title" className="text-base font-semibold">
          {t('curve')}
        </h2>
        {days.length > 0 && <PeriodTabs />}
      </div>
      {days.length === 0 && (
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
          <div key={period} className={SHOWN[period]}>
            <p className="mb-2 text-xl font-semibold">
              <TrendText value={rate} text={percent(rate)} />
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
