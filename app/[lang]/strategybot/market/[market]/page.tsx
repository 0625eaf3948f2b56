import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { detailPath, landingPath, marketPath } from '#components/addresses/paths.ts';
import { Breadcrumb } from '#components/discovery/breadcrumb.tsx';
import { toCardItem } from '#components/discovery/card-item.ts';
import { FiguresAge } from '#components/discovery/figures-age.tsx';
import { itemName } from '#components/discovery/item-name.ts';
import { ItemListLd } from '#components/discovery/json-ld.tsx';
import { LanguageLinks } from '#components/discovery/language-links.tsx';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { BestBots } from '#components/discovery/typical/best-bots.tsx';
import { replayedUntil } from '#components/discovery/typical/compared-day.ts';
import { MarketTable } from '#components/discovery/typical/market-table.tsx';
import { MarketLinks } from '#components/discovery/typical/typical-links.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { isLanguage } from '#lib/i18n/languages.ts';
import { publicUrl } from '#server/settings/env.ts';
import { problemMetadata } from '../../../_readings/problem-metadata.ts';
import { figuresAtMs } from '../../../_readings/read-figures.ts';
import { notFoundMetadata } from '../../../not-found-metadata.ts';
import { readMarketPage } from '../../_readings/market-page.ts';
import { isMarketName, isTypicalSaid, mayHaveTypical, readTypical, replayedOver } from '../../_readings/typical.ts';

/** What shared caches may add: a bot that is hidden is gone from them too within 5 s (HIDEABLE_SECONDS). */
export const revalidate = 2;

/** Nothing is fetched while building: the first visitor of a market fills the cache. */
export function generateStaticParams(): Awaited<Props['params']>[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string; market: string }>;
}

/** Null where there is no such page. */
async function whatIsThere({ params }: Props) {
  const { lang, market } = await params;
  if (!isLanguage(lang) || !isMarketName(market)) return null;
  const there = await readMarketPage(null, market);
  return there === null ? null : { language: lang, market, ...there };
}

export function generateMetadata(props: Props): Promise<Metadata> {
  return marketMetadata(props).catch(problemMetadata);
}

async function marketMetadata(props: Props): Promise<Metadata> {
  const there = await whatIsThere(props);
  if (there === null) return notFoundMetadata();
  const { language, market, rows } = there;
  const t = await getTranslations('pages.typical');
  const words = { market: market.replace('_', '/'), ...replayedOver(rows, language) };
  return pageMetadata(
    { baseUrl: publicUrl(), language, pathIn: (one) => marketPath(one, market) },
    {
      title: t('marketMetaTitle', words),
      description: t('marketMetaDescription', words),
      isIndexed: await mayHaveTypical(null, market),
    },
  );
}

/** Every strategy of a market side by side, and the best bots that are shared there. */
export default async function MarketPage(props: Props) {
  const there = await whatIsThere(props);
  if (there === null) notFound();
  const { language, market, rows } = there;
  const [t, texts, common, all, isSaid] = await Promise.all([
    getTranslations('pages.typical'),
    getTranslations('public'),
    getTranslations('common.state'),
    readTypical(null, null),
    isTypicalSaid(null, market),
  ]);
  const words = { market: market.replace('_', '/') };
  const items = there.bots?.map(toCardItem) ?? null;
  const day = replayedUntil(rows, language);
  const nothing = isSaid ? t('notYet') : common('error');
  return (
    <main>
      <div className="mx-auto max-w-[1440px] px-4 pt-2">
        <Breadcrumb
          baseUrl={publicUrl()}
          crumbs={[
            { name: texts('shell.back'), path: landingPath(language) },
            { name: words.market, path: marketPath(language, market) },
          ]}
        />
        <ItemListLd
          name={t('bestAll', words)}
          items={(items ?? []).map((item) => ({
            name: itemName(texts, item),
            url: `${publicUrl()}${detailPath(language, item)}`,
          }))}
        />
        <PageMessages namespaces={['common']} publicParts={['age', 'card', 'kind.*.name']}>
          <h1 className="text-2xl font-semibold">{t('marketTitle', words)}</h1>
          <p className="mt-1 text-sm text-ink-2">{day === '' ? nothing : t('marketLead', { day })}</p>
          <FiguresAge atMs={figuresAtMs()} />
          {rows.length > 0 && <MarketTable rows={rows} market={market} />}
          <section className="mt-4">
            <h2 className="mb-1 text-base font-semibold">{t('how')}</h2>
            <p className="max-w-180 text-sm text-ink-2">{t('howText')}</p>
          </section>
          <BestBots title={t('bestAll', words)} items={items} none={t('none')} />
        </PageMessages>
      </div>
      <MarketLinks rows={all.filter((row) => row.market !== market)} />
      <LanguageLinks language={language} pathIn={(one) => marketPath(one, market)} />
    </main>
  );
}
