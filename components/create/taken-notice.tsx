'use client';

import { useSetAtom } from 'jotai';
import { useTranslations } from 'next-intl';
import { takenAtom } from '#components/form/form-state.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { RunnableKind } from '#lib/kinds/definitions.ts';

/** The form shows what another screen put into it; what was typed by hand is one press away. */
export function TakenNotice({ kind }: { readonly kind: RunnableKind }) {
  const t = useTranslations('trade.form');
  const setTaken = useSetAtom(takenAtom);
  return (
    <Notice>
      <p>{t('taken')}</p>
      <button
        type="button"
        onClick={() => setTaken((present) => ({ ...present, [kind]: false }))}
        className="mt-1 min-h-11 text-accent md:min-h-6"
      >
        {t('own')}
      </button>
    </Notice>
  );
}
