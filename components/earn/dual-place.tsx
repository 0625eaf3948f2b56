'use client';

import { startTransition, useCallback, useMemo, useState } from 'react';
import type { MadeColumn } from '#components/discovery/made-table.tsx';
import { loadFrameBy } from '#components/layout/late-frame.tsx';
import { bringPart, useBroughtPart } from '#components/ui/bring-part.tsx';
import type { DualQuestion } from './dual-product.ts';
import { OffersPanel } from './offers-panel.tsx';
import { type OffersShown, type TellOffers, withRowsOf } from './offers-shown.ts';

interface Props extends DualQuestion {
  readonly title: string;
  readonly columns: readonly MadeColumn[];
  /** As the page came with it. */
  readonly made: OffersShown;
}

type SectionProps = DualQuestion & { readonly onOffers: TellOffers };

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
export function DualPlace({ title, columns, made, product, market, days, addresses }: Props) {
  const draw = useBroughtPart('dual-section', sectionPart);
  const [shown, show] = useState(made);
  // Drawn piece by piece, as other lists of many cells: what was there stands until then.
  const onOffers = useCallback<TellOffers>((next, notice) => {
    startTransition(() => show((before) => ({ ...(next === null ? before : withRowsOf(before, next)), notice })));
  }, []);
  // What it tells does not have it drawn again.
  const section = useMemo(
    () => draw?.({ product, market, days, addresses, onOffers }),
    [draw, product, market, days, addresses, onOffers],
  );
  return (
    <>
      <OffersPanel product={product} title={title} columns={columns} shown={shown} />
      {/* Of the trader's own orders, so that what stands below them stays there. Without scripts they never come. */}
      {section ?? <div className="mt-4 h-66 [@media(scripting:none)]:hidden" />}
    </>
  );
}
