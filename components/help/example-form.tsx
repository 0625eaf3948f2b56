'use client';

import { type ReactNode, useState } from 'react';
import { NumberField } from '#components/ui/number-field.tsx';
import { Select } from '#components/ui/select.tsx';
import type { HelpSubject } from '#lib/client/help-protocol.ts';
import { toldPart } from '#lib/client/told-part.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { EarlierFigures } from './earlier-figures.tsx';

/** A value of the example that may be changed, in words that the server has chosen. */
export interface AskedField {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  /** Choices; null: a figure. */
  readonly options: readonly { readonly value: string; readonly label: string }[] | null;
}

// What reckons comes with the first change; most readers change nothing.
const answers = toldPart('help-example', () => import('./example-answer.tsx'));
const keeping = toldPart('keep-typed', () => import('#lib/client/keep-typed.ts'));

/** The values of the worked example; `children` is what they come to as the page was made. */
export function ExampleForm({
  subject,
  legend,
  fields,
  values: given,
  children,
}: {
  readonly subject: HelpSubject;
  readonly legend: string;
  readonly fields: readonly AskedField[];
  readonly values: FormValues;
  readonly children: ReactNode;
}) {
  const [values, setValues] = useState(given);
  const part = answers.usePart(values !== given);
  const keeper = keeping.usePart(true);
  const change = (name: string) => (value: string) => setValues((before) => ({ ...before, [name]: value }));
  return (
    <>
      {keeper !== undefined && (
        <keeper.KeepTyped
          form="example"
          fields={values}
          first={given}
          // What was typed before this came stays.
          putBack={(kept) => setValues((before) => (before === given ? kept : before))}
        />
      )}
      <form onSubmit={(event) => event.preventDefault()} onFocus={answers.bring}>
        <fieldset className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-4">
          <legend className="mb-1 text-sm font-medium">{legend}</legend>
          {fields.map(({ name, label, unit, decimals, options }) =>
            options === null ? (
              <NumberField
                key={name}
                name={name}
                label={label}
                unit={unit}
                decimals={decimals}
                value={values[name] ?? ''}
                onChange={change(name)}
              />
            ) : (
              <span key={name} className="flex min-w-0 flex-col gap-1">
                <span className="text-xs text-ink-2" aria-hidden>
                  {label}
                </span>
                <Select label={label} value={values[name] ?? ''} onChange={change(name)} options={options} />
              </span>
            ),
          )}
        </fieldset>
      </form>
      {part === undefined || values === given ? (
        <EarlierFigures isEarlier={values !== given}>{children}</EarlierFigures>
      ) : (
        <part.ExampleAnswer subject={subject} typed={values} first={children} />
      )}
    </>
  );
}
