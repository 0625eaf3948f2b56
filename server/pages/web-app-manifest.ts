import type { MetadataRoute } from 'next';
import { directionOf, type Language, languageFacts } from '#lib/i18n/languages.ts';

/** The surface of the dark theme, which the site begins with: what is seen while it opens. */
const DARK_SURFACE = '#12161d';

const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  // The drawing within the circle that every mask leaves.
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
] as const;

/**
 * What a phone keeps of the site on its Home Screen: iPhones push to nothing else. One application whatever its language (`id`), with a
 * window of its own; all pages belong to it.
 */
export function webAppManifest(
  language: Language,
  words: { readonly name: string; readonly description: string },
): MetadataRoute.Manifest {
  return {
    id: '/',
    ...words,
    short_name: words.name,
    lang: languageFacts(language).tag,
    dir: directionOf(language),
    start_url: `/${language}/strategybot`,
    scope: '/',
    display: 'standalone',
    background_color: DARK_SURFACE,
    theme_color: DARK_SURFACE,
    icons: [...ICONS],
  };
}
