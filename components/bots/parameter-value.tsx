import { useLocale, useTranslations } from 'next-intl';
import { textsOf } from '#lib/client/keyed-texts.ts';
import { formatAmountOf, formatFigures, withUnit } from '#lib/money/display.ts';
import { pricePrecision } from '#lib/money/precision.ts';
import type { ParameterRow } from '#lib/strategies/definition.ts';

function figureText({ value, unit, investedOn, priceDecimals }: ParameterRow, locale: string): string {
  if (investedOn !== undefined) {
    return formatAmountOf('investment', value, unit, { locale, quote: investedOn, hasUnit: false });
  }
  return formatFigures(value, { locale, ...(priceDecimals === undefined ? {} : pricePrecision(priceDecimals)) });
}

/** A parameter in the viewer's writing, for the public and for the owner: a word, or a figure with its unit. */
export function ParameterValue({ row }: { readonly row: ParameterRow }) {
  const t = useTranslations('fields');
  const locale = useLocale();
  if (row.valueLabel !== undefined) return textsOf(t)(row.valueLabel);
  return (
    <>
      {row.unit === '%' ? withUnit(figureText(row, locale), '%', locale) : figureText(row, locale)}
      {row.unit !== '' && row.unit !== '%' && <span className="text-ink-3">{withUnit('', row.unit, locale)}</span>}
    </>
  );
}
