'use client';

import { useTranslations } from 'next-intl';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { TRIAL_FIELD } from './trial-field.ts';
import type { StrategyForm } from './use-strategy-form.ts';

/** Where the market is listed for trial funds and some are left: what they are, and whether to use them (C-022, M-042). */
export function TrialNotice({ form }: { readonly form: StrategyForm }) {
  const t = useTranslations('trade.trial');
  const figures = useFigures();
  if (form.trialFunds === 0n) return null;
  return (
    <Notice>
      <p>
        {t('notice', {
          amount: figures.balance(formatAmount(form.trialFunds)),
          asset: form.definition.investmentAsset(form.values, form.spec),
        })}
      </p>
      <Checkbox
        isChecked={form.values[TRIAL_FIELD] === '1'}
        onChange={(isChecked) => form.change(TRIAL_FIELD, isChecked ? '1' : '0')}
      >
        {t('use')}
      </Checkbox>
    </Notice>
  );
}
