import { useLocale, useTranslations } from 'next-intl';
import { DUAL_PRODUCTS, type DualProduct, dualPath } from '#components/addresses/paths.ts';
import { classNames } from '#components/ui/class-names.ts';

interface Props {
  readonly product: DualProduct;
  readonly market: string;
  readonly pairs: readonly string[];
  /** Terms that there are; none: the exchange did not say. */
  readonly terms: readonly number[];
  /** The one that is looked at; null: any. */
  readonly days: number | null;
}

// As wide as its name: the least width of a touch target would let names of a full row run into each other.
const LINK = 'flex min-h-11 shrink-0 items-center justify-center rounded px-3 text-xs whitespace-nowrap md:min-h-8';
const HERE = 'bg-surface-3 font-medium text-ink-1';
const ELSEWHERE = 'text-ink-2 hover:text-ink-1';

/** The other product on this market, this product on the others, and terms: pages of their own. */
export function DualLinks({ product, market, pairs, terms, days }: Props) {
  const t = useTranslations('dual.page');
  const offers = useTranslations('dual.offers');
  const language = useLocale();
  return (
    <div className="mt-3 mb-1 flex flex-wrap gap-2">
      <nav aria-label={t('products')} className="flex rounded-md border bg-surface-1 p-0.5">
        {DUAL_PRODUCTS.map((one) => (
          <a
            key={one}
            href={dualPath(language, one, market, days)}
            aria-current={one === product ? 'true' : undefined}
            className={classNames(LINK, one === product ? HERE : ELSEWHERE)}
          >
            {t(`name.${one}`)}
          </a>
        ))}
      </nav>
      {pairs.length > 1 && (
        <nav aria-label={t('markets')} className="flex max-w-full overflow-x-auto rounded-md border bg-surface-1 p-0.5">
          {pairs.map((one) => (
            <a
              key={one}
              href={dualPath(language, product, one, days)}
              aria-current={one === market ? 'true' : undefined}
              className={classNames(LINK, one === market ? HERE : ELSEWHERE)}
            >
              {one.replace('_', '/')}
            </a>
          ))}
        </nav>
      )}
      {terms.length > 1 && (
        <nav
          aria-label={offers('column.days')}
          className="flex max-w-full overflow-x-auto rounded-md border bg-surface-1 p-0.5"
        >
          {[null, ...terms].map((one) => (
            <a
              key={one}
              href={dualPath(language, product, market, one)}
              aria-current={one === days ? 'true' : undefined}
              className={classNames(LINK, one === days ? HERE : ELSEWHERE)}
            >
              {one === null ? offers('anyTerm') : offers('dayCount', { days: one })}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}
