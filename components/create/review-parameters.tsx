'use client';

import { useTranslations } from 'next-intl';
import { ConditionSummary } from '#components/conditions/condition-summary.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import { withUnit } from '#lib/money/display.ts';
import { parseConditions } from '#lib/strategies/compose/conditions.ts';
import type { FieldDescriptor, FormValues } from '#lib/strategies/definition.ts';
import { parseRows } from '#lib/strategies/martingale/rows.ts';
import { parseCoins } from '#lib/strategies/smart-position/coins.ts';
import { useFieldText } from './use-issue-text.ts';
import type { ReviewedForm } from './use-review.ts';

const PLAIN = /^\d+(\.\d+)?$/;

/** What a panel's field holds, in a line of its own words; null for panels that hold nothing that is sent. */
function panelText({ panel }: FieldDescriptor, values: FormValues, name: string): string | null {
  if (panel === 'leverage') return `${values[name] ?? ''}X`;
  if (panel === 'coin-list')
    return (parseCoins(values.coins ?? '') ?? []).map((row) => `${row.asset} ${row.rate}%`).join(' · ');
  if (panel === 'free-params') {
    const rows = parseRows(values.price_step_details ?? '') ?? [];
    return rows.map((row) => `${row.price_steps} → ${row.increasing_share}`).join(' · ');
  }
  if (panel === 'trailing') {
    const limits = [
      values.trail_down === '1' && values.stop_downward_price,
      values.trail_up === '1' && values.stop_upward_price,
    ];
    const set = limits.filter((limit) => typeof limit === 'string' && limit !== '');
    return set.length === 0 ? '' : `${set.join(' … ')} · ${values.moving_average_momentum ?? ''}%`;
  }
  return null;
}

/** Everything that will be sent, as it will be sent: read back from the payload, so that nothing is in it unseen. */
export function ReviewParameters({
  form: { definition, spec },
  sent,
}: {
  readonly form: ReviewedForm;
  readonly sent: FormValues;
}) {
  const t = useTranslations('trade.review');
  const text = useFieldText();
  const figures = useFigures();
  const wordsOf = (field: FieldDescriptor): string => {
    const value = sent[field.name] ?? '';
    if (field.input === 'panel') return panelText(field, sent, field.name) ?? '';
    const option = field.options?.find((one) => one.value === value);
    if (option !== undefined) return text(option.label) ?? value;
    if (field.input === 'switch') return t(value === (field.states?.[1] ?? '1') ? 'on' : 'off');
    if (!PLAIN.test(value)) return value;
    return withUnit(figures.upTo(value, 12), field.unit?.(sent, spec) ?? '');
  };
  const rows = definition.fields
    .filter(({ isShown, name }) => isShown?.(sent, spec) !== false && name !== 'is_hide')
    .map((field) => [field, wordsOf(field)] as const)
    .filter(([, words]) => words !== '');
  const conditions = parseConditions(sent.conditions ?? '');
  return (
    <details className="group rounded-md border px-3 py-1 text-xs" data-review="parameters">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between text-ink-2 md:min-h-8">
        {t('parameters')}
        <Icon name="chevronDown" size={14} className="text-ink-3 group-open:rotate-180" />
      </summary>
      <dl className="flex flex-col gap-1 pb-2">
        {rows.map(([field, words]) => (
          <div key={field.name} className="flex items-baseline justify-between gap-3" data-sent={field.name}>
            <dt className="shrink-0 text-ink-3">{text(`${field.label}.label`) ?? field.name}</dt>
            <dd className="min-w-0 text-right wrap-anywhere">{words}</dd>
          </div>
        ))}
      </dl>
      {conditions !== null && <ConditionSummary conditions={conditions} />}
    </details>
  );
}
