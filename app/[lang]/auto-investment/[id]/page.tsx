import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { PlanPage } from '#components/earn/invest/plan-page.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { accountMetadata } from '../../_readings/account-metadata.ts';
import { planOf, type Query } from '../_readings/plan-query.ts';

/** Private: rendered for each request, never cached. */
export const dynamic = 'force-dynamic';

interface Props {
  readonly params: Promise<{ lang: string; id: string }>;
  readonly searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return accountMetadata(params, 'invest', `auto-investment/${id}`);
}

/** A plan (E-011), or a version of it (E-012). The viewer's own: read in the browser. */
export default async function Page({ params, searchParams }: Props) {
  const query = await searchParams;
  const plan = planOf((await params).id, query);
  if (plan === null) notFound();
  return (
    <main className="mx-auto w-full max-w-[1440px] px-4 py-6">
      <PageMessages namespaces={['common', 'invest', 'fields', 'trade', 'refusals', 'issues']}>
        <PlanPage
          id={plan.id}
          version={query.is_history === '1' ? plan.version : undefined}
          focusesRuns={query.focusHistory === '1'}
        />
      </PageMessages>
    </main>
  );
}
