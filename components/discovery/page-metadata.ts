import type { Metadata } from 'next';
import { DEFAULT_LANGUAGE, LANGUAGE_TAGS, LANGUAGES, type Language } from '#lib/i18n/languages.ts';

export interface PageAddress {
  /** Where the product is reached from outside, without a trailing slash. */
  readonly baseUrl: string;
  readonly language: Language;
  /** Path and query of the page in a language. */
  readonly pathIn: (language: Language) => string;
}

const OPEN_GRAPH_LOCALES: Readonly<Record<Language, string>> = { en: 'en_US', zh: 'zh_CN' };

/** The same page in each language, as hreflang wants it; x-default is the language of those who have no choice made. */
export function languageAlternates({ baseUrl, pathIn }: Omit<PageAddress, 'language'>): Record<string, string> {
  const alternates = Object.fromEntries(
    LANGUAGES.map((language) => [LANGUAGE_TAGS[language], `${baseUrl}${pathIn(language)}`]),
  );
  return { ...alternates, 'x-default': `${baseUrl}${pathIn(DEFAULT_LANGUAGE)}` };
}

/** Title, description, canonical, hreflang and Open Graph of a public page. Images come from opengraph-image files. */
export function pageMetadata(
  address: PageAddress,
  { title, description }: { readonly title: string; readonly description: string },
): Metadata {
  const { baseUrl, language, pathIn } = address;
  const canonical = `${baseUrl}${pathIn(language)}`;
  return {
    metadataBase: new URL(baseUrl),
    title,
    description,
    alternates: { canonical, languages: languageAlternates(address) },
    openGraph: {
      type: 'website',
      siteName: 'Strategybot',
      title,
      description,
      url: canonical,
      locale: OPEN_GRAPH_LOCALES[language],
    },
    twitter: { card: 'summary_large_image', title, description },
  };
}
