'use client';

import { type ReactNode, useId } from 'react';
import type { OpenTip } from '#components/ui/open-tip.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TipFrame } from '#components/ui/tip-frame.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import type { TermId } from '#lib/figures/figures.ts';

/** The place of a tip about terms: what it says has links, so it is a dialog, which takes the focus when it was pressed for. `head` stands there before its texts have come. */
export function TipBox({
  term,
  head,
  children,
  ...tip
}: OpenTip & {
  readonly term: TermId;
  /** What is said of it without the glossary; its title has the id that it is given. */
  readonly head?: (titleId: string) => ReactNode;
  readonly children: (titleId: string) => ReactNode;
}) {
  const title = useId();
  return (
    <TipFrame {...tip} role="dialog" labelledBy={title} isFocused={tip.isPressed} figure={term} className="w-80">
      {head?.(title)}
      <WithTexts namespaces={['glossary', 'backtests']} fallback={<Skeleton className="h-24 w-full" />}>
        {children(title)}
      </WithTexts>
    </TipFrame>
  );
}
