'use client';

import { LiveGap } from '#components/ui/live-gap.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { BooksStatement } from './books-statement.tsx';

/** The books of a bot, with the words that only they need. */
export function BooksTab({ bot }: { readonly bot: StrategyRow }) {
  return (
    <WithTexts namespaces={['books', 'refusals']} fallback={<LiveGap error={undefined} className="mt-4 h-96 w-full" />}>
      <BooksStatement bot={bot} />
    </WithTexts>
  );
}
