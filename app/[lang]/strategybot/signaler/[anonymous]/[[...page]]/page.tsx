import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { detailPath, landingPath, signalerPath } from '#components/addresses/paths.ts';
import { creatorName } from '#components/bots/creator-name.ts';
import { Breadcrumb } from '#components/discovery/breadcrumb.tsx';
import { toCardItem } from '#components/discovery/card-item.ts';
import { FiguresAge } from '#components/discovery/figures-age.tsx';
import { itemName } from '#components/discovery/item-name.ts';
import { ItemListLd } from '#components/discovery/json-ld.tsx';
import { LanguageLinks } from '#components/discovery/language-links.tsx';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { ProviderBots } from '#components/discovery/provider-bots.tsx';
import { ProviderHeader } from '#components/discovery/provider-header.tsx';
import { PAGE_SIZE } from '#components/discovery/recommended-pages.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { isLanguage, type Language } from '#lib/i18n/languages.ts';
import { formatNumber } from '#lib/money/display.ts';
import { publicUrl } from '#server/settings/env.ts';
import { problemMetadata } from '../../../../_readings/problem-metadata.ts';
import { figuresAtMs } from '../../../../_readings/read-figures.ts';
import { notFoundMetadata } from '../../../../not-found-metadata.ts';
import { notKnown } from '../../../_readings/optional.ts';
import { type Provider, readProvider, readProviderBots } from '../../../_readings/provider.ts';

/** What shared caches may add: a bot that is hidden is gone from them too within 5 s (HIDEABLE_SECONDS). */
export const revalidate = 2;

/** Nothing is fetched while building: the first visitor of a provider fills the cache. */
export function generateStaticParams(): Awaited<Props['params']>[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string; anonymous: string; page?: string[] }>;
}

interface Address {
  readonly language: Language;
  readonly provider: Provider;
  readonly page: number;
}

/** Page 1 is seen as /strategybot/signaler-detail?anonymous= (C-028); further ones as /strategybot/signaler/{id}/{page}. */
async function addressOf({ params }: Props): Promise<Address | null> {
  const { lang, anonymous, page: pages = [] } = await params;
  const [pageText = '1'] = pages;
  const page = Number(pageText);
  const isPage = /^[1-9]\d{0,3}$/.test(pageText) && pages.length < 2 && (pages.length === 0 || page > 1);
  if (!isLanguage(lang) || !isPage) return null;
  const provider = await readProvider(anonymous);
  return provider === null ? null : { language: lang, provider, page };
}

export function generateMetadata(props: Props): Promise<Metadata> {
  return providerMetadata(props).catch(problemMetadata);
}

async function providerMetadata(props: Props): Promise<Metadata> {
  const address = await addressOf(props);
  if (address === null) return notFoundMetadata();
  const { language, provider, page } = address;
  const t = await getTranslations('public');
  const name = creatorName(provider.nickname);
  const title = t('signaler.metaTitle', { name });
  return pageMetadata(
    { baseUrl: publicUrl(), language, pathIn: (one) => signalerPath(one, provider.anonymous, page) },
    {
      title: page === 1 ? title : `${title}, ${t('list.page', { page })}`,
      description: t('signaler.description', {
        name,
        count: formatNumber(String(provider.bot_num), { locale: language }),
      }),
      // Who shares nothing, or nothing any more, has nothing to be found.
      isIndexed: provider.bot_num > 0,
    },
  );
}

/** A provider: who it is, what copiers made of it, and the bots that are shared (H3). */
export default async function ProviderPage(props: Props) {
  const address = await addressOf(props);
  if (address === null) notFound();
  const { language, provider, page } = address;
  const t = await getTranslations('public');
  const list = await readProviderBots(provider.anonymous, page).catch(notKnown);
  if (page > 1 && list?.items.length === 0) notFound();
  const items = list?.items.map(toCardItem) ?? [];
  const baseUrl = publicUrl();
  const name = creatorName(provider.nickname);
  return (
    <main className="mx-auto max-w-[1440px] px-4 pt-2">
      <Breadcrumb
        baseUrl={baseUrl}
        crumbs={[
          { name: t('shell.back'), path: landingPath(language) },
          { name, path: signalerPath(language, provider.anonymous) },
        ]}
      />
      <ItemListLd
        name={t('signaler.list', { name })}
        firstPosition={(page - 1) * PAGE_SIZE + 1}
        items={items.map((item) => ({
          name: itemName(t, item),
          url: `${baseUrl}${detailPath(language, item)}`,
        }))}
      />
      <PageMessages namespaces={['common']} publicParts={['age']}>
        <ProviderHeader provider={provider} />
        <FiguresAge atMs={figuresAtMs()} />
        {list === null ? (
          <EmptyState title={(await getTranslations('common.state'))('error')} />
        ) : (
          <ProviderBots
            items={items}
            name={name}
            anonymous={provider.anonymous}
            page={page}
            pageCount={list.pageCount}
          />
        )}
      </PageMessages>
      <LanguageLinks language={language} pathIn={(one) => signalerPath(one, provider.anonymous, page)} />
    </main>
  );
}
