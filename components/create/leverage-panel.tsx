'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useId, useState } from 'react';
import { notesOf } from '#components/form/field-notes.ts';
import { fieldId } from '#components/form/form-field-id.ts';
import type { FormPanelProps } from '#components/form/form-panel-props.ts';
import { useFieldText, useIssueText } from '#components/form/use-issue-text.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Icon } from '#components/ui/icon.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { defaultLeverage, snapLeverage, withinTerms } from '#lib/strategies/rules/leverage.ts';
import { leverageMarks } from '#lib/strategies/rules/leverage-marks.ts';
import { hideKeyboardOnEnter } from './form-field.tsx';

/** A slider, and the multiples that are set at a press. */
function Steps({
  value,
  limits,
  onChange,
}: {
  readonly value: string;
  readonly limits: Parameters<typeof leverageMarks>[0];
  readonly onChange: (value: string) => void;
}) {
  const t = useTranslations('trade.leverage');
  return (
    <>
      <input
        type="range"
        aria-label={t('slider')}
        aria-valuetext={`${value}X`}
        min={limits.min}
        max={limits.max}
        step={1}
        value={Math.min(limits.max, Math.max(limits.min, Number(value) || limits.min))}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full cursor-pointer accent-(--accent) md:mt-2 md:h-6"
      />
      <fieldset className="flex justify-between" aria-label={t('marks')}>
        {leverageMarks(limits).map((mark) => (
          <button
            key={mark}
            type="button"
            aria-pressed={value === String(mark)}
            onClick={() => onChange(String(mark))}
            className={classNames(
              'min-h-11 min-w-11 rounded md:min-w-9 text-2xs md:min-h-6',
              value === String(mark) ? 'bg-accent-soft text-accent' : 'text-ink-3 hover:text-ink-1',
            )}
          >
            {mark}X
          </button>
        ))}
      </fieldset>
    </>
  );
}

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
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen((before) => !before)}
        className="flex min-h-11 w-full items-center justify-between px-3 text-xs text-ink-2 hover:text-ink-1 md:min-h-9"
      >
        {label}
        <span className="flex items-center gap-1.5 text-sm text-ink-1">
          {value === '' ? '--' : `${value}X`}
          <Icon name="chevronDown" size={14} className={isOpen ? 'rotate-180' : ''} />
        </span>
      </button>
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
        <Steps value={value} limits={limits} onChange={(typed) => change('leverage', typed)} />
      </div>
    </div>
  );
}
