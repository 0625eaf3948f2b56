'use client';

import { useLocale } from 'next-intl';
import { percentOf, shareOf } from '#components/form/amount-share.ts';
import { AmountShares } from '#components/form/amount-shares.tsx';
import { HintMark } from '#components/form/field-hint.tsx';
import type { Hint } from '#components/form/hint-tip.tsx';
import { MaxUnit } from '#components/ui/max-unit.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { readDecimal } from '#lib/money/decimal-text.ts';
import { formatNumber, NO_FIGURE, withUnit } from '#lib/money/display.ts';

/** What was typed, units; null while it is no amount above zero. */
export function typedAmount(text: string): bigint | null {
  const units = parseAmount(readDecimal(text) ?? '');
  return units === null || units <= 0n ? null : units;
}

/** The most that may be typed, in the decimals that the input takes: what is said beside it is what Max types, and never more than there is (M-186). */
export function mostTyped(most: bigint, decimals: number): string {
  return shareOf(most, 100, decimals);
}

/** An amount of money of which there is so much, with Max, a slider and shares of it (M-182, M-189, M-195). */
export function AmountInput({
  label,
  terms,
  kind,
  asset,
  decimals,
  most,
  mostLabel,
  isBound = false,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  /** What it means: of the glossary, and the help of its kind or product. */
  readonly terms: Hint['terms'];
  readonly kind: string | undefined;
  readonly asset: string;
  readonly decimals: number;
  /** Units; null while nobody knows. */
  readonly most: bigint | null;
  readonly mostLabel: string;
  /** The most is a bound of this input, and no balance of an account (C-437). */
  readonly isBound?: boolean;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const figures = useFigures();
  const locale = useLocale();
  const hasMost = most !== null && most > 0n;
  const mostText = (units: bigint): string =>
    isBound ? formatNumber(mostTyped(units, decimals), { locale }) : figures.balance(formatAmount(units));
  const share = (percent: number): void => {
    if (most !== null) onChange(shareOf(most, percent, decimals));
  };
  return (
    <div className="flex flex-col gap-2">
      <NumberField
        name="amount"
        label={label}
        mark={<HintMark label={label} terms={terms} kind={kind} />}
        decimals={decimals}
        value={value}
        onChange={onChange}
        error={error}
        aside={
          <span className="text-ink-3">
            {mostLabel}{' '}
            <span className="text-ink-1">{withUnit(most === null ? NO_FIGURE : mostText(most), asset, locale)}</span>
          </span>
        }
        unit={<MaxUnit unit={asset} isDisabled={!hasMost} onMax={() => share(100)} />}
      />
      <AmountShares percent={percentOf(value, most)} hasBalance={hasMost} onShare={share} />
    </div>
  );
}
