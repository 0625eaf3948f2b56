'use client';

import { useTranslations } from 'next-intl';
import { Notice } from '#components/ui/notice.tsx';
import type { CreateFlow } from './use-create-flow.ts';

/** A creation was sent and not answered: it is said until it is answered, or until the trader has looked. */
export function UnknownNotice({ flow }: { readonly flow: CreateFlow }) {
  const t = useTranslations('trade.form');
  if (!flow.isUnknown) return null;
  return (
    <Notice tone="warn">
      {t('unknown')}{' '}
      <button type="button" onClick={flow.forgetUnknown} className="min-h-11 underline underline-offset-2 md:min-h-0">
        {t('unknownLooked')}
      </button>
    </Notice>
  );
}
