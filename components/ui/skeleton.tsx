import { classNames } from './class-names.ts';

/** Stands where a figure will stand, in its size, so that nothing moves when it comes. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={classNames('skeleton inline-block h-4 w-16 align-middle', className)} />;
}
