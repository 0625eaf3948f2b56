'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { TRIAL_FIELD } from '#components/form/trial-field.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { TrialQuestion } from './trial-question.tsx';

/**
 * Where the market is listed for trial funds and some are left: what they are, and whether to use them (C-022, M-042).
 * Using them is agreed to in a popup that says on what terms they are lent (C-093).
 */
export function TrialNotice({ form }: { readonly form: StrategyForm }) {
  const t = useTranslations('trade.trial');
  const figures = useFigures();
  const [isAsking, setIsAsking] = useState(false);
  if (form.trialFunds === 0n) return null;
  const asset = form.definition.investmentAsset(form.values, form.spec);
  const keepsCoins = form.definition.fields.some(({ name }) => name === 'store_coin_flag');
  const answer = (isConfirmed: boolean): void => {
    setIsAsking(false);
    if (isConfirmed) form.change(TRIAL_FIELD, '1');
  };
  return (
    <Notice>
      <p>{t('notice', { amount: figures.balance(formatAmount(form.trialFunds)), asset })}</p>
      <Checkbox
        isChecked={form.values[TRIAL_FIELD] === '1'}
        onChange={(isChecked) => (isChecked ? setIsAsking(true) : form.change(TRIAL_FIELD, '0'))}
      >
        {t('use')}
      </Checkbox>
      {isAsking && <TrialQuestion funds={form.trialFunds} asset={asset} keepsCoins={keepsCoins} onAnswer={answer} />}
    </Notice>
  );
}
