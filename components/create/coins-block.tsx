'use client';

import { useTranslations } from 'next-intl';
import { notesOf } from '#components/form/field-notes.ts';
import { fieldId } from '#components/form/form-field-id.ts';
import {
  COINS_FIELD,
  hasSeveralCoins,
  PAIRS_FIELD,
  pairMinimum,
  pairsOf,
  severalCoinsChanges,
  togglePair,
} from '#components/form/several-coins.ts';
import { useIssueText } from '#components/form/use-issue-text.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { classNames } from '#components/ui/class-names.ts';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { toast } from '#lib/client/toasts.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { PAIR_LIMITS } from '#lib/kinds/martingale/definition/values.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { readDecimal } from '#lib/money/decimal-text.ts';
import { minimumText } from '#lib/strategies/rules/money.ts';
import type { ParamModes } from './use-param-mode.ts';

/** One coin, or several at once (C-052); for several the pairs, and what they take together. */
export function CoinsBlock({ form, modes }: { readonly form: StrategyForm; readonly modes: ParamModes }) {
  const t = useTranslations('trade.batch');
  const isSeveral = hasSeveralCoins(form.definition.kind, form.values);
  const choose = (mode: string): void => {
    if (mode === '0') {
      form.change(COINS_FIELD, '0');
      if (modes.found !== null) modes.toAuto();
      return;
    }
    // C-182: one coin is the AI's, several are set by hand.
    const changes = severalCoinsChanges(form.spec.market);
    if (modes.shown === 'ai') modes.toManual(changes);
    else for (const [field, value] of changes) form.change(field, value);
  };
  return (
    <div className="flex flex-col gap-2">
      <Segmented
        name="create-coins"
        label={t('mode')}
        value={isSeveral ? '1' : '0'}
        onChange={choose}
        options={[
          { value: '0', label: t('single') },
          { value: '1', label: t('multiple') },
        ]}
      />
      {isSeveral && <Pairs form={form} />}
    </div>
  );
}

function Pairs({ form }: { readonly form: StrategyForm }) {
  const t = useTranslations('trade.batch');
  const say = useIssueText();
  const figures = useFigures();
  const { data } = useCall('markets', {}, { revalidateOnFocus: false });
  const { quote } = form.spec;
  // One investment is given for all: only pairs of its asset can take it.
  const markets = (data?.data ?? []).filter((row) => row.quote === quote);
  const pairs = pairsOf(form.values);
  const note = notesOf(PAIRS_FIELD, form.issues, form.refused, say);
  const each = parseAmount(readDecimal(form.values.money ?? '') ?? '');
  const toggle = (market: string): void => {
    if (pairs.length >= PAIR_LIMITS.most && !pairs.includes(market)) {
      toast('warning', say({ code: 'pairs.most' }));
      return;
    }
    form.change(PAIRS_FIELD, togglePair(form.values, market));
  };
  return (
    <fieldset id={fieldId(PAIRS_FIELD)} tabIndex={-1} className="flex flex-col gap-1.5 outline-none">
      <legend className="mb-1 text-xs text-ink-2">{t('pairs', { count: pairs.length, most: PAIR_LIMITS.most })}</legend>
      <div className="grid grid-cols-3 gap-1">
        {markets.map(({ market, base }) => {
          const isChosen = pairs.includes(market);
          return (
            <button
              key={market}
              type="button"
              aria-pressed={isChosen}
              onClick={() => toggle(market)}
              className={classNames(
                'flex min-h-11 items-center gap-1.5 rounded border px-2 text-xs md:min-h-8',
                isChosen ? 'border-accent bg-accent-soft text-ink-1' : 'border-transparent bg-surface-2 text-ink-2',
              )}
            >
              <CoinMark coin={base} size={14} />
              {base}
            </button>
          );
        })}
      </div>
      {pairs.length > 1 && each !== null && (
        <p className="text-2xs text-ink-3">
          {t('each', { total: figures.balance(formatAmount(each * BigInt(pairs.length))), asset: quote })}
        </p>
      )}
      {form.pairs.length > 0 && <Minima form={form} />}
      {note.error !== undefined && (
        <p role="alert" className="text-xs whitespace-pre-line text-danger">
          {note.error}
        </p>
      )}
    </fieldset>
  );
}

/** What the bot of each coin needs: lots and prices differ (B7). */
function Minima({ form }: { readonly form: StrategyForm }) {
  const t = useTranslations('trade.batch');
  const { definition, values, context, pairs } = form;
  const known = pairs.flatMap((pair) => {
    const least = pairMinimum(definition, values, pair, context);
    const decimals = definition.fields.find(({ name }) => name === 'money')?.decimals?.(values, pair.spec) ?? 2;
    return least === null ? [] : [{ coin: pair.spec.base, text: minimumText(least, decimals) }];
  });
  if (known.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-3 gap-y-1 text-2xs text-ink-3" aria-label={t('minima')}>
      <dt className="basis-full">{t('minima')}</dt>
      {known.map(({ coin, text }) => (
        <dd key={coin} data-minimum={coin}>
          {coin} <span className="text-ink-1">{text}</span>
        </dd>
      ))}
    </dl>
  );
}
