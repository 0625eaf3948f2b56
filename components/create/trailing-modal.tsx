'use client';

import { useMemo, useState } from 'react';
import { notesOf } from '#components/form/field-notes.ts';
import { useFieldText, useIssueText } from '#components/form/use-issue-text.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import type { FormValues } from '#lib/strategies/definition.ts';
import { MOMENTUM_LIMITS, MOMENTUM_PRESETS } from '#lib/strategies/rules/trailing.ts';
import { canConfirm, draftChanges, trailingIssues } from './trailing-draft.ts';

type Change = (field: string, value: string) => void;

interface DraftProps {
  readonly draft: FormValues;
  readonly change: Change;
  readonly form: StrategyForm;
  readonly notes: (field: string) => { readonly error?: string; readonly warning?: string };
}

function LimitField({
  draft,
  change,
  form,
  notes,
  box,
  field,
  label,
}: DraftProps & { readonly box: string; readonly field: string; readonly label: string }) {
  const text = useFieldText();
  const isOn = draft[box] === '1';
  return (
    <div className="flex flex-col gap-1">
      <Checkbox isChecked={isOn} onChange={(isChecked) => change(box, isChecked ? '1' : '0')}>
        {text(`trailing.${label}`)}
      </Checkbox>
      {isOn && (
        <NumberField
          label={text(`trailing.${label}_limit`) ?? field}
          name={field}
          decimals={form.spec.priceDecimals}
          value={draft[field] ?? ''}
          onChange={(value) => change(field, value)}
          unit={form.spec.quote}
          {...notes(field)}
        />
      )}
    </div>
  );
}

function MomentumField({ draft, change, notes }: DraftProps) {
  const text = useFieldText();
  const momentum = draft.moving_average_momentum ?? '';
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-xs text-ink-2">{text('trailing.momentum')}</legend>
      <div className="grid grid-cols-4 gap-1">
        {MOMENTUM_PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={preset === momentum}
            onClick={() => change('moving_average_momentum', preset)}
            className={classNames(
              'min-h-11 rounded text-xs md:min-h-8',
              preset === momentum ? 'bg-accent-soft text-accent' : 'bg-surface-2 text-ink-2 hover:text-ink-1',
            )}
          >
            {preset}%
          </button>
        ))}
      </div>
      <NumberField
        label={text('trailing.custom')}
        name="moving_average_momentum"
        decimals={MOMENTUM_LIMITS.decimals}
        placeholder={text('trailing.custom_placeholder') ?? ''}
        // The presets too: 25 is typed by way of 2.
        value={momentum}
        onChange={(value) => change('moving_average_momentum', value)}
        unit="%"
        hint={text('trailing.momentum_hint')}
        {...notes('moving_average_momentum')}
      />
    </fieldset>
  );
}

/** The trailing limits and momentum (C-098, C-267…C-273): a draft that reaches the form only through Confirm. */
export function TrailingModal({ form, onClose }: { readonly form: StrategyForm; readonly onClose: () => void }) {
  const text = useFieldText();
  const say = useIssueText();
  const [draft, setDraft] = useState(form.values);
  const { definition, context, spec } = form;
  const issues = useMemo(() => trailingIssues(definition, draft, context), [definition, draft, context]);
  const change: Change = (field, value) => setDraft((present) => definition.reduce(present, field, value, spec));
  const parts: DraftProps = { draft, change, form, notes: (field) => notesOf(field, issues, null, say) };
  const confirm = (): void => {
    for (const [field, value] of draftChanges(draft)) form.change(field, value);
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text('trailing.title')}
      footer={
        <>
          <Button onClick={onClose}>{text('trailing.cancel')}</Button>
          <Button tone="primary" disabled={!canConfirm(draft, issues)} onClick={confirm}>
            {text('trailing.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pt-1">
        <LimitField {...parts} box="trail_up" field="stop_upward_price" label="up" />
        <LimitField {...parts} box="trail_down" field="stop_downward_price" label="down" />
        {(draft.trail_up === '1' || draft.trail_down === '1') && <MomentumField {...parts} />}
      </div>
    </Dialog>
  );
}
