import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#lib/i18n/languages.ts';

/** The visitor's language: cookie `lang`, then Accept-Language by its weights, else English. */
export function pageLanguage(cookie: string | undefined, acceptLanguage: string | null): Language {
  if (isLanguage(cookie)) return cookie;
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters
        .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
        .find((q) => q !== undefined);
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight);
  for (const { language } of wanted) if (isLanguage(language)) return language;
  return DEFAULT_LANGUAGE;
}
