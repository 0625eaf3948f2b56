'use client';

import { AwaitedDialog } from '#components/ui/late-dialog.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { Poster } from './poster.tsx';

/** The poster of a bot (M-038), with the words that only it needs. */
export function PosterDialog(props: { readonly bot: StrategyRow; readonly onClose: () => void }) {
  return (
    <WithTexts namespaces={['books']} fallback={<AwaitedDialog onClose={props.onClose} />}>
      <Poster {...props} />
    </WithTexts>
  );
}
