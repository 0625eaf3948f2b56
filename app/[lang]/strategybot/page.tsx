import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { NO_FILTERS } from '#components/addresses/list-filters.ts';
import { detailPath, landingPath } from '#components/addresses/paths.ts';
import { toCardItem } from '#components/discovery/card-item.ts';
import { FiguresAge } from '#components/discovery/figures-age.tsx';
import { itemName } from '#components/discovery/item-name.ts';
import { ItemListLd } from '#components/discovery/json-ld.tsx';
import { LandingHead } from '#components/discovery/landing-head.tsx';
import { LanguageLinks } from '#components/discovery/language-links.tsx';
import { ListFilterForm } from '#components/discovery/list-filter-form.tsx';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { Picker } from '#components/discovery/picker.tsx';
import { QueryStrategyType } from '#components/discovery/query-strategy-type.tsx';
import { RecommendedList } from '#components/discovery/recommended-list.tsx';
import { MarketLinks } from '#components/discovery/typical/typical-links.tsx';
import { VisitorWords } from '#components/discovery/visitor-words.tsx';
import { MyBots } from '#components/my-bots/my-bots.tsx';
import { OwnBotsFirst } from '#components/my-bots/own-bots-first.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#lib/i18n/languages.ts';
import { publicUrl } from '#server/settings/env.ts';
import { figuresAtMs } from '../_readings/read-figures.ts';
import { readFees, readFilterChoices, readPicker, readRecommended } from './_readings/discovery.ts';
import { readTypical } from './_readings/typical.ts';

/** What shared caches may add: a bot that is hidden is gone from them too within 5 s (HIDEABLE_SECONDS). */
export const revalidate = 2;

/** Nothing is fetched while building: the first visitor of a page fills the cache. */
export function generateStaticParams(): { lang: Language }[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string }>;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { lang } = await props.params;
  const language = isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
  const t = await getTranslations('public.landing');
  return pageMetadata(
    { baseUrl: publicUrl(), language, pathIn: landingPath },
    { title: t('metaTitle'), description: t('description') },
  );
}

/** What a visitor sees first: the strategies to choose from and the bots that others share (H2). */
export default async function LandingPage(props: Props) {
  const { lang } = await props.params;
  const language = isLanguage(lang) ? lang : notFound();
  const t = await getTranslations('public');
  const [picker, list, byYield, choices, typical, fees] = await Promise.all([
    readPicker(language),
    readRecommended('all', 'default', 1),
    readRecommended('all', 'yield', 1),
    readFilterChoices(),
    readTypical(null, null),
    readFees(),
  ]);
  const items = list.items.map(toCardItem);
  const baseUrl = publicUrl();
  return (
    <main>
      <ItemListLd
        name={t('list.title.default')}
        items={items.map((item) => ({
          name: itemName(t, item),
          url: `${baseUrl}${detailPath(language, item)}`,
        }))}
      />
      <PageMessages namespaces={['common']} publicParts={['list', 'card', 'picker', 'age', 'kind.*.name']}>
        <div className="mx-auto max-w-[1440px] px-4 pt-6 md:pt-8">
          <OwnBotsFirst />
          <LandingHead total={list.total} best={byYield.items[0] ?? null} />
          <VisitorWords fees={fees} />
          <FiguresAge atMs={figuresAtMs()} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[320px_minmax(0,1fr)]">
            <aside
              aria-label={t('picker.label')}
              className="min-w-0 lg:sticky lg:top-16 lg:max-h-[calc(100dvh-5rem)] lg:self-start lg:overflow-y-auto"
            >
              <Picker {...picker} />
            </aside>
            <RecommendedList
              kind={list.kind}
              order="default"
              items={items}
              page={list.page}
              pageCount={list.pageCount}
              isAddressed={false}
              hasOwnBotsBelow
              bar={<ListFilterForm kind={list.kind} order="default" filters={NO_FILTERS} choices={choices} />}
            />
          </div>
        </div>
        <MyBots />
        <QueryStrategyType />
      </PageMessages>
      <MarketLinks rows={typical} />
      <LanguageLinks language={language} pathIn={landingPath} />
    </main>
  );
}
