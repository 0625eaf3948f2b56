'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { TRIAL_FIELD } from '#components/form/trial-field.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Confirm } from '#components/ui/confirm.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import { formatAmount } from '#lib/money/amount.ts';

/**
 * Where the market is listed for trial funds and some are left: what they are, and whether to use them (C-022, M-042).
 * Using them is agreed to in a popup that says on what terms they are lent (C-093).
 */
export function TrialNotice({ form }: { readonly form: StrategyForm }) {
  const t = useTranslations('trade.trial');
  const figures = useFigures();
  const [isAsking, setIsAsking] = useState(false);
  if (form.trialFunds === 0n) return null;
  const funds = {
    amount: figures.balance(formatAmount(form.trialFunds)),
    asset: form.definition.investmentAsset(form.values, form.spec),
  };
  const keepsCoins = form.definition.fields.some(({ name }) => name === 'store_coin_flag');
  const answer = (isConfirmed: boolean): void => {
    setIsAsking(false);
    if (isConfirmed) form.change(TRIAL_FIELD, '1');
  };
  return (
    <Notice>
      <p>{t('notice', funds)}</p>
      <Checkbox
        isChecked={form.values[TRIAL_FIELD] === '1'}
        onChange={(isChecked) => (isChecked ? setIsAsking(true) : form.change(TRIAL_FIELD, '0'))}
      >
        {t('use')}
      </Checkbox>
      {isAsking && (
        <Confirm title={t('popup.title')} yes={t('popup.yes')} no={t('popup.no')} onAnswer={answer}>
          <ul className="flex list-disc flex-col gap-1.5 ps-4 text-sm">
            <li>{t('popup.lent', funds)}</li>
            <li>{t('popup.losses')}</li>
            <li>{t('popup.profit')}</li>
            {keepsCoins && <li>{t('popup.coins')}</li>}
          </ul>
        </Confirm>
      )}
    </Notice>
  );
}
