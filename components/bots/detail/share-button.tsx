'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { latePart, nothingYet } from '#lib/client/late-part.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';

const PosterDialog = dynamic(
  () => latePart('bot-poster', () => import('../poster/poster-dialog.tsx').then((part) => part.PosterDialog)),
  { loading: nothingYet },
);

/** Opens the bot's poster, which carries its public link (M-060, M-038). */
export function ShareButton({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.action');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name="share" size={14} />
        {t('share')}
      </Button>
      {isOpen && <PosterDialog bot={bot} onClose={() => setOpen(false)} />}
    </>
  );
}
