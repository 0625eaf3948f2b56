'use client';

import { useLocale, useTranslations } from 'next-intl';
import { hideKeyboardOnEnter } from '#components/form/form-field.tsx';
import type { CoinForm } from '#components/form/form-panel-props.ts';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { AMOUNT_DECIMALS, formatAmount } from '#lib/money/amount.ts';
import { formatAmountOf, NO_FIGURE } from '#lib/money/display.ts';
import { RATIO_DECIMALS } from '#lib/money/input.ts';
import { broughtValueOf, type CoinRow, canRemoveCoin, PORTFOLIO_QUOTE } from '#lib/strategies/portfolio/coins.ts';
import { withCoinRemoved } from './coin-shares.ts';

/** C-326. */
const AMOUNT_CHARACTERS = 21;

interface RowsProps {
  readonly form: CoinForm;
  readonly rows: readonly CoinRow[];
  readonly onChange: (rows: readonly CoinRow[]) => void;
}

function replaced(rows: readonly CoinRow[], index: number, change: Partial<CoinRow>): readonly CoinRow[] {
  return rows.map((row, at) => (at === index ? { ...row, ...change } : row));
}

/** C-246, E-219: only with more than the kind's fewest coins. */
function RemoveButton({ form, rows, asset, onChange }: RowsProps & { readonly asset: string }) {
  const t = useTranslations('trade.coins');
  return (
    <button
      type="button"
      aria-label={t('remove', { asset })}
      disabled={!canRemoveCoin(rows, factsOf(form.definition.kind).fewestCoins)}
      onClick={() => onChange(withCoinRemoved(rows, asset))}
      className="flex size-11 shrink-0 items-center justify-center rounded-md text-ink-3 hover:text-ink-1 disabled:opacity-30 md:size-8"
    >
      <Icon name="close" size={14} />
    </button>
  );
}

/** Coins that are bought: each with its share in percent. */
export function CoinRows({ form, rows, onChange }: RowsProps) {
  const t = useTranslations('trade.coins');
  return rows.map(({ asset, rate }, index) => (
    <div key={asset} className="flex items-center gap-2">
      <CoinMark coin={asset} size={18} />
      <span className="min-w-0 flex-1 truncate text-sm">{asset}</span>
      <NumberField
        label={t('shareOf', { asset })}
        isLabelHidden
        decimals={RATIO_DECIMALS}
        value={rate}
        unit="%"
        onChange={(typed) => onChange(replaced(rows, index, { rate: typed }))}
        onKeyDown={hideKeyboardOnEnter}
        className="w-28 [&_input]:text-right rtl:[&_input]:text-left"
      />
      <RemoveButton form={form} rows={rows} asset={asset} onChange={onChange} />
    </div>
  ));
}

/** Coins that are brought: how much of each; its share follows from what that is worth. */
export function HeldRows({ form, rows, onChange }: RowsProps) {
  const t = useTranslations('trade.coins');
  const figures = useFigures();
  const locale = useLocale();
  const { spec, context } = form;
  return rows.map((row, index) => {
    const { asset, rate, amount } = row;
    const held = context.held?.[asset];
    const value = broughtValueOf(row, spec, context.prices);
    const type = (typed: string): void => onChange(replaced(rows, index, { amount: typed }));
    return (
      <div key={asset} className="flex flex-col gap-1 border-t pt-2 first-of-type:border-t-0">
        <div className="flex items-center gap-2">
          <CoinMark coin={asset} size={18} />
          <span className="min-w-0 flex-1 truncate text-sm">{asset}</span>
          <span className="text-xs text-ink-3">
            {value === null ? '--' : figures.fixed(formatAmount(value), 2)} {PORTFOLIO_QUOTE} ·{' '}
            <span className="text-ink-1">{rate === '' ? '--' : figures.percentOf(Number(rate), 0)}</span>
          </span>
          <RemoveButton form={form} rows={rows} asset={asset} onChange={onChange} />
        </div>
        <NumberField
          label={t('amountOf', { asset })}
          isLabelHidden
          decimals={AMOUNT_DECIMALS}
          characters={AMOUNT_CHARACTERS}
          value={amount}
          onChange={type}
          onKeyDown={hideKeyboardOnEnter}
          aside={
            <span className="w-full text-end text-2xs text-ink-3">
              {t('available')}{' '}
              {held === undefined
                ? NO_FIGURE
                : formatAmountOf('portfolio-balance', formatAmount(held), asset, { locale, hasUnit: false })}
            </span>
          }
          unit={
            <button
              type="button"
              disabled={held === undefined}
              onClick={() => held !== undefined && type(formatAmount(held))}
              className="min-h-8 rounded px-1 text-accent disabled:opacity-45 md:min-h-6"
            >
              {t('all')}
            </button>
          }
        />
      </div>
    );
  });
}
