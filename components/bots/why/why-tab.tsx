'use client';

import { LiveGap } from '#components/ui/live-gap.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { OrderTimeline } from './order-timeline.tsx';
import { WhyNow } from './why-now.tsx';

/** Why a bot's orders are there and others are not. What a bot waits for is said in the words of the public cards. */
export function WhyTab({ bot }: { readonly bot: StrategyRow }) {
  return (
    <WithTexts
      namespaces={['books', 'public', 'refusals']}
      fallback={<LiveGap error={undefined} className="mt-4 h-96 w-full" />}
    >
      <div className="flex flex-col gap-6 py-4">
        <WhyNow bot={bot} />
        <OrderTimeline bot={bot} />
      </div>
    </WithTexts>
  );
}
