import type { Metadata } from 'next';
import { landingPath } from '#components/addresses/paths.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageFacts } from '#lib/i18n/languages.ts';
import { SHARE_IMAGE_SIZE } from './share-image.tsx';

export interface PageAddress {
  /** Where the product is reached from outside, without a trailing slash. */
  readonly baseUrl: string;
  readonly language: Language;
  /** Path and query of the page in a language. */
  readonly pathIn: (language: Language) => string;
}

/** The same page in each language, as hreflang wants it; x-default is the language of those who have no choice made. */
export function languageAlternates({ baseUrl, pathIn }: Omit<PageAddress, 'language'>): Record<string, string> {
  const alternates = Object.fromEntries(
    LANGUAGES.map((language) => [languageFacts(language).tag, `${baseUrl}${pathIn(language)}`]),
  );
  return { ...alternates, 'x-default': `${baseUrl}${pathIn(DEFAULT_LANGUAGE)}` };
}

/**
 * Title, description, canonical, hreflang and Open Graph of a public page. The picture is the landing page's, unless the
 * page names one of its own: by its path, since pages that are reached through a rewrite do not get their file's.
 */
export function pageMetadata(
  address: PageAddress,
  {
    title,
    description,
    imagePath,
    isIndexed = true,
  }: {
    readonly title: string;
    readonly description: string;
    readonly imagePath?: string;
    /** False: the address is another page's (its canonical), this one stays out of search engines; its links are followed. */
    readonly isIndexed?: boolean;
  },
): Metadata {
  const { baseUrl, language, pathIn } = address;
  const canonical = `${baseUrl}${pathIn(language)}`;
  const picture = imagePath ?? `${landingPath(language)}/opengraph-image`;
  const image = {
    ...SHARE_IMAGE_SIZE,
    url: `${baseUrl}${picture}`,
    alt: imagePath === undefined ? 'Strategybot' : title,
  };
  return {
    metadataBase: new URL(baseUrl),
    title,
    description,
    ...(isIndexed ? {} : { robots: { index: false, follow: true } }),
    alternates: { canonical, languages: languageAlternates(address) },
    openGraph: {
      type: 'website',
      siteName: 'Strategybot',
      title,
      description,
      url: canonical,
      locale: languageFacts(language).openGraph,
      alternateLocale: LANGUAGES.filter((one) => one !== language).map((one) => languageFacts(one).openGraph),
      images: [image],
    },
    twitter: { card: 'summary_large_image', title, description, images: [image] },
  };
}
