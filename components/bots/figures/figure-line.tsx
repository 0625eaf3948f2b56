import type { ReactNode } from 'react';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { FigureName } from './figure-name.tsx';
import type { FigureOf } from './figure-of.ts';

const SIZES = { small: 'min-h-8 text-xs', normal: 'min-h-9 text-sm' } as const;

/** A figure of a bot on a line of its own: what it is called, and at the line's end what it is. */
export function FigureLine({
  label,
  figure,
  bot,
  size = 'normal',
  children,
  ...told
}: Pick<FigureOf, 'values'> & {
  readonly label: string;
  readonly figure: TermId;
  readonly bot: StrategyRow;
  readonly size?: keyof typeof SIZES;
  readonly children: ReactNode;
}) {
  return (
    <div className={`flex items-center justify-between gap-4 border-b ${SIZES[size]}`}>
      <dt className="text-ink-3">
        <FigureName figure={figure} bot={bot} {...told}>
          {label}
        </FigureName>
      </dt>
      <dd className="text-end">{children}</dd>
    </div>
  );
}
