import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NewPlanPage } from '#components/earn/invest/new-plan-page.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { accountMetadata } from '../../_readings/account-metadata.ts';

/** Private: rendered for each request, never cached. */
export const dynamic = 'force-dynamic';

interface Props {
  readonly params: Promise<{ lang: string }>;
}

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return accountMetadata(params, 'invest', 'auto-investment/new');
}

/** Where an auto-invest plan is set up. */
export default async function Page() {
  const t = await getTranslations('invest');
  return (
    <main className="mx-auto w-full max-w-[1440px] px-4 py-6">
      <h1 className="mb-1 text-xl font-semibold">{t('create')}</h1>
      <p className="mb-4 text-sm text-ink-2">{t('description')}</p>
      <PageMessages namespaces={['common', 'invest', 'fields', 'trade', 'refusals', 'issues']}>
        <NewPlanPage />
      </PageMessages>
    </main>
  );
}
