'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

/** Instead of a page that could not be made. */
export function ProblemState({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations('common');
  return (
    <main role="alert" className="mx-auto max-w-[1440px] px-4 py-16">
      <h1 className="sr-only">{t('problem.title')}</h1>
      <EmptyState
        title={t('problem.title')}
        hint={t('problem.text')}
        action={
          <Button tone="primary" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        }
      />
    </main>
  );
}
