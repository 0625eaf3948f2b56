'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { lateDialog } from '#components/ui/late-dialog.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';

const PosterDialog = lateDialog('bot-poster', () =>
  import('../poster/poster-dialog.tsx').then((part) => part.PosterDialog),
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
