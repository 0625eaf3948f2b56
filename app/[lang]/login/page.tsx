import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AccountPanel } from '#components/account/account-panel.tsx';
import { LoginForm } from '#components/account/login-form.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { PAPER_ACCOUNTS, PAPER_FUND_PASSWORD } from '#lib/contract/paper-accounts.ts';
import { env } from '#server/settings/env.ts';
import { accountMetadata } from '../_readings/account-metadata.ts';

/** Rendered for each request: which exchange runs is known at run time, and its policy carries a nonce. */
export const dynamic = 'force-dynamic';

interface Props {
  readonly params: Promise<{ lang: string }>;
}

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return accountMetadata(params, 'account.login', 'login');
}

export default async function LoginPage() {
  const t = await getTranslations('account.login');
  const paper =
    env().PAPER_EXCHANGE && env().DEMO_ACCOUNTS
      ? {
          accounts: PAPER_ACCOUNTS.map(({ account, password }) => ({ account, password })),
          fundPassword: PAPER_FUND_PASSWORD,
        }
      : null;
  return (
    <AccountPanel title={t('title')}>
      <PageMessages namespaces={['common', 'account', 'refusals']}>
        <LoginForm paper={paper} />
      </PageMessages>
    </AccountPanel>
  );
}
