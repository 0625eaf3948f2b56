import { useLocale, useTranslations } from 'next-intl';
import { useFieldText } from '#components/form/use-issue-text.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { type Figures, useFigures } from '#lib/client/use-figures.ts';
import { onwardArrow } from '#lib/i18n/languages.ts';
import { parseRows } from '#lib/kinds/martingale/definition/rows.ts';
import { withUnit } from '#lib/money/display.ts';
import type { FieldDescriptor, FormValues } from '#lib/strategies/definition.ts';
import { parseCoins } from '#lib/strategies/portfolio/coins.ts';

const PLAIN = /^\d+(\.\d+)?$/;

/** What a panel's field holds, in a line of its own words; '' for panels that hold nothing that is sent. */
function panelText({ panel, name }: FieldDescriptor, values: FormValues, figures: Figures, arrow: '→' | '←'): string {
  // As any figure is written; what is typed and no number stays as it is.
  const written = (typed: string): string => (PLAIN.test(typed) ? figures.upTo(typed, 12) : typed);
  if (panel === 'leverage') return `${values[name] ?? ''}X`;
  if (panel === 'coin-list')
    return (parseCoins(values.coins ?? '') ?? [])
      .map((row) => `${row.asset} ${figures.percents(row.rate)}`)
      .join(' · ');
  if (panel === 'free-params') {
    const rows = parseRows(values.price_step_details ?? '') ?? [];
    return rows.map((row) => `${written(row.price_steps)} ${arrow} ${written(row.increasing_share)}`).join(' · ');
  }
  if (panel === 'trailing') {
    const limits = [
      values.trail_down === '1' && values.stop_downward_price,
      values.trail_up === '1' && values.stop_upward_price,
    ];
    const set = limits.filter((limit): limit is string => typeof limit === 'string' && limit !== '');
    return set.length === 0
      ? ''
      : `${set.map(written).join(' … ')} · ${figures.percents(values.moving_average_momentum)}`;
  }
  return '';
}

/** A field to read: its name and its value in words, with its unit. */
export interface FieldWords {
  readonly field: FieldDescriptor;
  readonly label: string;
  readonly words: string;
}

/**
 * The fields of a form to read, in its order: those that these values show and that `isTold`. One that is not set says what
 * that means where there are words for it, and is left out where there are none.
 */
export function useFieldWords({ definition: { fields }, spec }: Pick<StrategyForm, 'definition' | 'spec'>) {
  const t = useTranslations('trade.review');
  const text = useFieldText();
  const figures = useFigures();
  const locale = useLocale();
  const arrow = onwardArrow(locale);
  const wordOf = ({ options, label }: FieldDescriptor, value: string): string | null => {
    const option = options?.find((one) => one.value === value);
    if (option !== undefined) return text(option.label) ?? value;
    return value === '' ? (text(`${label}.empty`) ?? '') : null;
  };
  const wordsOf = (field: FieldDescriptor, values: FormValues): string => {
    const value = values[field.name] ?? '';
    if (field.input === 'panel') return panelText(field, values, figures, arrow);
    const word = wordOf(field, value);
    if (word !== null) return word;
    if (field.input === 'switch') return t(value === (field.states?.[1] ?? '1') ? 'on' : 'off');
    if (!PLAIN.test(value)) return value;
    const unit = fields.find(({ unitOf }) => unitOf === field.name);
    const unitText = unit === undefined ? field.unit?.(values, spec) : wordOf(unit, values[unit.name] ?? '');
    return withUnit(figures.upTo(value, 12), unitText ?? '', locale);
  };
  return (values: FormValues, isTold: (field: FieldDescriptor) => boolean): readonly FieldWords[] =>
    fields
      .filter((field) => field.unitOf === undefined && isTold(field) && field.isShown?.(values, spec) !== false)
      .map((field) => ({
        field,
        label: text(`${field.label}.label`) ?? field.name,
        words: wordsOf(field, values),
      }))
      .filter(({ words }) => words !== '');
}
