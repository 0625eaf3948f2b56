import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { DEFAULT_MARKET, DUAL_PRODUCTS, type DualProduct, dualPath, landingPath } from '#components/addresses/paths.ts';
import { Breadcrumb } from '#components/discovery/breadcrumb.tsx';
import { FiguresAge } from '#components/discovery/figures-age.tsx';
import { LanguageLinks } from '#components/discovery/language-links.tsx';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { DualHow } from '#components/earn/dual-how.tsx';
import { DualLinks } from '#components/earn/dual-links.tsx';
import { DualPlace } from '#components/earn/dual-place.tsx';
import { typeOf } from '#components/earn/dual-product.ts';
import { MadeOffers } from '#components/earn/made-offers.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { isLanguage, type Language } from '#lib/i18n/languages.ts';
import { publicUrl } from '#server/settings/env.ts';
import { figuresAtMs, readFigures } from '../../../_readings/read-figures.ts';
import { notFoundMetadata } from '../../../not-found-metadata.ts';
import { optional } from '../../../strategybot/_readings/optional.ts';

/** What shared caches may add to a slot (public-slot.ts): together below a minute (H56). */
export const revalidate = 20;

/** Nothing is fetched while building: the first visitor of a page fills the cache. */
export function generateStaticParams(): Awaited<Props['params']>[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string; product: string; market?: string[] }>;
}

interface Address {
  readonly language: Language;
  readonly product: DualProduct;
  readonly market: string;
}

const MARKET = /^[A-Z0-9]{1,12}_USDT$/;

/** Null where there is no such page. The usual market has its page without its name. */
function addressOf({ lang, product, market = [] }: Awaited<Props['params']>): Address | null {
  const found = DUAL_PRODUCTS.find((one) => one === product);
  const [name = DEFAULT_MARKET, ...more] = market;
  if (!isLanguage(lang) || found === undefined || more.length > 0 || !MARKET.test(name)) return null;
  return market[0] === DEFAULT_MARKET ? null : { language: lang, product: found, market: name };
}

/** The pairs that are taken; null: the exchange does not say now. */
const readPairs = cache(async (): Promise<readonly string[] | null> => {
  const rows = await optional(readFigures('dualSettings'));
  return rows === null ? null : [...new Set(rows.map(({ pair }) => pair))];
});

/** Null where there is no such page, or the exchange takes no such pair. */
async function whatIsThere(props: Props): Promise<(Address & { readonly pairs: readonly string[] }) | null> {
  const address = addressOf(await props.params);
  if (address === null) return null;
  const pairs = await readPairs();
  const isTaken = pairs === null || address.market === DEFAULT_MARKET || pairs.includes(address.market);
  return isTaken ? { ...address, pairs: pairs ?? [] } : null;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const there = await whatIsThere(props);
  if (there === null) return notFoundMetadata();
  const { language, product, market } = there;
  const t = await getTranslations('dual.page');
  const words = { market: market.replace('_', '/') };
  return pageMetadata(
    { baseUrl: publicUrl(), language, pathIn: (one) => dualPath(one, product, market) },
    { title: t(`metaTitle.${product}`, words), description: t(`metaDescription.${product}`, words) },
  );
}

/** Sell high or buy low on a market: what is offered, how it is priced, and the trader's own orders. */
export default async function DualPage(props: Props) {
  const there = await whatIsThere(props);
  if (there === null) notFound();
  const { language, product, market, pairs } = there;
  const [t, offers] = await Promise.all([
    getTranslations('dual.page'),
    optional(readFigures('dualOffers', { query: { market, type: typeOf(product) } })),
  ]);
  const words = { market: market.replace('_', '/') };
  const landing = await getTranslations('public.landing');
  return (
    <main>
      <div className="mx-auto max-w-[1200px] px-4 pt-2">
        <Breadcrumb
          baseUrl={publicUrl()}
          crumbs={[
            { name: landing('metaTitle'), path: landingPath(language) },
            { name: t(`title.${product}`, words), path: dualPath(language, product, market) },
          ]}
        />
        <h1 className="text-2xl font-semibold">{t(`title.${product}`, words)}</h1>
        <p className="mt-1 max-w-180 text-sm text-ink-2">{t(`lead.${product}`, words)}</p>
        <DualLinks product={product} market={market} pairs={pairs} />
        <PageMessages namespaces={['common']} publicParts={['age']}>
          <FiguresAge atMs={figuresAtMs()} />
          <DualPlace product={product} market={market}>
            <MadeOffers product={product} market={market} offers={offers} />
          </DualPlace>
        </PageMessages>
        <DualHow product={product} />
      </div>
      <LanguageLinks language={language} pathIn={(one) => dualPath(one, product, market)} />
    </main>
  );
}
