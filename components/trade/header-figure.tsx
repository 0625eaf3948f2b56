import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';

/** A figure of the price header under its name. */
export function HeaderFigure({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={classNames('flex min-w-0 items-baseline justify-between gap-2 md:block', className)}>
      <dt className="text-2xs whitespace-nowrap text-ink-3">{label}</dt>
      <dd className="text-xs whitespace-nowrap">{children}</dd>
    </div>
  );
}
