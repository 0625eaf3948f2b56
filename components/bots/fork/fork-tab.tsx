'use client';

import { LiveGap } from '#components/ui/live-gap.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { Namespace } from '#lib/i18n/messages.ts';
import { ForkScreen } from './fork-screen.tsx';

/** Its fields are those of the dialogs that change a bot, in their words. */
const TEXTS = ['fork', 'actions', 'trade', 'fields', 'issues', 'refusals'] as const satisfies readonly Namespace[];

/** The fork of a bot, with the words that only it needs. */
export function ForkTab({ bot }: { readonly bot: StrategyRow }) {
  return (
    <WithTexts namespaces={TEXTS} fallback={<LiveGap error={undefined} className="mt-4 h-96 w-full" />}>
      <ForkScreen bot={bot} />
    </WithTexts>
  );
}
