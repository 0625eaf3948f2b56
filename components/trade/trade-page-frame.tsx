import { PageMessages } from '#components/ui/page-messages.tsx';
import { PART_TEXTS } from './part-texts.ts';
import { TradeScreen, type TradeScreenProps } from './trade-screen.tsx';

/**
 * The trade screen with its texts: both routes that show it (C-023, C-024) are this. Without a boundary around it:
 * React keeps what a boundary holds back for up to 300 ms after the first paint, and here that is the page.
 * A phone shows the chart first and reads the texts of the other parts when they are opened.
 */
export function TradePageFrame(props: TradeScreenProps) {
  return (
    <PageMessages namespaces={['common', 'trade', ...(props.looksLikePhone ? [] : PART_TEXTS)]}>
      <TradeScreen {...props} />
    </PageMessages>
  );
}
