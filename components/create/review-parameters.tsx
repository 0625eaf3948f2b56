'use client';

import { useTranslations } from 'next-intl';
import { ConditionSummary } from '#components/conditions/condition-summary.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { parseConditions } from '#lib/kinds/indicator/definition/conditions.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { useFieldWords } from './use-field-words.ts';
import type { ReviewedForm } from './use-review.ts';

/** Everything that will be sent, as it will be sent: read back from the payload, so that nothing is in it unseen. */
export function ReviewParameters({ form, sent }: { readonly form: ReviewedForm; readonly sent: FormValues }) {
  const t = useTranslations('trade.review');
  const rows = useFieldWords(form)(sent, ({ name }) => name !== 'is_hide');
  const conditions = parseConditions(sent.conditions ?? '');
  return (
    <details className="group rounded-md border px-3 py-1 text-xs" data-review="parameters">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between text-ink-2 md:min-h-8">
        {t('parameters')}
        <Icon name="chevronDown" size={14} className="text-ink-3 group-open:rotate-180" />
      </summary>
      <dl className="flex flex-col gap-1 pb-2">
        {rows.map(({ field, label, words }) => (
          <div key={field.name} className="flex items-baseline justify-between gap-3" data-sent={field.name}>
            <dt className="shrink-0 text-ink-3">{label}</dt>
            <dd className="min-w-0 text-end wrap-anywhere">{words}</dd>
          </div>
        ))}
      </dl>
      {conditions !== null && <ConditionSummary conditions={conditions} isSmall />}
    </details>
  );
}
