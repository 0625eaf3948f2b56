'use client';

import { Checkbox } from '#components/ui/checkbox.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { NumberField } from '#components/ui/number-field.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { MOMENTUM_LIMITS, MOMENTUM_PRESETS } from '#lib/strategies/rules/trailing.ts';
import { HintMark } from './field-hint.tsx';
import type { FieldNotes } from './field-notes.ts';
import { useFieldText } from './use-issue-text.ts';

interface TrailingProps {
  /** Whose help explains it. */
  readonly kind: string;
  readonly values: FormValues;
  readonly spec: MarketSpec;
  readonly change: (field: string, value: string) => unknown;
  readonly notes: (field: string) => FieldNotes;
}

/** How far the range may follow the price each way, and from which momentum on (C-098, C-267 … C-273). */
export function TrailingFields(props: TrailingProps) {
  const { values } = props;
  return (
    <div className="flex flex-col gap-4 pt-1">
      <LimitField {...props} box="trail_up" field="stop_upward_price" label="up" />
      <LimitField {...props} box="trail_down" field="stop_downward_price" label="down" />
      {(values.trail_up === '1' || values.trail_down === '1') && <MomentumField {...props} />}
    </div>
  );
}

function LimitField({
  kind,
  values,
  spec,
  change,
  notes,
  box,
  field,
  label,
}: TrailingProps & { readonly box: string; readonly field: string; readonly label: 'up' | 'down' }) {
  const text = useFieldText();
  const limit = text(`trailing.${label}_limit`) ?? field;
  const isOn = values[box] === '1';
  return (
    <div className="flex flex-col gap-1">
      <Checkbox isChecked={isOn} onChange={(isChecked) => change(box, isChecked ? '1' : '0')}>
        {text(`trailing.${label}`)}
      </Checkbox>
      {isOn && (
        <NumberField
          label={limit}
          mark={<HintMark label={limit} terms={[`trailing_${label}_limit`, 'trailing']} kind={kind} />}
          name={field}
          decimals={spec.priceDecimals}
          value={values[field] ?? ''}
          onChange={(value) => change(field, value)}
          unit={spec.quote}
          {...notes(field)}
        />
      )}
    </div>
  );
}

function MomentumField({ kind, values, change, notes }: TrailingProps) {
  const text = useFieldText();
  const figures = useFigures();
  const name = text('trailing.momentum') ?? 'moving_average_momentum';
  const momentum = values.moving_average_momentum ?? '';
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 flex items-center gap-1.5 text-xs text-ink-2">
        {name}
        <HintMark label={name} terms={['momentum', 'trailing']} kind={kind} />
      </legend>
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
            {figures.percents(preset)}
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
