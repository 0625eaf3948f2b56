'use client';

import { memo } from 'react';
import type { DualProduct } from '#components/addresses/paths.ts';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { ShownRowsContext } from '#components/bots/figures/shown-rows.ts';
import { type MadeColumn, MadeTable } from '#components/discovery/made-table.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { OfferFact, OffersShown } from './offers-shown.ts';

function Facts({ product, facts }: { readonly product: DualProduct; readonly facts: readonly OfferFact[] }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs max-md:gap-y-6">
      {facts.map(({ figure, label, text }) => (
        <div key={figure} className="flex gap-1.5">
          <dt className="text-ink-3">
            <FigureName figure={figure} kind={product} values={{ [figure]: text }}>
              {label}
            </FigureName>
          </dt>
          <dd className="tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Props {
  readonly product: DualProduct;
  readonly title: string;
  readonly columns: readonly MadeColumn[];
  readonly shown: OffersShown;
}

/** The offers, one table from the page's first paint on: of what is told later only those rows are drawn that say something else. */
export const OffersPanel = memo(function OffersPanel({ product, title, columns, shown }: Props) {
  const { facts, rows, empty, hint, notice, figures } = shown;
  return (
    <section aria-label={title} className="panel min-w-0">
      <div className="flex min-h-11 items-center px-3 py-2">
        {facts.length > 0 && <Facts product={product} facts={facts} />}
      </div>
      {notice}
      {rows.length === 0 ? (
        empty
      ) : (
        <ShownRowsContext value={figures}>
          <MadeTable label={title} columns={columns} rows={rows} />
        </ShownRowsContext>
      )}
      {hint !== undefined && <Notice>{hint}</Notice>}
    </section>
  );
});
