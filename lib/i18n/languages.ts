import { LANGUAGES, type Language } from '../contract/languages.ts';

export { LANGUAGES, type Language };

/** What is known of a language before a text of it is read. */
interface LanguageFacts {
  /** In itself, for the switch. */
  readonly name: string;
  /** BCP 47, for <html lang> and hreflang. */
  readonly tag: string;
  /** As Open Graph wants it: with a territory. */
  readonly openGraph: string;
}

/** One line a language, those too that are not whole yet. */
const FACTS = {
  en: { name: 'English', tag: 'en', openGraph: 'en_US' },
  zh: { name: '简体中文', tag: 'zh-Hans', openGraph: 'zh_CN' },
  es: { name: 'Español', tag: 'es', openGraph: 'es_ES' },
  pt: { name: 'Português', tag: 'pt', openGraph: 'pt_BR' },
  ru: { name: 'Русский', tag: 'ru', openGraph: 'ru_RU' },
  tr: { name: 'Türkçe', tag: 'tr', openGraph: 'tr_TR' },
  vi: { name: 'Tiếng Việt', tag: 'vi', openGraph: 'vi_VN' },
  ja: { name: '日本語', tag: 'ja', openGraph: 'ja_JP' },
  ko: { name: '한국어', tag: 'ko', openGraph: 'ko_KR' },
  de: { name: 'Deutsch', tag: 'de', openGraph: 'de_DE' },
  fr: { name: 'Français', tag: 'fr', openGraph: 'fr_FR' },
  ar: { name: 'العربية', tag: 'ar', openGraph: 'ar_AR' },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

/** Those too that are not switched on. */
export const KNOWN_LANGUAGES: readonly string[] = Object.keys(FACTS);

/** Every page carries a language as its prefix; a path without one is redirected to the visitor's, else to this one. */
export const DEFAULT_LANGUAGE: Language = 'en';

export function languageFacts(language: Language): LanguageFacts {
  return FACTS[language];
}

/** Languages whose lines run from right to left. */
const RIGHT_TO_LEFT: readonly string[] = ['ar'];

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}

/** Between what was and what is: arrows are not turned round with their line. */
export function onwardArrow(language: string): '→' | '←' {
  return directionOf(language) === 'rtl' ? '←' : '→';
}

/** A group of regular expressions and of Next's path patterns: any of the languages. */
export const ANY_LANGUAGE = LANGUAGES.join('|');

export function isLanguage(text: string | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** The same path in another language: /en/strategybot → /zh/strategybot. */
export function pathInLanguage(path: string, language: Language): string {
  const [, first, ...rest] = path.split('/');
  return isLanguage(first) ? `/${[language, ...rest].join('/')}` : `/${language}${path === '/' ? '' : path}`;
}
