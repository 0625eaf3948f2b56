import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '#lib/i18n/languages.ts';

/** Words of a sentence do not break, and lie beside each other: Chinese needs less room than it has letters. */
function lengthOf(language: Language, namespaces: readonly string[]): number {
  const texts = namespaces.map((name) => readFileSync(`messages/${language}/${name}.json`, 'utf8'));
  return texts.reduce((length, text) => length + text.length, 0);
}

/** The languages of the product, the one that says most in these namespaces first. */
export function longestFirst(namespaces: readonly string[]): readonly Language[] {
  const lengths = new Map(LANGUAGES.map((language) => [language, lengthOf(language, namespaces)]));
  return LANGUAGES.toSorted((a, b) => (lengths.get(b) ?? 0) - (lengths.get(a) ?? 0));
}
