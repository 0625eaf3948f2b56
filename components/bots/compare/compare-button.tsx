'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { lateDialog } from '#components/ui/late-dialog.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';

const CompareDialog = lateDialog('bot-compare', () =>
  import('./compare-dialog.tsx').then((part) => part.CompareDialog),
);

/** A copy beside its original, for the copy's owner (M-061, M-078). */
export function CompareButton({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.action');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('compare')}</Button>
      {isOpen && <CompareDialog bot={bot} onClose={() => setIsOpen(false)} />}
    </>
  );
}
