import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { HelpLink } from '#components/addresses/help-link.tsx';
import { PLAN_LISTS } from '#components/addresses/paths.ts';
import { PlansPlace } from '#components/earn/invest/plans-place.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { accountMetadata } from '../_readings/account-metadata.ts';
import type { Query } from './_readings/plan-query.ts';

/** Private: rendered for each request, never cached. */
export const dynamic = 'force-dynamic';

interface Props {
  readonly params: Promise<{ lang: string }>;
  readonly searchParams: Promise<Query>;
}

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return accountMetadata(params, 'invest', 'auto-investment');
}

/** A trader's auto-invest plans. The viewer's own: read in the browser. */
export default async function Page({ searchParams }: Props) {
  const [t, help] = await Promise.all([getTranslations('invest'), getTranslations('help.page')]);
  const { list } = await searchParams;
  return (
    <main className="mx-auto w-full max-w-[1440px] px-4 py-6">
      <h1 className="mb-1 text-xl font-semibold">{t('title')}</h1>
      <p className="mb-4 flex flex-wrap items-center gap-x-4 text-sm text-ink-2">
        {t('description')}
        <HelpLink kind="auto-investment" label={help('title', { kind: t('title') })} />
      </p>
      <PageMessages namespaces={['common']}>
        <PlansPlace first={PLAN_LISTS.find((one) => one === list)} />
      </PageMessages>
    </main>
  );
}
