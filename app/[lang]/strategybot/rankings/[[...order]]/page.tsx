import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { detailPath, isSortOrder, landingPath, rankingsPath, type SortOrder } from '#components/addresses/paths.ts';
import { Breadcrumb } from '#components/discovery/breadcrumb.tsx';
import { FiguresAge } from '#components/discovery/figures-age.tsx';
import { itemName } from '#components/discovery/item-name.ts';
import { ItemListLd } from '#components/discovery/json-ld.tsx';
import { LanguageLinks } from '#components/discovery/language-links.tsx';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { Ranking, RankingRules } from '#components/discovery/rankings/ranking.tsx';
import { RankingTabs } from '#components/discovery/rankings/ranking-tabs.tsx';
import { sortOrdersOf } from '#components/discovery/sort-orders.ts';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { isLanguage, type Language } from '#lib/i18n/languages.ts';
import { publicUrl } from '#server/settings/env.ts';
import { figuresAtMs } from '../../../_readings/read-figures.ts';
import { notFoundMetadata } from '../../../not-found-metadata.ts';
import { readRecommended } from '../../_readings/discovery.ts';
import { readHeldDays } from '../../_readings/held-days.ts';

/** What shared caches may add: a bot that is hidden is gone from them too within 5 s (HIDEABLE_SECONDS). */
export const revalidate = 2;

/** Nothing is fetched while building: the first visitor of a ranking fills the cache. */
export function generateStaticParams(): Awaited<Props['params']>[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string; order?: string[] }>;
}

/** Each ranking has one address: null for others. */
async function addressOf({
  params,
}: Props): Promise<{ readonly language: Language; readonly order: SortOrder } | null> {
  const { lang, order: given = [] } = await params;
  const [order = 'default'] = given;
  const isPlain = given.length === 1 && order === 'default';
  if (!isLanguage(lang) || !isSortOrder(order) || isPlain || given.length > 1) return null;
  return sortOrdersOf('all').includes(order) ? { language: lang, order } : null;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const address = await addressOf(props);
  if (address === null) return notFoundMetadata();
  const { language, order } = address;
  const t = await getTranslations('pages.rankings');
  const words = { order: (await getTranslations('public.list.metaOrder'))(order) };
  const { items, total } = await readRecommended('all', order, 1);
  return pageMetadata(
    { baseUrl: publicUrl(), language, pathIn: (one) => rankingsPath(one, order) },
    // Without a bot there is nothing to be found. What is not known now is not empty: a search engine would forget the page for weeks.
    {
      title: t('metaTitle', words),
      description: t('metaDescription', words),
      isIndexed: total === null || items.length > 0,
    },
  );
}

/** The best shared bots by each ranking, with how every figure came about in the bot's own numbers (H57). */
export default async function RankingsPage(props: Props) {
  const address = await addressOf(props);
  if (address === null) notFound();
  const { language, order } = address;
  const [t, texts, { items, kind, total }] = await Promise.all([
    getTranslations('pages.rankings'),
    getTranslations('public'),
    readRecommended('all', order, 1),
  ]);
  const held = await readHeldDays(items);
  const baseUrl = publicUrl();
  const words = { order: texts(`list.metaOrder.${order}`) };
  return (
    <main>
      <div className="mx-auto max-w-[1440px] px-4 pt-2">
        <Breadcrumb
          baseUrl={baseUrl}
          crumbs={[
            { name: texts('shell.back'), path: landingPath(language) },
            { name: t('title'), path: rankingsPath(language) },
          ]}
        />
        <ItemListLd
          name={t('table', words)}
          items={items.map((item) => ({
            name: itemName(texts, item),
            url: `${baseUrl}${detailPath(language, { ...item, anonymous: item.user_info.anonymous })}`,
          }))}
        />
        <PageMessages namespaces={['common']} publicParts={['age']}>
          <h1 className="text-2xl font-semibold">{t('metaTitle', words)}</h1>
          <p className="mt-1 mb-4 max-w-180 text-sm text-ink-2">{t('lead')}</p>
          <RankingTabs order={order} />
          <FiguresAge atMs={figuresAtMs()} />
          <Ranking order={order} kind={kind} isKnown={total !== null} items={items} held={held} />
          <RankingRules order={order} />
        </PageMessages>
      </div>
      <LanguageLinks language={language} pathIn={(one) => rankingsPath(one, order)} />
    </main>
  );
}
