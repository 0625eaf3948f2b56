import { Suspense } from 'react';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { TradeScreen, type TradeScreenProps } from './trade-screen.tsx';

/** The trade screen with its texts: both routes that show it (C-023, C-024) are this. */
export function TradePageFrame(props: TradeScreenProps) {
  return (
    <PageMessages
      namespaces={['common', 'trade', 'fields', 'issues', 'refusals', 'bots', 'backtests', 'conditions', 'public']}
    >
      <Suspense>
        <TradeScreen {...props} />
      </Suspense>
    </PageMessages>
  );
}
