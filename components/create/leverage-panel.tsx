'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useId, useState } from 'react';
import { FieldHint } from '#components/form/field-hint.tsx';
import { notesOf } from '#components/form/field-notes.ts';
import { hideKeyboardOnEnter } from '#components/form/form-field.tsx';
import { fieldId } from '#components/form/form-field-id.ts';
import type { FormPanelProps } from '#components/form/form-panel-props.ts';
import { LeverageSteps } from '#components/form/leverage-steps.tsx';
import { useFieldText, useIssueText } from '#components/form/use-issue-text.ts';
import { Icon } from '#components/ui/icon.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { defaultLeverage, snapLeverage, withinTerms } from '#lib/strategies/rules/leverage.ts';

/**
 * Leverage: what it is, always in sight; number, slider and marks when opened (C-058). What was typed is snapped when
 * the field is left (C-285, C-286).
 */
export function LeveragePanel({ form }: FormPanelProps) {
  const t = useTranslations('trade.leverage');
  const text = useFieldText();
  const say = useIssueText();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { definition, change, spec, context } = form;
  // From the definition and the exchange's own terms, nowhere else (B3).
  const limits = withinTerms(definition.leverageLimits?.(spec) ?? { min: 1, max: 1 }, context);
  const value = form.values.leverage ?? '';
  // A default above what this instrument allows is its maximum (C-288); so is a value that was typed for another one.
  useEffect(() => {
    if (/^\d+$/.test(value) && Number(value) > limits.max && !isOpen) {
      change('leverage', defaultLeverage(limits.max, limits.standard));
    }
  }, [value, limits.max, limits.standard, isOpen, change]);
  const errors = form.issues.filter(({ severity }) => severity === 'error');
  const { error } = notesOf('leverage', errors, form.refused, say);
  const label = text('leverage.label') ?? t('label');
  return (
    <div className="rounded-md border">
      <div className="relative flex items-center gap-1.5 ps-3 text-xs text-ink-2 hover:text-ink-1">
        <span aria-hidden>{label}</span>
        <span className="relative z-1 inline-flex">
          <FieldHint form={form} label="leverage" />
        </span>
        {/* The whole line is the target, but for the mark. */}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen((before) => !before)}
          className="flex min-h-11 min-w-0 flex-1 items-center justify-end gap-1.5 pe-3 text-sm text-ink-1 after:absolute after:inset-0 md:min-h-9"
        >
          <span className="sr-only">{label}</span>
          {value === '' ? '--' : `${value}X`}
          <Icon name="chevronDown" size={14} className={isOpen ? 'rotate-180' : ''} />
        </button>
      </div>
      <div id={id} data-fields="leverage" hidden={!isOpen && error === undefined} className="px-3 pb-3">
        <NumberField
          id={fieldId('leverage')}
          name="leverage"
          label={t('multiple', { min: limits.min, max: limits.max })}
          decimals={0}
          value={value}
          onChange={(typed) => change('leverage', typed)}
          onBlur={() => change('leverage', snapLeverage(value, limits))}
          onKeyDown={hideKeyboardOnEnter}
          unit="X"
          error={error}
        />
        <LeverageSteps value={value} limits={limits} onChange={(typed) => change('leverage', typed)} />
      </div>
    </div>
  );
}
