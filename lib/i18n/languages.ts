/** Languages of the product. Every page carries its prefix; a path without one is redirected to it. */
export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

/** Names of the languages in themselves, for the switch. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', zh: '简体中文' };

/** BCP 47 tags for <html lang> and hreflang. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-Hans' };

export function isLanguage(text: string | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** The same path in another language: /en/strategybot → /zh/strategybot. */
export function pathInLanguage(path: string, language: Language): string {
  const [, first, ...rest] = path.split('/');
  return isLanguage(first) ? `/${[language, ...rest].join('/')}` : `/${language}${path === '/' ? '' : path}`;
}
