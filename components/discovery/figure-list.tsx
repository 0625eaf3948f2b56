import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';

export interface Figure {
  readonly id: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
}

/** Figures with their names: the name above, small; the figure below. */
export function FigureList({
  figures,
  className,
}: {
  readonly figures: readonly Figure[];
  readonly className?: string;
}) {
  return (
    <dl className={classNames('grid gap-x-4 gap-y-3', className)}>
      {figures.map((figure) => (
        <div key={figure.id} className="min-w-0">
          <dt className="truncate text-2xs text-ink-3">{figure.label}</dt>
          <dd className="truncate text-sm">{figure.value}</dd>
        </div>
      ))}
    </dl>
  );
}
