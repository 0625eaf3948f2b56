'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { FieldHint } from '#components/form/field-hint.tsx';
import { notesOf } from '#components/form/field-notes.ts';
import { fieldId } from '#components/form/form-field-id.ts';
import type { CoinForm } from '#components/form/form-panel-props.ts';
import { useIssueText } from '#components/form/use-issue-text.ts';
import { useHeldCoins } from '#components/form/use-several-markets.ts';
import { useSpecsError } from '#components/form/use-specs.ts';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#lib/client/toasts.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { marketsOf } from '#lib/engine/bot-feeds.ts';
import { FEWEST_COINS, MOST_COINS } from '#lib/formulas/portfolio-minimum.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatAmountOf } from '#lib/money/display.ts';
import { formatTicks, instrumentOf } from '#lib/money/market-spec.ts';
import {
  addRefusal,
  bringsCoins,
  type CoinRow,
  formatCoins,
  PORTFOLIO_QUOTE,
  parseCoins,
  remainingPercent,
} from '#lib/strategies/portfolio/coins.ts';
import { CoinPicker, type PickableCoin } from './coin-picker.tsx';
import { CoinRows, HeldRows } from './coin-rows.tsx';
import { withCoinAdded, withHeldWorth } from './coin-shares.ts';
import { CoinSplits } from './coin-splits.tsx';

const FIELD = 'coins';

/** What there is to choose from; undefined while that is not known, `error`: why. */
function usePickable(
  form: CoinForm,
  isBrought: boolean,
): { readonly coins: readonly PickableCoin[] | undefined; readonly error?: unknown } {
  const figures = useFigures();
  const locale = useLocale();
  const { held, error } = useHeldCoins(isBrought);
  const specsError = useSpecsError(!isBrought);
  const { spec, context } = form;
  if (isBrought) {
    const note = (asset: string, available: string): string =>
      formatAmountOf('portfolio-balance', available, asset, { locale });
    return { coins: held?.map(({ asset, available }) => ({ asset, note: note(asset, available) })), error };
  }
  if (spec.companions === undefined) return { coins: undefined, error: specsError };
  const coins = marketsOf(spec)
    .filter(({ quote, contract }) => quote === PORTFOLIO_QUOTE && contract === undefined)
    .map((market) => {
      const ticks = context.prices?.[instrumentOf(market)];
      const price = ticks === undefined ? '--' : figures.fixed(formatTicks(market, ticks), market.priceDecimals);
      return { asset: market.base, note: `${price} ${market.quote}` };
    });
  return { coins };
}

/** The shares and the money of brought coins follow from their amounts and prices; typed once, they stay until an amount changes. */
function useHeldWorth({ values, spec, context, change }: CoinForm, rows: readonly CoinRow[]): void {
  const { prices } = context;
  const isOpen = bringsCoins(values) && rows.length > 0 && rows.every(({ amount }) => amount !== '');
  const needsWorth = isOpen && (values.money === '' || rows.some(({ rate }) => rate === ''));
  const worth = needsWorth ? withHeldWorth(rows, spec, prices) : null;
  useEffect(() => {
    if (worth === null) return;
    change(FIELD, formatCoins(worth.rows));
    change('money', worth.money);
  });
}

/**
 * The coin settings of a smart position (C-068, C-069): coins with their shares, added from all coins or – held ones –
 * from the spot account, split equally or by market capitalisation.
 */
export function CoinListPanel({ form }: { readonly form: CoinForm }) {
  const t = useTranslations('trade.coins');
  const say = useIssueText();
  const [isPicking, setIsPicking] = useState(false);
  const { values, change, issues, refused } = form;
  const isBrought = bringsCoins(values);
  const rows = parseCoins(values[FIELD] ?? '') ?? [];
  const pickable = usePickable(form, isBrought);
  useHeldWorth(form, rows);
  const note = notesOf(FIELD, issues, refused, say);
  const put = (next: readonly CoinRow[]): void => void change(FIELD, formatCoins(next));
  const add = (asset: string): void => {
    const refusal = addRefusal(rows, asset);
    if (refusal !== null) toast('warning', say({ code: refusal }));
    else put(withCoinAdded(rows, asset, isBrought));
  };
  // C-322: at once, and not when all the rest has been typed.
  const endPicking = (): void => {
    setIsPicking(false);
    if (isBrought && rows.length < FEWEST_COINS && (pickable.coins?.length ?? 0) > 0)
      toast('warning', say({ code: 'pairs.least' }));
  };
  const putHeld = (next: readonly CoinRow[]): void => {
    put(next.map((row) => ({ ...row, rate: '' })));
    change('money', '');
  };
  return (
    <fieldset id={fieldId(FIELD)} tabIndex={-1} className="flex flex-col gap-2 rounded-md border p-2 outline-none">
      <legend className="sr-only">{t('settings')}</legend>
      <div className="flex items-center justify-between gap-2">
        <span className="inline-flex items-center gap-1.5 text-xs text-ink-2">
          {t('count', { count: rows.length, most: MOST_COINS })}
          <FieldHint form={form} label={form.definition.fields.find(({ name }) => name === FIELD)?.label ?? FIELD} />
        </span>
        <Button size="sm" onClick={() => setIsPicking(true)}>
          {t(isBrought ? 'addHeld' : 'addCoin')}
        </Button>
      </div>
      {rows.length === 0 && <p className="py-2 text-center text-xs text-ink-3">{t(isBrought ? 'noHeld' : 'none')}</p>}
      {rows.length > 0 && !isBrought && <CoinSplits rows={rows} onSplit={put} />}
      {isBrought ? (
        <HeldRows form={form} rows={rows} onChange={putHeld} />
      ) : (
        <CoinRows form={form} rows={rows} onChange={put} />
      )}
      {rows.length > 0 && !isBrought && <Remaining rows={rows} />}
      {note.error !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {note.error}
        </p>
      )}
      {isPicking && (
        <CoinPicker
          title={t(isBrought ? 'heldTitle' : 'allTitle')}
          {...pickable}
          chosen={rows.map(({ asset }) => asset)}
          most={MOST_COINS}
          emptyText={t(isBrought ? 'nothingHeld' : 'notFound')}
          onPick={add}
          onClose={endPicking}
        />
      )}
    </fieldset>
  );
}

/** What of the whole no coin has yet, or what they have too much. */
function Remaining({ rows }: { readonly rows: readonly CoinRow[] }) {
  const t = useTranslations('trade.coins');
  const figures = useFigures();
  const left = formatAmount(remainingPercent(rows));
  return (
    <p className="flex justify-between text-xs text-ink-3">
      {t('remaining')}
      <span data-remaining className={left === '0' ? 'text-ink-1' : left.startsWith('-') ? 'text-danger' : 'text-warn'}>
        {figures.percents(left)}
      </span>
    </p>
  );
}
