'use client';

import type { PlanList } from '#components/addresses/paths.ts';
import { loadFrameBy } from '#components/layout/late-frame.tsx';
import { bringPart, useBroughtPart } from '#components/ui/bring-part.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

interface Props {
  /** The list that the address names. */
  readonly first?: PlanList | undefined;
}

const late = () => import('./plans-late.ts');
loadFrameBy(late);

const plansPart = bringPart(['common', 'invest', 'refusals', 'issues'], async (withTexts) => {
  const PlansPage = await (await late()).loadPlans();
  return (props: Props) => withTexts(<PlansPage {...props} />);
});

/** The place of a trader's plans: what asks for them comes once the page is alive. */
export function PlansPlace(props: Props) {
  const draw = useBroughtPart('plans', plansPart);
  return draw === null ? <Skeleton className="h-[70dvh] w-full" /> : draw(props);
}
