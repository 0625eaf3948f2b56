import type { ReactNode } from 'react';

/** Figures of values before those that stand in the fields, while the others are on their way. */
export function EarlierFigures({
  isEarlier = true,
  children,
}: {
  readonly isEarlier?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div aria-busy={isEarlier} className={isEarlier ? 'opacity-60' : undefined}>
      {children}
    </div>
  );
}
