import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { DEFAULT_MARKET, landingPath, startPath } from '#components/addresses/paths.ts';
import { BreadcrumbLd } from '#components/discovery/json-ld.tsx';
import { LanguageLinks } from '#components/discovery/language-links.tsx';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { HowProposalsAreMade } from '#components/start/how-made.tsx';
import { StartScreen } from '#components/start/start-screen.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#lib/i18n/languages.ts';
import { publicUrl } from '#server/settings/env.ts';
import { readFigures } from '../../_readings/read-figures.ts';
import { optional } from '../_readings/optional.ts';

/** The markets change seldom; what is proposed is worked out in the browser. */
export const revalidate = 60;

/** Nothing is fetched while building: the first visitor of a page fills the cache. */
export function generateStaticParams(): { lang: Language }[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string }>;
}

const pathIn = (language: Language): string => startPath(language);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { lang } = await props.params;
  const language = isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
  const t = await getTranslations('start.meta');
  return pageMetadata({ baseUrl: publicUrl(), language, pathIn }, { title: t('title'), description: t('description') });
}

/** Markets that are quoted in dollars, the usual one first; that one alone while the exchange does not say. */
async function readMarkets(): Promise<readonly string[]> {
  const rows = (await optional(readFigures('markets'))) ?? [];
  const names = rows.filter(({ quote }) => quote === 'USDT').map(({ market }) => market);
  return [DEFAULT_MARKET, ...names.filter((name) => name !== DEFAULT_MARKET)];
}

/** For somebody who has never run a bot (G8): a few questions, and bots that fit the answers. */
export default async function StartPage({ params }: Props) {
  const { lang } = await params;
  const language = isLanguage(lang) ? lang : notFound();
  const t = await getTranslations('start');
  const landing = await getTranslations('public.landing');
  const baseUrl = publicUrl();
  return (
    <main>
      <BreadcrumbLd
        crumbs={[
          { name: landing('metaTitle'), url: `${baseUrl}${landingPath(language)}` },
          { name: t('title'), url: `${baseUrl}${pathIn(language)}` },
        ]}
      />
      <div className="mx-auto max-w-[1200px] px-4 pt-6 md:pt-8">
        <header className="mb-6 max-w-180">
          <h1 className="text-2xl font-semibold">{t('title')}</h1>
          <p className="mt-1 text-sm text-ink-2">{t('lead')}</p>
        </header>
        <noscript>
          <p className="mb-4 text-sm text-warn">{t('noScript')}</p>
        </noscript>
        <PageMessages namespaces={['common', 'start']}>
          <StartScreen markets={await readMarkets()}>
            <HowProposalsAreMade />
          </StartScreen>
        </PageMessages>
      </div>
      <LanguageLinks language={language} pathIn={pathIn} />
    </main>
  );
}
