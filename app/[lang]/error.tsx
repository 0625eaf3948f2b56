'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { ProblemState } from '#components/discovery/problem-state.tsx';

/** A page that threw: said calmly, with a way to try again; the report goes to the server's log. */
export default function PageError({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const t = useTranslations('common');
  const title = `${t('problem.title')} | ${t('brand')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    const { message = String(error), stack = '', digest = '' } = error as Partial<Error & { digest: string }>;
    const body = {
      message: `${digest} ${message}`.slice(0, 2_000),
      stack: stack.slice(0, 8_000),
      screen: window.location.pathname.slice(0, 200),
    };
    // Loaded by whoever sees it alone. Reporting is best effort: the person already sees what is the case.
    import('#lib/client/call.ts').then(({ call }) => call('clientError', { body })).catch(() => {});
  }, [error]);
  return <ProblemState onRetry={retry} />;
}
