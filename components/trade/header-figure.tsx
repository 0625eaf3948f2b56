import type { ReactNode } from 'react';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { FigureOf } from '#components/bots/figures/figure-of.ts';
import { classNames } from '#components/ui/class-names.ts';
import type { TermId } from '#lib/figures/figures.ts';

/** A figure of the price header under its name. */
export function HeaderFigure({
  label,
  figure,
  className,
  children,
  ...of
}: FigureOf & {
  readonly label: string;
  readonly figure: TermId | null;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={classNames('flex min-w-0 items-baseline justify-between gap-2 md:block', className)}>
      <dt className="text-2xs whitespace-nowrap text-ink-3">
        <FigureName figure={figure} {...of}>
          {label}
        </FigureName>
      </dt>
      <dd className="text-xs whitespace-nowrap">{children}</dd>
    </div>
  );
}
