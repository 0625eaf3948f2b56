'use client';

import type { PlanList } from '#components/addresses/paths.ts';
import { bringPart, useBroughtPart } from '#components/ui/bring-part.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

interface Props {
  /** The list that the address names. */
  readonly first?: PlanList | undefined;
}

const plansPart = bringPart(['common', 'invest', 'refusals', 'issues'], async (withTexts) => {
  const { PlansPage } = await import('./plans-page.tsx');
  return (props: Props) => withTexts(<PlansPage {...props} />);
});

/** The place of a trader's plans: what asks for them comes once the page is alive. */
export function PlansPlace(props: Props) {
  const draw = useBroughtPart('plans', plansPart);
  return draw === null ? <Skeleton className="h-[70dvh] w-full" /> : draw(props);
}
