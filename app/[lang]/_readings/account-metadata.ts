import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { isLanguage } from '#lib/i18n/languages.ts';
import { publicUrl } from '#server/settings/env.ts';

/** Head of a page about the viewer's own account: titled in his language, and in no index. */
export async function accountMetadata(
  params: Promise<{ lang: string }>,
  words: 'account.login' | 'account.register' | 'account.security' | 'portfolio' | 'invest',
  path: string,
): Promise<Metadata> {
  const { lang } = await params;
  if (!isLanguage(lang)) notFound();
  const t = await getTranslations(words);
  return {
    ...pageMetadata(
      { baseUrl: publicUrl(), language: lang, pathIn: (language) => `/${language}/${path}` },
      { title: t('title'), description: t('description') },
    ),
    robots: { index: false },
  };
}
