import type { Texts } from './issue-text.ts';

/** What useTranslations gives, of whatever namespace. */
type Translator = ((...given: never[]) => string) & { has(key: never): boolean };

/**
 * The texts of a page by keys that are put together while it runs: of kinds, reasons, fields. The types of the messages know
 * written keys alone; that these are there is seen by tests, or asked with `textAt`.
 */
export const textsOf = (t: Translator): Texts => t as unknown as Texts;

/** The text of such a key; undefined where there is none, as for the words of a newer exchange. */
export function textAt(t: Translator, key: string, values?: Parameters<Texts>[1]): string | undefined {
  const texts = textsOf(t);
  return texts.has(key) ? texts(key, values) : undefined;
}
