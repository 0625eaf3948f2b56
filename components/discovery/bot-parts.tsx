import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { RadioTabs } from '#components/ui/radio-tabs.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CURVE_PERIODS, type CurveDay } from '#lib/formulas/period-curve.ts';
import type { ParameterRow } from '#lib/strategies/definition.ts';
import { BotMetrics, type CopierTotals, type PeriodRows } from './bot-metrics.tsx';
import { BotParameters } from './bot-parameters.tsx';
import { PERIOD_WORDS, type Period } from './period-words.ts';
import { YieldCurves } from './yield-curves.tsx';

/** What anybody may see of a shared bot. */
export interface SeenBot {
  readonly row: StrategyRow;
  /** The same over a part of its life. */
  readonly periods: PeriodRows;
  /** Null when the exchange did not give them; undefined while they are on their way. */
  readonly days: readonly CurveDay[] | null | undefined;
  readonly copiers: CopierTotals | null;
  /** Null when the provider hides them. */
  readonly parameters: readonly ParameterRow[] | null;
}

const PERIODS = Object.fromEntries(CURVE_PERIODS.map((period) => [PERIOD_WORDS[period], period])) as Readonly<
  Record<(typeof PERIOD_WORDS)[Period], Period>
>;

/**
 * A shared bot in two parts, Preview and Parameter (C-087): on its page, whole in the HTML, and in the dialog over a list. Which of them
 * and which period is in sight is CSS; `onPeriod` is for who has not everything yet.
 */
export function BotParts({
  bot: { row, periods, days, copiers, parameters },
  copyParameters,
  onPeriod,
}: {
  readonly bot: SeenBot;
  /** The way to a form with these parameters (C-091). */
  readonly copyParameters: ReactNode;
  readonly onPeriod?: (period: Period) => void;
}) {
  const t = useTranslations('public.detail');
  const id = useId();
  return (
    <div className="group/part">
      <div className="mb-3">
        <RadioTabs
          label={t('part.label')}
          name={`part${id}`}
          options={[
            { value: 'preview', label: t('part.preview') },
            { value: 'parameter', label: t('part.parameter') },
          ]}
        />
      </div>
      <div className="group/period hidden group-has-[[value=preview]:checked]/part:block">
        <div className="mb-3">
          <RadioTabs
            label={t('period.label')}
            name={`period${id}`}
            options={CURVE_PERIODS.map((period) => ({
              value: PERIOD_WORDS[period],
              label: t(`period.${PERIOD_WORDS[period]}`),
            }))}
            onChange={onPeriod === undefined ? undefined : (word) => onPeriod(PERIODS[word])}
          />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[minmax(0,1fr)_360px]">
          <YieldCurves days={days} hold={row.hold_rate} />
          <BotMetrics bot={row} copiers={copiers} periods={periods} />
        </div>
      </div>
      <div className="hidden group-has-[[value=parameter]:checked]/part:block">
        <BotParameters rows={parameters} abstract={row.abstract} copyParameters={copyParameters} />
      </div>
    </div>
  );
}
