import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { RedeemPage } from '#components/earn/invest/redeem-page.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { accountMetadata } from '../../_readings/account-metadata.ts';
import { planOf, type Query } from '../_readings/plan-query.ts';

/** Private: rendered for each request, never cached. */
export const dynamic = 'force-dynamic';

interface Props {
  readonly params: Promise<{ lang: string }>;
  readonly searchParams: Promise<Query>;
}

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return accountMetadata(params, 'invest', 'auto-investment/redeem');
}

/** Redemption (E-013): the one page that may stand in a frame, of a page of the same origin (proxy.ts). The site's head is not shown with it. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const plan = planOf(query.id, query);
  if (plan === null) notFound();
  const t = await getTranslations('invest.redeem');
  return (
    // Higher than its frame ever is (redeem-dialog.tsx) it stands by itself.
    <main data-framed className="mx-auto max-w-lg p-1 [@media(min-height:425px)]:p-4">
      {/* A rule of this page alone: one for all pages that asks what a page contains has each laid out anew, whole, by whatever is added to it. */}
      <style>{'body > header { display: none; }'}</style>
      {/* The dialog around it has the same in sight. */}
      <h1 className="mb-3 text-xl font-semibold [@media(max-height:424px)]:sr-only">{t('title')}</h1>
      <PageMessages namespaces={['common', 'invest', 'trade', 'refusals', 'issues']}>
        <RedeemPage id={plan.id} version={plan.version} />
      </PageMessages>
    </main>
  );
}
