import { useLocale, useTranslations } from 'next-intl';
import type { DualProduct } from '#components/addresses/paths.ts';
import { HOUSE_SHARE } from '#lib/formulas/dual-price.ts';
import { formatPercent } from '#lib/money/display.ts';

const PARTS = ['settled', 'priced', 'house', 'cancel', 'risk'] as const;

/** How an order is settled and priced, and what can go wrong: in words, on the server. */
export function DualHow({ product }: { readonly product: DualProduct }) {
  const t = useTranslations('dual.how');
  const share = formatPercent(`${HOUSE_SHARE}`, { locale: useLocale(), decimals: 0 });
  return (
    <section aria-labelledby="dual-how" className="mt-8 max-w-180">
      <h2 id="dual-how" className="mb-2 text-base font-semibold">
        {t('title')}
      </h2>
      <dl className="flex flex-col gap-3 text-sm">
        {PARTS.map((part) => (
          <div key={part}>
            <dt className="font-medium">{t(`${part}.title`)}</dt>
            <dd className="text-ink-2">
              {part === 'settled' || part === 'risk' ? t(`${part}.${product}`) : t(`${part}.text`, { share })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
