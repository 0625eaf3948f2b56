'use client';

import { useLocale, useTranslations } from 'next-intl';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { useFieldText } from '#components/form/use-issue-text.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { classNames } from '#components/ui/class-names.ts';
import { SUMMARY_FIGURES } from '#lib/figures/screens.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { summaryText } from './summary-text.ts';
import { useSummaryFigures } from './use-summary-figures.ts';

/** The live figures below the amount. What is being asked anew is dimmed, not emptied: the row keeps still. */
export function SummaryRows({ form }: { readonly form: StrategyForm }) {
  const text = useFieldText();
  const t = useTranslations('trade.form');
  const locale = useLocale();
  const of = useSummaryFigures(form);
  // What is left of 100 % stands below the shares while they are typed (C-245).
  const rows = form.summary.filter(({ label }) => label !== 'summary.remaining_percent');
  return (
    <dl className="flex flex-col gap-1 text-xs" aria-label={t('summary')}>
      {rows.map((row) => (
        <div key={row.label} className="flex items-baseline justify-between gap-3">
          <dt className="text-ink-3">
            <FigureName figure={SUMMARY_FIGURES[row.label] ?? null} {...of}>
              {text(row.label) ?? row.label}
            </FigureName>
          </dt>
          <dd
            data-summary={row.label}
            className={classNames(
              'text-end transition-opacity',
              row.label === 'summary.min_investment' && form.isMinPending && 'opacity-45',
            )}
          >
            {summaryText(row, form.spec, locale)}
            {row.text !== NO_FIGURE && (
              <span className="text-ink-3">{row.unit === '%' ? row.unit : ` ${row.unit}`}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
