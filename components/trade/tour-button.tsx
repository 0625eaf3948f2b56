'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { startTour } from '#lib/client/tour.ts';

/** The way to the tour, always at the same place: also for who has left it. */
export function TourButton() {
  const t = useTranslations('trade.panel');
  return (
    <Button tone="ghost" size="sm" onClick={() => startTour()}>
      {t('tour')}
    </Button>
  );
}
