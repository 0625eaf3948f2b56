import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import {
  detailPath,
  isSortOrder,
  kindPath,
  type ListKind,
  landingPath,
  type SortOrder,
} from '#components/addresses/paths.ts';
import { toCardItem } from '#components/discovery/card-item.ts';
import { FiguresAge } from '#components/discovery/figures-age.tsx';
import { itemName } from '#components/discovery/item-name.ts';
import { BreadcrumbLd, ItemListLd } from '#components/discovery/json-ld.tsx';
import { LanguageLinks } from '#components/discovery/language-links.tsx';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { RecommendedList } from '#components/discovery/recommended-list.tsx';
import { PAGE_SIZE, sortOrdersOf } from '#components/discovery/recommended-pages.ts';
import { AllKindsHead, ShellHeader } from '#components/discovery/shell-header.tsx';
import { MyBots } from '#components/my-bots/my-bots.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { isLanguage, type Language } from '#lib/i18n/languages.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { publicUrl } from '#server/settings/env.ts';
import { figuresAtMs } from '../../../_readings/read-figures.ts';
import { notFoundMetadata } from '../../../not-found-metadata.ts';
import { readRecommended } from '../../_readings/discovery.ts';

/** What shared caches may add to a slot (public-slot.ts): together below a minute (H56). */
export const revalidate = 20;

/** Nothing is fetched while building: the first visitor of a page fills the cache. */
export function generateStaticParams(): Awaited<Props['params']>[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string; kind: string; list?: string[] }>;
}

interface Address {
  readonly language: Language;
  readonly kind: ListKind;
  readonly order: SortOrder;
  readonly page: number;
}

/** Reads /{kind}/{order}/{page}. Each list page has one address: null for others (page 1 spelled out, unknown words). */
async function addressOf({ params }: Props): Promise<Address | null> {
  const { lang, kind, list = [] } = await params;
  const [order = 'default', pageText = '1', ...rest] = list;
  const page = Number(pageText);
  const isPage = /^[1-9]\d{0,3}$/.test(pageText) && (list.length < 2 || page > 1);
  const isPlain = list.length === 1 && order === 'default';
  if (kind === 'all' && list.length === 0) return null;
  if (
    !isLanguage(lang) ||
    !(kind === 'all' || isCreatable(kind)) ||
    !isSortOrder(order) ||
    !isPage ||
    isPlain ||
    rest.length > 0
  )
    return null;
  if (!sortOrdersOf(kind).includes(order)) return null;
  return { language: lang, kind, order, page };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const address = await addressOf(props);
  if (address === null) return notFoundMetadata();
  const { language, kind, order, page } = address;
  const t = await getTranslations('public');
  const words = { order: t(`list.metaOrder.${order}`) };
  const title = t(kind === 'all' ? 'landing.listTitle' : `kind.${kind}.metaTitle`, words);
  return pageMetadata(
    { baseUrl: publicUrl(), language, pathIn: (one) => kindPath(one, kind, order, page) },
    {
      title: page === 1 ? title : `${title}, ${t('list.page', { page })}`,
      description: kind === 'all' ? t('landing.description') : t(`kind.${kind}.description`, words),
    },
  );
}

/** A strategy's page on its Recommended tab (C-172): what others run, and the way to a bot of one's own. */
export default async function StrategyPage(props: Props) {
  const address = await addressOf(props);
  if (address === null) notFound();
  const { language, kind, order, page } = address;
  const t = await getTranslations('public');
  const list = await readRecommended(kind, order, page);
  if (page > 1 && list.total !== null && list.items.length === 0) notFound();
  const items = list.items.map(toCardItem);
  const baseUrl = publicUrl();
  const name = kind === 'all' ? t('landing.metaTitle') : t(`kind.${kind}.name`);
  return (
    <main>
      <BreadcrumbLd
        crumbs={[
          { name: t('landing.metaTitle'), url: `${baseUrl}${landingPath(language)}` },
          ...(kind === 'all' ? [] : [{ name, url: `${baseUrl}${kindPath(language, kind)}` }]),
        ]}
      />
      <ItemListLd
        name={t(`list.title.${order}`)}
        firstPosition={(page - 1) * PAGE_SIZE + 1}
        items={items.map((item) => ({
          name: itemName(t, item),
          url: `${baseUrl}${detailPath(language, item)}`,
        }))}
      />
      <PageMessages namespaces={['common']} publicParts={['list', 'card', 'age', 'kind.*.name']}>
        <div className="mx-auto grid max-w-[1440px] grid-cols-[minmax(0,1fr)] gap-6 px-4 pt-2 lg:grid-cols-[320px_minmax(0,1fr)] lg:pt-6">
          <aside aria-label={name} className="lg:sticky lg:top-16 lg:self-start">
            {kind === 'all' ? <AllKindsHead /> : <ShellHeader kind={kind} />}
            <FiguresAge atMs={figuresAtMs()} />
          </aside>
          <RecommendedList
            kind={kind}
            order={order}
            items={items}
            page={list.page}
            pageCount={list.pageCount}
            isAddressed
            hasOwnBotsBelow
          />
        </div>
        <MyBots />
      </PageMessages>
      <LanguageLinks language={language} pathIn={(one) => kindPath(one, kind, order, page)} />
    </main>
  );
}
