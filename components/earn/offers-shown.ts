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
  /** All that it says: a row that says the same is the same. */
  readonly says: string;
}

/** What the place of the offers shows: as the page came with it, and as it is by now. */
export interface OffersShown {
  readonly facts: readonly OfferFact[];
  readonly rows: readonly OfferRow[];
  /** In their place where there are none. */
  readonly empty: ReactNode;
  /** Said below them. */
  readonly hint?: string;
  /** Above them while they may be out of date. */
  readonly notice?: ReactNode;
  /** For the tips of the columns. */
  readonly figures?: readonly FigureRow[] | undefined;
}

/** `next` with the rows of before that say the same: those are not drawn again. */
export function withRowsOf(before: OffersShown, next: OffersShown): OffersShown {
  const known = new Map(before.rows.map((row) => [row.key, row]));
  const rows = next.rows.map((row) => {
    const same = known.get(row.key);
    return same?.says === row.says ? same : row;
  });
  return { ...next, rows };
}
