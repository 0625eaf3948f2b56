'use client';

import { useTranslations } from 'next-intl';
import { FieldHint } from '#components/form/field-hint.tsx';
import { notesOf } from '#components/form/field-notes.ts';
import { fieldId } from '#components/form/form-field-id.ts';
import type { FormPanelProps } from '#components/form/form-panel-props.ts';
import { useFieldText, useIssueText } from '#components/form/use-issue-text.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useNumberInput } from '#components/ui/use-number-input.ts';
import { toast } from '#lib/client/toasts.ts';
import { type FreeRow, formatRows, MOST_ADD_ROWS, parseRows } from '#lib/kinds/martingale/definition/rows.ts';
import { isDiffStep } from '#lib/kinds/martingale/definition/values.ts';
import { RATIO_DECIMALS } from '#lib/money/input.ts';

const FIELD = 'price_step_details';

function Cell({
  label,
  value,
  unit,
  decimals,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly decimals: number;
  readonly onChange: ((value: string) => void) | null;
}) {
  const {
    refusal,
    settle,
    onChange: take,
    ...input
  } = useNumberInput(value, (typed) => onChange?.(typed), { decimals });
  return (
    <span
      title={refusal}
      className="flex min-h-11 items-center gap-1 rounded border bg-surface-2 px-2 focus-within:border-accent md:min-h-8"
    >
      <input
        {...input}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        disabled={onChange === null}
        onChange={(event) => take(event.target.value, event.currentTarget)}
        onBlur={settle}
        className="w-full min-w-0 bg-transparent text-end outline-none disabled:opacity-60"
      />
      <span className="text-2xs text-ink-3">{unit}</span>
    </span>
  );
}

interface FreeRows {
  readonly rows: readonly FreeRow[];
  edit(at: number, part: Partial<FreeRow>): void;
  add(): void;
  remove(at: number): void;
}

/** The rows of the form: at least one besides the first order and at most thirty (C-306, C-307), with a warning at either end. */
function useFreeRows(form: StrategyForm): FreeRows {
  const say = useIssueText();
  const rows = parseRows(form.values[FIELD] ?? '') ?? [];
  const store = (next: readonly FreeRow[]): void => {
    form.change(FIELD, formatRows(next));
  };
  const edit = (at: number, part: Partial<FreeRow>): void =>
    store(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const add = (): void => {
    if (rows.length > MOST_ADD_ROWS) {
      toast('warning', say({ code: 'rows.most' }));
      return;
    }
    const last = rows.at(-1);
    const step = last === undefined || rows.length === 1 ? '1' : last.price_steps;
    store([...rows, { price_steps: step, increasing_share: last?.increasing_share ?? '1' }]);
  };
  const remove = (at: number): void => {
    if (rows.length <= 2) {
      toast('warning', say({ code: 'rows.least' }));
      return;
    }
    store(rows.filter((_, index) => index !== at));
  };
  return { rows, edit, add, remove };
}

function Head() {
  const t = useTranslations('trade.freeParams');
  return (
    <thead className="text-2xs text-ink-3">
      <tr>
        <th scope="col" className="w-7 text-start font-normal">
          #
        </th>
        <th scope="col" className="text-end font-normal">
          {t('step')}
        </th>
        <th scope="col" className="text-end font-normal">
          {t('share')}
        </th>
        <th scope="col" className="w-8">
          <span className="sr-only">{t('remove')}</span>
        </th>
      </tr>
    </thead>
  );
}

/** One order; the first is the bot's first order, of which only the share is said and nothing can be changed (C-304). */
function OrderRow({
  row,
  index,
  step,
  onEdit,
  onRemove,
}: {
  readonly row: FreeRow;
  readonly index: number;
  readonly step: { readonly unit: string; readonly decimals: number };
  readonly onEdit: (part: Partial<FreeRow>) => void;
  readonly onRemove: () => void;
}) {
  const t = useTranslations('trade.freeParams');
  return (
    <tr>
      <th scope="row" className="text-start font-normal text-ink-3">
        {index}
      </th>
      <td>
        {index === 0 ? (
          <span className="block px-2 text-end text-ink-3">{t('first')}</span>
        ) : (
          <Cell
            label={t('stepOf', { row: index })}
            value={row.price_steps}
            {...step}
            onChange={(typed) => onEdit({ price_steps: typed })}
          />
        )}
      </td>
      <td>
        <Cell
          label={t('shareOf', { row: index })}
          value={row.increasing_share}
          unit="×"
          decimals={RATIO_DECIMALS}
          onChange={index === 0 ? null : (typed) => onEdit({ increasing_share: typed })}
        />
      </td>
      <td className="text-center">
        {index > 0 && (
          <button
            type="button"
            aria-label={t('removeRow', { row: index })}
            onClick={onRemove}
            className="flex size-11 items-center justify-center rounded text-ink-3 hover:bg-surface-2 hover:text-ink-1 md:size-7"
          >
            <Icon name="close" size={14} />
          </button>
        )}
      </td>
    </tr>
  );
}

/** The free-parameter table (C-067): step and share of each order. */
export function FreeParamsPanel({ form }: FormPanelProps) {
  const t = useTranslations('trade.freeParams');
  const text = useFieldText();
  const say = useIssueText();
  const { values, spec } = form;
  const { rows, edit, add, remove } = useFreeRows(form);
  const step = isDiffStep(values, spec)
    ? { unit: spec.quote, decimals: spec.priceDecimals }
    : { unit: '%', decimals: RATIO_DECIMALS };
  const note = notesOf(FIELD, form.issues, form.refused, say);
  return (
    <div id={fieldId(FIELD)} tabIndex={-1} className="flex flex-col gap-1.5 outline-none">
      <span className="inline-flex items-center gap-1.5 text-xs text-ink-2">
        {text(`${FIELD}.label`)}
        <FieldHint form={form} label={FIELD} />
      </span>
      <table aria-label={t('title')} className="w-full border-separate border-spacing-x-1 border-spacing-y-1 text-xs">
        <Head />
        <tbody>
          {rows.map((row, index) => (
            <OrderRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the ladder
              key={index}
              row={row}
              index={index}
              step={step}
              onEdit={(part) => edit(index, part)}
              onRemove={() => remove(index)}
            />
          ))}
        </tbody>
      </table>
      {(note.error ?? note.warning) !== undefined && (
        <p
          role={note.error === undefined ? undefined : 'alert'}
          className={note.error === undefined ? 'text-xs text-warn' : 'text-xs text-danger'}
        >
          {note.error ?? note.warning}
        </p>
      )}
      <Button size="sm" onClick={add}>
        {t('add', { count: Math.max(0, rows.length - 1), most: MOST_ADD_ROWS })}
      </Button>
    </div>
  );
}
