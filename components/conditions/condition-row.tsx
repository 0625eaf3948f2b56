'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { COMPARATORS, type Comparator } from '#lib/indicators/comparators.ts';
import { type Condition, indicatorIdOf, isTdNine, OPERATIONS } from '#lib/indicators/condition.ts';
import type { ConditionIssue } from '#lib/indicators/condition-rules.ts';
import type { KlinePeriod } from '#lib/indicators/kline-periods.ts';
import { compareChange, indicatorChange } from './condition-draft.ts';
import { ConditionOperand } from './condition-operand.tsx';
import { useConditionWords } from './use-condition-words.ts';

export interface ConditionRowProps {
  readonly condition: Condition;
  readonly index: number;
  readonly period: KlinePeriod;
  readonly canRemove: boolean;
  readonly issues: readonly ConditionIssue[];
  readonly onChange: (change: Partial<Condition>) => void;
  readonly onRemove: () => void;
}

/** How the condition is joined to the one before it, and the button that takes it away. */
function Joined({ condition, index, canRemove, onChange, onRemove }: ConditionRowProps) {
  const t = useTranslations('conditions');
  const id = useId();
  const row = String(index + 1);
  return (
    <div className="flex min-h-8 items-center justify-between gap-2">
      {index === 0 ? (
        <span aria-hidden className="text-xs text-ink-3">
          {t('condition', { row })}
        </span>
      ) : (
        <Segmented
          name={`${id}-operation`}
          label={t('operation')}
          value={condition.operations}
          onChange={(operations) => onChange({ operations })}
          options={OPERATIONS.map((value) => ({ value, label: t(value) }))}
          className="w-32"
        />
      )}
      {canRemove && (
        <button
          type="button"
          aria-label={t('remove', { row })}
          onClick={onRemove}
          className="-m-1 flex size-11 items-center justify-center rounded-md text-ink-3 hover:bg-surface-2 hover:text-ink-1 md:size-8"
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  );
}

function Comparison({
  value: chosen,
  isFixed,
  onChange,
}: {
  readonly value: Comparator;
  readonly isFixed: boolean;
  readonly onChange: ConditionRowProps['onChange'];
}) {
  const t = useTranslations('conditions');
  const words = useConditionWords();
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden className="text-xs text-ink-2">
        {t('comparatorLabel')}
      </span>
      <Select
        label={t('comparatorLabel')}
        value={chosen}
        isDisabled={isFixed}
        onChange={(comparatorName) => onChange({ comparatorName })}
        options={COMPARATORS.map((value) => ({ value, label: words.comparator(value) }))}
        className="w-full"
      />
    </div>
  );
}

/** One condition: how it is joined, what is compared, how, and with what; then the same as a sentence. */
export function ConditionRow(props: ConditionRowProps) {
  const { condition, index, period, issues, onChange } = props;
  const t = useTranslations('conditions');
  const words = useConditionWords();
  const isFixed = isTdNine(condition.indicatorName);
  const left = indicatorIdOf(condition.indicatorName) ?? 'macd-histogram';
  const right = indicatorIdOf(condition.compareIndicatorName) ?? 'number';
  const about = (field: ConditionIssue['field']): readonly ConditionIssue[] =>
    issues.filter((issue) => issue.field === field);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 rounded-md border p-3">
      <legend className="sr-only">{t('condition', { row: String(index + 1) })}</legend>
      <Joined {...props} />
      <ConditionOperand
        place="left"
        label={t('indicatorLabel')}
        id={left}
        args={condition.indicatorArgs}
        issues={about('indicatorArgs')}
        onIndicator={(next) => onChange(indicatorChange(next))}
        onArgs={(indicatorArgs) => onChange({ indicatorArgs })}
      />
      <Comparison value={condition.comparatorName} isFixed={isFixed} onChange={onChange} />
      <ConditionOperand
        place="right"
        label={t('compareLabel')}
        id={right}
        args={condition.compareIndicatorArgs}
        isFixed={isFixed}
        issues={about('compareIndicatorArgs')}
        onIndicator={(next) => onChange(compareChange(next))}
        onArgs={(compareIndicatorArgs) => onChange({ compareIndicatorArgs })}
      />
      {isFixed && <p className="text-xs text-ink-3">{t('td')}</p>}
      <p className="text-xs text-ink-2" data-sentence>
        {words.condition(condition, period)}
      </p>
    </fieldset>
  );
}
