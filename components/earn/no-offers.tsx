import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { Offers } from './dual-product.ts';
import type { OfferWords } from './offers-shown.ts';

/** Why no offer stands there: none of the term that is looked at, none as long as the volatility is not known, none at all; null: the exchange has not said. */
export function noOffers(
  {
    allTerms,
    offers,
  }: {
    /** Where the offers of every term are. */
    readonly allTerms: string;
    readonly offers: Offers | null;
  },
  { t }: Pick<OfferWords, 't'>,
): ReactNode {
  if (offers === null) return <EmptyState title={t('unknown')} hint={t('noneHint')} />;
  if (offers.offers.length > 0) {
    const all = (
      <a href={allTerms} className={buttonClass('secondary')}>
        {t('allTerms')}
      </a>
    );
    return <EmptyState title={t('noneOfTerm')} action={all} />;
  }
  if (offers.index_price !== '' && offers.volatility === '') {
    return <EmptyState title={t('soon')} hint={t('soonHint')} />;
  }
  return <EmptyState title={t('none')} hint={t('noneHint')} />;
}
