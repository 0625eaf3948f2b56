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

/** A share of what there is, as the input takes it: in its decimals, and in its characters where they are bound – then decimals go first. */
function shareTyped(most: bigint, percent: number, decimals: number, characters?: number): string {
  const share = shareOf(most, percent, decimals);
  if (characters === undefined || share.length <= characters) return share;
  const [whole = ''] = share.split('.');
  if (whole.length > characters) return '9'.repeat(characters);
  return shareOf(most, percent, Math.max(0, characters - whole.length - 1));
}

/** The most that may be typed: what is said beside the input is what Max types, and never more than there is (M-186). */
export function mostTyped(most: bigint, decimals: number, characters?: number): string {
  return shareTyped(most, 100, decimals, characters);
}

/** An amount of money of which there is so much, with Max, a slider and shares of it (M-182, M-189, M-195). */
export function AmountInput({
  label,
  terms,
  kind,
  asset,
  decimals,
  characters,
  most,
  mostLabel,
  isBound = false,
  bound = null,
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
  /** Of the whole amount; absent: as many as it needs. */
  readonly characters?: number;
  /** Units; null while nobody knows. */
  readonly most: bigint | null;
  readonly mostLabel: string;
  /** The most is a bound of this input, and no balance of an account (C-437). */
  readonly isBound?: boolean;
  /** Units that one act takes at the most, of whatever there is: Max and shares are of no more, or what they type would be refused. Null: all. */
  readonly bound?: bigint | null;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const figures = useFigures();
  const locale = useLocale();
  const hasMost = most !== null && most > 0n;
  const mostText = (units: bigint): string =>
    isBound ? formatNumber(mostTyped(units, decimals, characters), { locale }) : figures.balance(formatAmount(units));
  const taken = most !== null && bound !== null && bound < most ? bound : most;
  const share = (percent: number): void => {
    if (taken !== null) onChange(shareTyped(taken, percent, decimals, characters));
  };
  return (
    <div className="flex flex-col gap-2">
      <NumberField
        name="amount"
        label={label}
        mark={<HintMark label={label} terms={terms} kind={kind} />}
        decimals={decimals}
        {...(characters === undefined ? {} : { characters })}
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
      <AmountShares percent={percentOf(value, taken)} hasBalance={hasMost} onShare={share} />
    </div>
  );
}
