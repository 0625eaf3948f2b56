import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { EARN_HELP, helpPath } from '#components/addresses/help-paths.ts';
import { ArticleLd } from '#components/discovery/json-ld.tsx';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { EarnHelp } from '#components/help/earn-help.tsx';
import { HelpFrame } from '#components/help/help-frame.tsx';
import { KindHelp } from '#components/help/kind-help.tsx';
import type { HelpSubject } from '#lib/client/help-protocol.ts';
import { isEarnType } from '#lib/contract/earn-types.ts';
import { isLanguage, type Language } from '#lib/i18n/languages.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { publicUrl } from '#server/settings/env.ts';
import { notFoundMetadata } from '../../../not-found-metadata.ts';
import { firstEarnExample, firstExample } from '../../_readings/first-examples.ts';

/** It says the same until another program says it; kept as all public pages are (public-slot.ts). */
export const revalidate = 20;

export function generateStaticParams(): Awaited<Props['params']>[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string; under: string; kind: string }>;
}

/** The other documented prefix leads here before a page is asked for (next.config.mjs). */
async function addressOf({ params }: Props): Promise<{ language: Language; subject: HelpSubject } | null> {
  const { lang, under, kind } = await params;
  if (!isLanguage(lang)) return null;
  if (under === EARN_HELP) return isEarnType(kind) ? { language: lang, subject: kind } : null;
  return isCreatable(kind) && KIND_FACTS[kind].helpUnder === under ? { language: lang, subject: kind } : null;
}

/** What the page says of itself. */
async function wordsOf(subject: HelpSubject) {
  const [t, kinds, products] = await Promise.all([
    getTranslations('help'),
    getTranslations('public.kind'),
    getTranslations('public.earnRow'),
  ]);
  const isEarn = isEarnType(subject);
  const kind = isEarn ? products(`${subject}.name`) : kinds(`${subject}.name`);
  return {
    name: kind,
    lead: isEarn ? products(`${subject}.text`) : kinds(`${subject}.text`),
    title: t('page.title', { kind }),
    metaTitle: t('page.metaTitle', { kind }),
    description: t(isEarn ? 'earn.metaDescription' : 'page.metaDescription', { kind }),
  };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const address = await addressOf(props);
  if (address === null) return notFoundMetadata();
  const { language, subject } = address;
  const { metaTitle, description } = await wordsOf(subject);
  return pageMetadata(
    { baseUrl: publicUrl(), language, pathIn: (one) => helpPath(one, subject) },
    { title: metaTitle, description },
  );
}

/** A kind of bot explained (C-030), or an earn product. */
export default async function SubjectHelpPage(props: Props) {
  const address = await addressOf(props);
  if (address === null) notFound();
  const { language, subject } = address;
  const words = await wordsOf(subject);
  return (
    <HelpFrame baseUrl={publicUrl()} language={language} name={words.name} pathIn={(one) => helpPath(one, subject)}>
      <ArticleLd
        title={words.metaTitle}
        description={words.description}
        language={language}
        url={`${publicUrl()}${helpPath(language, subject)}`}
      />
      <h1 className="text-2xl font-semibold">{words.title}</h1>
      <p className="mt-1 text-sm text-ink-2">{words.lead}</p>
      {isEarnType(subject) ? (
        <EarnHelp product={subject} example={firstEarnExample(subject)} />
      ) : (
        <KindHelp kind={subject} example={firstExample(subject)} />
      )}
    </HelpFrame>
  );
}
