import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { AccountPanel } from '#components/account/account-panel.tsx';
import { RegisterForm } from '#components/account/register-form.tsx';
import { StartingFunds } from '#components/account/starting-funds.tsx';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { PAPER_STARTING_COINS } from '#lib/contract/paper-accounts.ts';
import { isLanguage } from '#lib/i18n/languages.ts';
import { env, publicUrl } from '#server/env.ts';

/** Rendered for each request: which exchange runs is known at run time, and its policy carries a nonce. */
export const dynamic = 'force-dynamic';

interface Props {
  readonly params: Promise<{ lang: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang } = await params;
  if (!isLanguage(lang)) notFound();
  const t = await getTranslations('account.register');
  return {
    ...pageMetadata(
      { baseUrl: publicUrl(), language: lang, pathIn: (language) => `/${language}/register` },
      { title: t('title'), description: t('description') },
    ),
    robots: { index: false },
  };
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
