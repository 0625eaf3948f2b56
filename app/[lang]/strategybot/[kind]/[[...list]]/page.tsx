import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { listPath } from '#components/addresses/list-filters.ts';
import { detailPath, kindPath, landingPath } from '#components/addresses/paths.ts';
import { toCardItem } from '#components/discovery/card-item.ts';
import { FiguresAge } from '#components/discovery/figures-age.tsx';
import { filterTexts } from '#components/discovery/filter-text.ts';
import { itemName } from '#components/discovery/item-name.ts';
import { BreadcrumbLd, ItemListLd } from '#components/discovery/json-ld.tsx';
import { LanguageLinks } from '#components/discovery/language-links.tsx';
import { isWorthPage, type ListedAt, readListAddress } from '#components/discovery/list-address.ts';
import { ListFilterForm, NothingMatches } from '#components/discovery/list-filter-form.tsx';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { RecommendedList } from '#components/discovery/recommended-list.tsx';
import { PAGE_SIZE } from '#components/discovery/recommended-pages.ts';
import { AllKindsHead, ShellHeader } from '#components/discovery/shell-header.tsx';
import { replayedUntil } from '#components/discovery/typical/compared-day.ts';
import { KindFigures } from '#components/discovery/typical/kind-figures.tsx';
import { MyBots } from '#components/my-bots/my-bots.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { listText } from '#lib/i18n/date-text.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { publicUrl } from '#server/settings/env.ts';
import { figuresAtMs } from '../../../_readings/read-figures.ts';
import { notFoundMetadata } from '../../../not-found-metadata.ts';
import { readFees, readFilterChoices, readRecommended } from '../../_readings/discovery.ts';
import { mayHaveTypical, readTypical } from '../../_readings/typical.ts';
import { KindOnMarketPage, kindOnMarketMetadata, readKindOnMarket } from './kind-on-market.tsx';

/** What shared caches may add: a bot that is hidden is gone from them too within 5 s (HIDEABLE_SECONDS). */
export const revalidate = 2;

/** Nothing is fetched while building: the first visitor of a page fills the cache. */
export function generateStaticParams(): Awaited<Props['params']>[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string; kind: string; list?: string[] }>;
}

/** Null where there is no such list, or none that the exchange can make. */
async function addressOf({ params }: Props): Promise<ListedAt | null> {
  const address = readListAddress(await params);
  if (address === null || address.words === '') return address;
  const { names, isSure } = await readFilterChoices();
  const isPossible = Object.keys(address.filters).every((name) => names.some((one) => one === name));
  return isPossible || !isSure ? address : null;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const onMarket = readKindOnMarket(await props.params);
  if (onMarket !== null) return kindOnMarketMetadata(onMarket);
  const address = await addressOf(props);
  if (address === null) return notFoundMetadata();
  const { language, kind, filters, order, page } = address;
  const t = await getTranslations('public');
  const words = { order: t(`list.metaOrder.${order}`) };
  const list = t(kind === 'all' ? 'landing.listTitle' : `kind.${kind}.metaTitle`, words);
  const description = kind === 'all' ? t('landing.description') : t(`kind.${kind}.description`, words);
  const narrowed = await narrowedTexts(address, list, description);
  const [{ total }, hasTypical] = await Promise.all([
    readList(address),
    kind === 'all' ? false : mayHaveTypical(kind, null),
  ]);
  const isIndexed = isWorthPage(address, { total, hasTypical });
  const title = narrowed?.title ?? list;
  // What is no page of its own names the list without filters as the one to show.
  const shown = isIndexed ? { kind, filters, order, page } : { kind };
  return pageMetadata(
    { baseUrl: publicUrl(), language, pathIn: (one) => listPath(one, shown) },
    {
      title: page === 1 ? title : `${title}, ${t('list.page', { page })}`,
      description: narrowed?.description ?? description,
      isIndexed,
    },
  );
}

async function narrowedTexts({ language, filters, words }: ListedAt, list: string, description: string) {
  if (words === '') return null;
  const t = await getTranslations('pages.filters');
  const said = listText(filterTexts(t, language, filters), language);
  return {
    title: t('metaTitle', { list, filters: said }),
    description: t('metaDescription', { list: description, filters: said }),
  };
}

/** What typical bots of a kind did on each market; of all kinds together there is none. */
async function readTypicalOf(kind: ListedAt['kind']) {
  return kind === 'all' ? [] : readTypical(kind, null);
}

/** What its fills cost, where the page says it. */
async function readFeesOf(kind: ListedAt['kind']) {
  return kind !== 'all' && KIND_FACTS[kind].hasLowFeeTag ? readFees() : null;
}

function readList({ kind, order, page, words }: ListedAt) {
  return readRecommended(kind, order, page, words);
}

/** A strategy's page on its Recommended tab (C-172): what others run, and the way to a bot of one's own. */
export default async function StrategyPage(props: Props) {
  const onMarket = readKindOnMarket(await props.params);
  if (onMarket !== null) return <KindOnMarketPage address={onMarket} />;
  const address = await addressOf(props);
  if (address === null) notFound();
  const { language, kind, filters, words, order, page } = address;
  const t = await getTranslations('public');
  const [list, choices, typical, fees] = await Promise.all([
    readList(address),
    readFilterChoices(),
    readTypicalOf(kind),
    readFeesOf(kind),
  ]);
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
            {kind === 'all' ? <AllKindsHead /> : <ShellHeader kind={kind} fees={fees} />}
            <FiguresAge atMs={figuresAtMs()} />
            <KindFigures rows={typical} day={replayedUntil(typical, language)} />
          </aside>
          <RecommendedList
            kind={list.kind}
            order={order}
            items={items}
            page={list.page}
            pageCount={list.pageCount}
            isAddressed
            hasOwnBotsBelow
            filters={filters}
            bar={<ListFilterForm kind={kind} order={order} filters={filters} choices={choices} />}
            {...(words === '' ? {} : { nothing: <NothingMatches kind={kind} order={order} /> })}
          />
        </div>
        <MyBots />
      </PageMessages>
      <LanguageLinks language={language} pathIn={(one) => listPath(one, { kind, filters, order, page })} />
    </main>
  );
}
