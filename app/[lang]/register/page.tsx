import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AccountPanel } from '#components/account/account-panel.tsx';
import { RegisterForm } from '#components/account/register-form.tsx';
import { StartingFunds } from '#components/account/starting-funds.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { PAPER_STARTING_COINS } from '#lib/contract/paper-accounts.ts';
import { env } from '#server/settings/env.ts';
import { accountMetadata } from '../_readings/account-metadata.ts';

/** Rendered for each request: which exchange runs is known at run time, and its policy carries a nonce. */
export const dynamic = 'force-dynamic';

interface Props {
  readonly params: Promise<{ lang: string }>;
}

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return accountMetadata(params, 'account.register', 'register');
}

export default async function RegisterPage() {
  const t = await getTranslations('account.register');
  return (
    <AccountPanel title={t('title')}>
      {env().PAPER_EXCHANGE && <StartingFunds coins={PAPER_STARTING_COINS} />}
      <PageMessages namespaces={['common', 'account']}>
        <RegisterForm />
      </PageMessages>
    </AccountPanel>
  );
}
