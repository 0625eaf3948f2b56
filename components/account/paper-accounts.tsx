'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';

interface PaperAccount {
  readonly account: string;
  readonly password: string;
}

export interface PaperAccountsProps {
  readonly accounts: readonly PaperAccount[];
  readonly fundPassword: string;
  readonly onChoose: (account: PaperAccount) => void;
}

/** The accounts that the paper exchange comes with; one click fills the form. */
export function PaperAccounts({ accounts, fundPassword, onChoose }: PaperAccountsProps) {
  const t = useTranslations('account.paper');
  return (
    <section aria-labelledby="paper-title" className="mt-6 rounded-lg border border-dashed p-4">
      <h2 id="paper-title" className="text-sm font-semibold">
        {t('title')}
      </h2>
      <p className="mt-1 text-xs text-ink-2">{t('text', { fundpass: fundPassword })}</p>
      <ul className="mt-3 flex flex-col gap-2">
        {accounts.map((one) => (
          <li key={one.account} className="flex items-center justify-between gap-3 text-xs">
            <span className="min-w-0">
              <span className="block text-sm font-medium">{one.account}</span>
              <span className="text-ink-3">
                {t('password')} <code className="text-ink-2">{one.password}</code>
              </span>
            </span>
            <Button size="sm" onClick={() => onChoose(one)}>
              {t('fill', { account: one.account })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
