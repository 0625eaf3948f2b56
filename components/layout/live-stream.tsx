'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { FillSummary } from '#lib/client/fill-news.ts';
import { currentFillNotes } from '#lib/client/fill-notes.ts';
import { latePart } from '#lib/client/late-part.ts';
import { toast } from '#lib/client/toasts.ts';
import { useEventStream } from '#lib/client/use-event-stream.ts';

/** What writes figures comes with the first fill: visitors have none. */
const bringFigures = () => latePart('fill-figures', () => import('#lib/money/display.ts'));

/** Opens the tab's event stream (H59); of its own it says only what was filled, quietly. */
export function LiveStream() {
  const t = useTranslations('common.fills');
  const locale = useLocale();
  const say = async ({ count, bots, only }: FillSummary): Promise<void> => {
    if (currentFillNotes() === 'off') return;
    if (only === null) {
      toast('note', t('several', { count, bots }));
      return;
    }
    const { formatNumber } = await bringFigures();
    const figure = (text: string): string => formatNumber(text, { locale });
    const market = only.market.replace('_', '/');
    const values = { market, qty: figure(only.qty), price: figure(only.price) };
    const profit = only.profit === '' ? '' : ` · ${formatNumber(only.profit, { locale, isSigned: true })}`;
    toast('note', `${t(only.side, values)}${profit}`);
  };
  useEventStream((summary) => void say(summary));
  return null;
}
