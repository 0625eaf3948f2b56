import type { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { FigureRow } from '#components/bots/figures/shown-rows.ts';
import type { MadeRow } from '#components/discovery/made-table.tsx';
import type { TermId } from '#lib/figures/figures.ts';

/** The texts that offers are written in. */
export interface OfferWords {
  readonly t: ReturnType<typeof useTranslations<'dual.offers'>>;
  readonly locale: string;
}

/** A figure that the rates are made of. */
export interface OfferFact {
  readonly figure: TermId;
  readonly label: string;
  readonly text: string;
}

/** An offer as it stands in the table. */
export interface OfferRow extends MadeRow {
  /** What its cells are written from: a row of the same is the same. */
  readonly says: string;
  /** Where its cells are written as it is drawn: those, or until then those of before. Nothing is written for this. */
  readonly known?: () => readonly ReactNode[] | undefined;
}

/** An offer as it is told: written only where the table does not say the same already. */
export interface ToldRow extends Pick<OfferRow, 'key' | 'says'> {
  /** Its cells; of `known`, the same offer's of before, those that never change. */
  readonly write: (known?: readonly ReactNode[]) => readonly ReactNode[];
}

/** What the place of the offers shows: as the page came with it, and as it is by now. */
export interface OffersShown<Row = OfferRow> {
  readonly facts: readonly OfferFact[];
  readonly rows: readonly Row[];
  /** In their place where there are none. */
  readonly empty: ReactNode;
  /** Said below them. */
  readonly hint?: string;
  /** Above them while they may be out of date. */
  readonly notice?: ReactNode;
  /** For the tips of the columns. */
  readonly figures?: readonly FigureRow[] | undefined;
}

/** Tells what stands in the place of the offers (null: what stood there before), and what is said above it. */
export type TellOffers = (next: OffersShown<ToldRow> | null, notice: ReactNode) => void;

/** What is told, in rows: those of before where they say the same, the others written as they are drawn. */
export function withRowsOf(before: OffersShown, next: OffersShown<ToldRow>): OffersShown {
  const known = new Map(before.rows.map((row) => [row.key, row]));
  const rows = next.rows.map((told) => {
    const same = known.get(told.key);
    return same?.says === told.says ? same : drawnLate(told, same);
  });
  return { ...next, rows };
}

const asTheyAre: ToldRow['write'] = (known = []) => known;

/** It holds cells of the row before it, and these until its own are written: were it to hold the row, that would hold the one before, and so on for good. */
function drawnLate({ key, says, write: first }: ToldRow, before: OfferRow | undefined): OfferRow {
  let cells = before?.known === undefined ? before?.cells : before.known();
  let write = first;
  return {
    key,
    says,
    known: () => cells,
    get cells() {
      cells = write(cells);
      write = asTheyAre;
      return cells;
    },
  };
}
