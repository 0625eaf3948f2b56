import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { glossaryPath } from '#components/addresses/help-paths.ts';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { Glossary } from '#components/help/glossary.tsx';
import { HelpFrame } from '#components/help/help-frame.tsx';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#lib/i18n/languages.ts';
import { publicUrl } from '#server/settings/env.ts';

export const revalidate = 20;

export function generateStaticParams(): { lang: Language }[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string }>;
}

const pathIn = (language: Language): string => glossaryPath(language);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang } = await params;
  const language = isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
  const t = await getTranslations('glossary');
  return pageMetadata(
    { baseUrl: publicUrl(), language, pathIn },
    { title: t('metaTitle'), description: t('metaDescription') },
  );
}

/** Every term of the screens, with its formula. */
export default async function GlossaryPage({ params }: Props) {
  const { lang } = await params;
  const language = isLanguage(lang) ? lang : notFound();
  const t = await getTranslations('glossary');
  return (
    <HelpFrame baseUrl={publicUrl()} language={language} name={t('title')} pathIn={pathIn}>
      <h1 className="text-2xl font-semibold">{t('title')}</h1>
      <p className="mt-1 mb-4 max-w-180 text-sm text-ink-2">{t('lead')}</p>
      <Glossary url={`${publicUrl()}${glossaryPath(language)}`} />
    </HelpFrame>
  );
}
