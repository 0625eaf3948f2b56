'use client';

import { useLocale } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import type { DualProduct } from '#components/addresses/paths.ts';
import { bringPart } from '#components/ui/bring-part.tsx';
import { latePart } from '#lib/client/late-part.ts';

interface Props {
  readonly product: DualProduct;
  readonly market: string;
  readonly days: number | null;
  readonly children: ReactNode;
}

const sectionPart = bringPart(
  ['common', 'dual', 'actions', 'trade', 'fields', 'issues', 'refusals'],
  async (withTexts) => {
    const { DualSection } = await latePart('dual-section', () => import('./dual-section.tsx'));
    return (props: Props) => withTexts(<DualSection {...props} />);
  },
);

/** The offers as the server made them, until what keeps them fresh and takes orders is there. */
export function DualPlace(props: Props) {
  const language = useLocale();
  const [draw, setDraw] = useState<((props: Props) => ReactNode) | null>(null);
  useEffect(() => {
    let isWanted = true;
    sectionPart(language).then(
      (part) => isWanted && setDraw(() => part),
      // A part that cannot be loaded leaves the page as it came.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  if (draw !== null) return draw(props);
  return (
    <>
      {props.children}
      {/* Of the trader's own orders, so that what stands below them stays there. Without scripts they never come. */}
      <div className="mt-4 h-66 [@media(scripting:none)]:hidden" />
    </>
  );
}
