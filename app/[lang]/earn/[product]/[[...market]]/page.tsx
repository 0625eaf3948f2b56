import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { HelpLink } from '#components/addresses/help-link.tsx';
import { DEFAULT_MARKET, dualPath, landingPath, loginPath } from '#components/addresses/paths.ts';
import { Breadcrumb } from '#components/discovery/breadcrumb.tsx';
import { FiguresAge } from '#components/discovery/figures-age.tsx';
import { LanguageLinks } from '#components/discovery/language-links.tsx';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { type DualAddress, readDualAddress } from '#components/earn/dual-address.ts';
import { DualHow } from '#components/earn/dual-how.tsx';
import { DualLinks } from '#components/earn/dual-links.tsx';
import type { Offers } from '#components/earn/dual-product.ts';
import { MadeOffers } from '#components/earn/made-offers.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { PublicReadingFailed } from '#server/bff/read-public.ts';
import { publicUrl } from '#server/settings/env.ts';
import { problemMetadata } from '../../../_readings/problem-metadata.ts';
import { figuresAtMs } from '../../../_readings/read-figures.ts';
import { notFoundMetadata } from '../../../not-found-metadata.ts';
import { mayHaveOffers, readDualOffers, readDualPairs } from '../../_readings/dual-pairs.ts';

/** What shared caches may add to a slot (public-slot.ts): together below a minute (H56). */
export const revalidate = 20;

/** Nothing is fetched while building: the first visitor of a page fills the cache. */
export function generateStaticParams(): Awaited<Props['params']>[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string; product: string; market?: string[] }>;
}

interface There extends DualAddress {
  readonly pairs: readonly string[];
  readonly terms: readonly number[];
  /** Null: the exchange does not say now. */
  readonly offers: Offers | null;
}

/** Null where there is no such page, or the exchange takes no such pair or term. While nothing is known, not even whether it takes the pair, it throws (D7). */
async function whatIsThere(props: Props): Promise<There | null> {
  const address = readDualAddress(await props.params);
  if (address === null) return null;
  const { product, market, days } = address;
  const isUsual = market === DEFAULT_MARKET;
  const askOffers = () => readDualOffers(product, market);
  const [rows, early] = await Promise.all([readDualPairs(), isUsual ? askOffers() : null]);
  const pairs = [...new Set((rows ?? []).map(({ pair }) => pair))];
  const own = (rows ?? []).filter(({ pair }) => pair === market).flatMap(({ invest_days }) => invest_days);
  const terms = [...new Set(own)].sort((a, b) => a - b);
  // An address can name any pair: what the exchange does not take it is not asked for.
  const isRefused = !(isUsual || pairs.includes(market)) || !(days === null || terms.includes(days));
  if (rows !== null && isRefused) return null;
  const offers = isUsual ? early : await askOffers();
  if (rows === null && !isUsual && offers === null) throw new PublicReadingFailed('dualSettings: nothing is known');
  return { ...address, offers, pairs, terms };
}

export function generateMetadata(props: Props): Promise<Metadata> {
  return offersMetadata(props).catch(problemMetadata);
}

async function offersMetadata(props: Props): Promise<Metadata> {
  const there = await whatIsThere(props);
  if (there === null) return notFoundMetadata();
  const { language, product, market } = there;
  const t = await getTranslations('dual.page');
  const words = { market: market.replace('_', '/') };
  return pageMetadata(
    { baseUrl: publicUrl(), language, pathIn: (one) => dualPath(one, product, market) },
    // A term's page names the one of all terms as its own, as narrowed lists do.
    {
      title: t(`metaTitle.${product}`, words),
      description: t(`metaDescription.${product}`, words),
      isIndexed: there.days === null && (await mayHaveOffers(market)),
    },
  );
}

/** Sell high or buy low on a market: what is offered, how it is priced, and the trader's own orders. */
export default async function DualPage(props: Props) {
  const there = await whatIsThere(props);
  if (there === null) notFound();
  const { language, product, market, days, pairs, terms, offers } = there;
  const t = await getTranslations('dual.page');
  const words = { market: market.replace('_', '/') };
  const [landing, help] = await Promise.all([getTranslations('public.landing'), getTranslations('help.page')]);
  const addresses = {
    login: loginPath(language, dualPath(language, product, market, days)),
    allTerms: dualPath(language, product, market),
  };
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
        <HelpLink kind={product} label={help('title', { kind: t(`name.${product}`) })} />
        <DualLinks {...{ product, market, days, pairs, terms }} />
        <PageMessages namespaces={['common']} publicParts={['age']}>
          <FiguresAge atMs={figuresAtMs()} />
          <MadeOffers product={product} market={market} days={days} addresses={addresses} offers={offers} />
        </PageMessages>
        <DualHow product={product} />
      </div>
      <LanguageLinks language={language} pathIn={(one) => dualPath(one, product, market, days)} />
    </main>
  );
}
