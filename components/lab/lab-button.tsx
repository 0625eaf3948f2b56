'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { lateDialog } from '#components/ui/late-dialog.tsx';
import type { LabBots } from './lab-bots.ts';

const LabDialog = lateDialog('scenario-lab', () => import('./lab-dialog.tsx').then((part) => part.LabDialog));

/** From a review sheet into the lab in one tap; the sheet stays as it is beneath. */
export function LabButton(props: LabBots) {
  const t = useTranslations('trade.review');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('lab')}
      </Button>
      {isOpen && <LabDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
