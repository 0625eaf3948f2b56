import { useLocale, useTranslations } from 'next-intl';
import { textsOf } from '#lib/client/keyed-texts.ts';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { formatNumber, withUnit } from '#lib/money/display.ts';
import type { FieldDescriptor } from '#lib/strategies/definition.ts';

/** Fields that are one figure or one choice; blocks of their own say more than a line can. */
const LINES: ReadonlySet<FieldDescriptor['input']> = new Set(['price', 'amount', 'integer', 'percent', 'choice']);

/** What a typical bot's form is filled in with. */
export function TypicalParameters({ row, kind }: { readonly row: TypicalRow; readonly kind: RunnableKind }) {
  const t = useTranslations();
  const locale = useLocale();
  const quote = row.market.split('_')[1] ?? '';
  const lines = definitionOf(kind).fields.flatMap((field) => {
    const value = row.params[field.name];
    return value === undefined || value === '' || !LINES.has(field.input) ? [] : [{ field, value }];
  });
  const text = ({ input, options }: FieldDescriptor, value: string): string => {
    if (input === 'choice') {
      const option = options?.find((one) => one.value === value);
      return option === undefined ? value : textsOf(t)(`fields.${option.label}`);
    }
    const figure = formatNumber(value, { locale });
    return input === 'percent'
      ? withUnit(figure, '%', locale)
      : input === 'price'
        ? withUnit(figure, quote, locale)
        : figure;
  };
  if (lines.length === 0) return null;
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-4 gap-y-2">
      {lines.map(({ field, value }) => (
        <div key={field.name} className="min-w-0">
          <dt className="text-2xs text-ink-3">{textsOf(t)(`fields.${field.label}.label`)}</dt>
          <dd className="text-sm">{text(field, value)}</dd>
        </div>
      ))}
    </dl>
  );
}
