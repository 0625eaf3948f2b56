import type { ReactElement } from 'react';
import type { TermId } from '#lib/figures/figures.ts';
import { FigureName } from './figure-name.tsx';

/** The head of a column: its name, which says how its figure is computed. */
export function figureHead(figure: TermId, name: string, kind?: string): ReactElement {
  return (
    <FigureName figure={figure} kind={kind}>
      {name}
    </FigureName>
  );
}
