'use client';

import type { ReactNode } from 'react';
import type { DualProduct } from '#components/addresses/paths.ts';
import { loadFrameBy } from '#components/layout/late-frame.tsx';
import { bringPart, useBroughtPart } from '#components/ui/bring-part.tsx';
import type { DualAddresses } from './dual-product.ts';
import { MadeUntilShown } from './made-until-shown.tsx';

interface Props {
  readonly product: DualProduct;
  readonly market: string;
  readonly days: number | null;
  readonly addresses: DualAddresses;
  readonly children: ReactNode;
}

type SectionProps = Omit<Props, 'children'> & { readonly onShown: () => void };

const late = () => import('./dual-late.ts');
loadFrameBy(late);

const sectionPart = bringPart(
  ['common', 'dual', 'actions', 'trade', 'fields', 'issues', 'refusals'],
  async (withTexts) => {
    const DualSection = await (await late()).loadSection();
    return (props: SectionProps) => withTexts(<DualSection {...props} />);
  },
);

/** The offers as the server made them, until what keeps them fresh and takes orders is there. */
export function DualPlace({ children, ...props }: Props) {
  const draw = useBroughtPart('dual-section', sectionPart);
  return (
    <MadeUntilShown
      made={children}
      draw={(onShown) =>
        draw === null ? (
          // Of the trader's own orders, so that what stands below them stays there. Without scripts they never come.
          <div className="mt-4 h-66 [@media(scripting:none)]:hidden" />
        ) : (
          draw({ ...props, onShown })
        )
      }
    />
  );
}
