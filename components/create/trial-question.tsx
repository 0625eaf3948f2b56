'use client';

import { useTranslations } from 'next-intl';
import { Confirm } from '#components/ui/confirm.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import { formatAmount } from '#lib/money/amount.ts';

/** On what terms trial funds are lent, and whether to use them: asked wherever they can be chosen (C-093, M-042). */
export function TrialQuestion({
  funds,
  asset,
  keepsCoins,
  onAnswer,
}: {
  /** Units. */
  readonly funds: bigint;
  readonly asset: string;
  /** Bots of the kind may keep coins at their end: this one then may not. */
  readonly keepsCoins: boolean;
  readonly onAnswer: (isConfirmed: boolean) => void;
}) {
  const t = useTranslations('trade.trial.popup');
  const amount = useFigures().balance(formatAmount(funds));
  return (
    <Confirm title={t('title')} yes={t('yes')} no={t('no')} onAnswer={onAnswer}>
      <ul className="flex list-disc flex-col gap-1.5 ps-4 text-sm">
        <li>{t('lent', { amount, asset })}</li>
        <li>{t('losses')}</li>
        <li>{t('profit')}</li>
        {keepsCoins && <li>{t('coins')}</li>}
      </ul>
    </Confirm>
  );
}
