/**
 * Figures as people read them, made from wire decimals without passing through a float. Text that is no decimal (a
 * masked '-', an empty value) is shown as it is.
 */

const SIGNED_DECIMAL = /^(-?)(\d+)(?:\.(\d*))?$/;

export interface FigureStyle {
  /** Decimals shown, rounded half away from zero. Undefined = as many as the value has. */
  readonly decimals?: number;
  /** Writes + before what is above zero. */
  readonly isSigned?: boolean;
}

interface Digits {
  readonly sign: '' | '-';
  /** Whole number of 10^-decimals. */
  readonly scaled: bigint;
  readonly decimals: number;
}

function read(text: string): Digits | null {
  const match = SIGNED_DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  return { sign: sign === '-' ? '-' : '', scaled: BigInt(whole + fraction), decimals: fraction.length };
}

function rounded({ sign, scaled, decimals }: Digits, wanted: number): Digits {
  if (decimals <= wanted) return { sign, scaled: scaled * 10n ** BigInt(wanted - decimals), decimals: wanted };
  const unit = 10n ** BigInt(decimals - wanted);
  return { sign, scaled: (scaled + unit / 2n) / unit, decimals: wanted };
}

function plain({ scaled, decimals }: Digits): string {
  const digits = scaled.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
}

/** 1234567.5 → "1,234,567.5"; the same in every language of the product, as exchanges write it. */
export function figureText(text: string, { decimals, isSigned = false }: FigureStyle = {}): string {
  const digits = read(text);
  if (digits === null) return text;
  const shown = decimals === undefined ? digits : rounded(digits, decimals);
  const sign = digits.scaled === 0n ? '' : digits.sign === '-' ? '-' : isSigned ? '+' : '';
  return `${sign}${plain(shown)}`;
}

/**
 * A fraction as percent (C-442, H38): below 0.01 % it reads 0.00%, below 100 % it has the given decimals, from there
 * one. The rule looks at the size; the sign stays. 0.12345 → "12.35%".
 */
export function percentText(fraction: string, { decimals = 2, isSigned = false }: FigureStyle = {}): string {
  const digits = read(fraction);
  if (digits === null) return fraction;
  const percent: Digits =
    digits.decimals >= 2
      ? { ...digits, decimals: digits.decimals - 2 }
      : { ...digits, scaled: digits.scaled * 10n ** BigInt(2 - digits.decimals), decimals: 0 };
  const one = 10n ** BigInt(percent.decimals);
  const sign = digits.scaled === 0n ? '' : digits.sign === '-' ? '-' : isSigned ? '+' : '';
  if (percent.scaled * 100n < one) return `${sign}0.00%`;
  return `${sign}${plain(rounded(percent, percent.scaled < one * 100n ? decimals : 1))}%`;
}
