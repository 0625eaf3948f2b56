'use client';

import { WithTexts } from '#components/ui/with-texts.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { Namespace } from '#lib/i18n/messages.ts';
import { ProofPart } from './proof-part.tsx';

const TEXTS = ['replay', 'refusals'] as const satisfies readonly Namespace[];

export function ReplayPart({ bot }: { readonly bot: StrategyRow }) {
  return (
    <WithTexts namespaces={TEXTS} fallback={null}>
      <ProofPart bot={bot} />
    </WithTexts>
  );
}
