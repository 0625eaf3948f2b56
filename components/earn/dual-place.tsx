'use client';

import { startTransition, useCallback, useState } from 'react';
import type { MadeColumn } from '#components/discovery/made-table.tsx';
import { loadFrameBy } from '#components/layout/late-frame.tsx';
import { bringPart, useBroughtPart } from '#components/ui/bring-part.tsx';
import type { DualQuestion } from './dual-product.ts';
import { OffersPanel } from './offers-panel.tsx';
import { type OffersShown, withRowsOf } from './offers-shown.ts';

interface Props extends DualQuestion {
  readonly title: string;
  readonly columns: readonly MadeColumn[];
  /** As the page came with it. */
  readonly made: OffersShown;
}

type SectionProps = DualQuestion & Pick<Props, 'made'> & { readonly onOffers: (shown: OffersShown) => void };

const late = () => import('./dual-late.ts');
loadFrameBy(late);

const sectionPart = bringPart(
  ['common', 'dual', 'actions', 'trade', 'fields', 'issues', 'refusals'],
  async (withTexts) => {
    const DualSection = await (await late()).loadSection();
    return (props: SectionProps) => withTexts(<DualSection {...props} />);
  },
);

/** The offers as the server made them; what keeps them fresh and takes orders comes late, and tells what is new. */
export function DualPlace({ title, columns, made, ...question }: Props) {
  const draw = useBroughtPart('dual-section', sectionPart);
  const [shown, show] = useState(made);
  // Drawn piece by piece, as other lists of many cells: what was there stands until then.
  const onOffers = useCallback(
    (next: OffersShown) => startTransition(() => show((before) => withRowsOf(before, next))),
    [],
  );
  return (
    <>
      <OffersPanel product={question.product} title={title} columns={columns} shown={shown} />
      {draw === null ? (
        // Of the trader's own orders, so that what stands below them stays there. Without scripts they never come.
        <div className="mt-4 h-66 [@media(scripting:none)]:hidden" />
      ) : (
        draw({ ...question, made, onOffers })
      )}
    </>
  );
}
