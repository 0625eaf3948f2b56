import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { BotPage } from '#components/bots/detail/bot-page.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('bots.detail');
  return { title: t('label'), robots: { index: false } };
}

/** A running bot of a kind that has no panel (M-020, M-026). The viewer's own: read in the browser. */
export default function UnderwayStrategyPage() {
  return (
    <PageMessages namespaces={['common', 'bots', 'fields', 'issues', 'refusals', 'conditions']}>
      <Suspense>
        <BotPage path="/strategybot/underwayStrategy" />
      </Suspense>
    </PageMessages>
  );
}
