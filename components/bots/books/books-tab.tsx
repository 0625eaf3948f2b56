'use client';

import { useTranslations } from 'next-intl';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { ExportButton } from '../export/export-button.tsx';
import { BooksStatement } from './books-statement.tsx';

/** The books of a bot, with the words that only they need. */
export function BooksTab({ bot }: { readonly bot: StrategyRow }) {
  return (
    <WithTexts namespaces={['books', 'refusals']} fallback={<LiveGap error={undefined} className="mt-4 h-96 w-full" />}>
      <Files bot={bot} />
      <BooksStatement bot={bot} />
    </WithTexts>
  );
}

/** What its books are made of, whole, of every kind: not each has a tab for its fills or its postings. */
function Files({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.detail.tab');
  return (
    <div className="flex flex-wrap justify-end gap-x-2 pt-3">
      <ExportButton bot={bot} what="fills" list={t('trade-history')} />
      {factsOf(bot.strategy_type).profits === 'round' && (
        <ExportButton bot={bot} what="rounds" list={t('completed-rounds')} />
      )}
      <ExportButton bot={bot} what="postings" list={t('capital-flow')} />
    </div>
  );
}
