import type { ReactNode } from 'react';
import type { TermId } from '#lib/figures/figures.ts';
import { FigureName } from './figure-name.tsx';
import type { FigureOf } from './figure-of.ts';

/** `plain`: in a list that spaces its lines itself; the others have a rule below. */
const SIZES = {
  plain: 'items-baseline gap-3',
  small: 'min-h-8 items-center gap-4 border-b text-xs',
  normal: 'min-h-9 items-center gap-4 border-b text-sm',
} as const;

/** A figure on a line of its own: what it is called, and at the line's end what it is. `mark`: what its line is found by. */
export function FigureLine({
  label,
  figure,
  size = 'plain',
  mark,
  children,
  ...of
}: FigureOf & {
  readonly label: ReactNode;
  readonly figure: TermId | null;
  readonly size?: keyof typeof SIZES;
  readonly mark?: Readonly<Record<`data-${string}`, string>>;
  readonly children: ReactNode;
}) {
  return (
    <div {...mark} className={`flex justify-between ${SIZES[size]}`}>
      <dt className="text-ink-3">
        <FigureName figure={figure} {...of}>
          {label}
        </FigureName>
      </dt>
      <dd className="text-end">{children}</dd>
    </div>
  );
}
