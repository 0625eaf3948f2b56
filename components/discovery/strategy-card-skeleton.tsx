import { Skeleton } from '#components/ui/skeleton.tsx';

/** Stands where a card will stand, in its size. */
export function StrategyCardSkeleton() {
  return (
    <div aria-hidden className="panel flex h-68 flex-col gap-3 p-4">
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-4 w-44" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-8 w-full" />
      <Skeleton className="mt-auto h-4 w-48" />
    </div>
  );
}
