'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { formatNumber, formatPercent, withUnit } from '#lib/money/display.ts';
import { BEARABLE, type StartAnswers, VIEWS } from './start-answers.ts';

/** Decimals that an amount of dollars may have here. */
const AMOUNT_DECIMALS = 2;
/** Two columns where four words stand too close. */
const FOUR = 'max-sm:grid max-sm:grid-cols-2';

interface Props {
  readonly answers: StartAnswers;
  readonly markets: readonly string[];
  readonly onChange: (changes: Partial<StartAnswers>) => void;
  readonly onAsk: () => void;
}

function Question({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-xs text-ink-2">{text}</p>
      {children}
    </div>
  );
}

function BearableQuestion({ answers, onChange }: Pick<Props, 'answers' | 'onChange'>) {
  const t = useTranslations('start.form');
  const locale = useLocale();
  const { market, amount, bearable } = answers;
  const [, unit = ''] = market.split('_');
  const money = formatNumber(String(Number(amount) * Number(bearable)), {
    locale,
    decimals: AMOUNT_DECIMALS,
    isTrimmed: true,
  });
  return (
    <Question text={t('bearable')}>
      <Segmented
        name="loss"
        label={t('bearable')}
        value={bearable}
        onChange={(chosen) => onChange({ bearable: chosen })}
        options={BEARABLE.map((one) => ({
          value: one,
          label: t('upTo', { part: formatPercent(one, { locale, decimals: 0 }) }),
        }))}
        className={FOUR}
      />
      <p className="min-h-8 text-xs text-ink-3">
        {Number(amount) > 0 && t('inMoney', { amount: withUnit(money, unit, locale) })}
      </p>
    </Question>
  );
}

/** The questions; `onAsk` is told when they are answered. Sent before our scripts have run, they are the address that says the same (start-answers.ts). */
export function StartForm({ answers, markets, onChange, onAsk }: Props) {
  const t = useTranslations('start.form');
  const id = useId();
  const [isSent, setSent] = useState(false);
  const { market, view, amount } = answers;
  const unit = market.split('_')[1] ?? '';
  const isEmpty = !(Number(amount) > 0);
  return (
    <form
      noValidate
      aria-label={t('label')}
      className="panel flex flex-col gap-5 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        setSent(true);
        if (isEmpty) document.getElementById(id)?.focus();
        else onAsk();
      }}
    >
      <Question text={t('market')}>
        <Select
          name="market"
          label={t('market')}
          value={market}
          onChange={(chosen) => onChange({ market: chosen })}
          options={markets.map((one) => ({ value: one, label: one.replace('_', '/') }))}
          className="w-full"
        />
      </Question>
      <Question text={t('view')}>
        <Segmented
          name="view"
          label={t('view')}
          value={view}
          onChange={(chosen) => onChange({ view: chosen })}
          options={VIEWS.map((one) => ({ value: one, label: t(`views.${one}`) }))}
          className={FOUR}
        />
      </Question>
      <NumberField
        id={id}
        name="amount"
        label={t('amount')}
        value={amount}
        onChange={(typed) => onChange({ amount: typed })}
        decimals={AMOUNT_DECIMALS}
        characters={12}
        unit={unit}
        hint={t('amountHint')}
        error={isSent && isEmpty ? t('amountEmpty') : undefined}
      />
      <BearableQuestion answers={answers} onChange={onChange} />
      <Button type="submit" tone="primary" isWide>
        {t('submit')}
      </Button>
    </form>
  );
}
