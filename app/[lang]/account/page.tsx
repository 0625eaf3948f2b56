import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AccountSecurity } from '#components/account/security/account-security.tsx';
import { NotificationSettings } from '#components/notifications/settings/notification-settings.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { accountMetadata } from '../_readings/account-metadata.ts';

/** Private: rendered for each request, never cached. */
export const dynamic = 'force-dynamic';

interface Props {
  readonly params: Promise<{ lang: string }>;
}

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return accountMetadata(params, 'account.security', 'account');
}

export default async function AccountPage() {
  const t = await getTranslations('account.security');
  return (
    <main className="mx-auto w-full max-w-4xl px-4 py-6">
      <h1 className="mb-1 text-xl font-semibold">{t('title')}</h1>
      <p className="mb-4 text-sm text-ink-2">{t('description')}</p>
      <PageMessages namespaces={['common', 'account', 'refusals', 'issues']}>
        <AccountSecurity />
        <NotificationSettings />
      </PageMessages>
    </main>
  );
}
