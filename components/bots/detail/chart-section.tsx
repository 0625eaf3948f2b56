'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { readStored, writeStored } from '#lib/client/browser-storage.ts';
import { latePart } from '#lib/client/late-part.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';

const BotPriceChart = dynamic(
  () => latePart('bot-price-chart', () => import('./bot-price-chart.tsx').then((part) => part.BotPriceChart)),
  { loading: () => <Skeleton className="h-[52dvh] min-h-80 w-full" /> },
);

const KEY = 'bot_chart';

/** The price chart of a bot's life, unfolded by who wants it and as it was left in this browser: candles are asked for while it is open alone. */
export function ChartSection({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.chart');
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(readStored('local', KEY) === 'open'), []);
  return (
    <section aria-label={t('title')} className="min-w-0 md:col-span-2">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => {
            setIsOpen(!isOpen);
            writeStored('local', KEY, isOpen ? null : 'open');
          }}
          className="-ms-2 flex min-h-11 items-center gap-1.5 rounded-md px-2 text-sm font-medium hover:bg-surface-2 md:min-h-9"
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
          {t('title')}
        </button>
      </h3>
      {isOpen && <BotPriceChart bot={bot} />}
    </section>
  );
}
