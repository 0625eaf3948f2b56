import type { ReactElement } from 'react';
import type { TermId } from '#lib/figures/figures.ts';
import { FigureName } from './figure-name.tsx';
import type { FigureOf } from './figure-of.ts';

/** The head of a column: its name, which says how its figure is computed. `settle`: of a column beside one that counts contracts. */
export function figureHead(figure: TermId, name: string, kind?: string, settle?: string): ReactElement {
  return figureLabel(figure, name, { kind, settle });
}

/** The same of a figure in a list, with what it is of. */
export function figureLabel(figure: TermId, name: string, of: FigureOf): ReactElement {
  return (
    <FigureName figure={figure} {...of}>
      {name}
    </FigureName>
  );
}
