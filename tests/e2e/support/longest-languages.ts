import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '#lib/i18n/languages.ts';

/** A part of a language's messages: a namespace (`start`), or what lies in one (`public.list`). */
function textOf(language: Language, part: string): string {
  const [namespace = '', ...keys] = part.split('.');
  const messages: unknown = JSON.parse(readFileSync(`messages/${language}/${namespace}.json`, 'utf8'));
  const found = keys.reduce<unknown>(
    (one, key) => Object.entries(one ?? {}).find(([name]) => name === key)?.[1],
    messages,
  );
  if (found === undefined) throw new Error(`there are no messages ${part} in ${language}`);
  return JSON.stringify(found);
}

/** Words of a sentence do not break, and lie beside each other: Chinese needs less room than it has letters. */
function lengthOf(language: Language, parts: readonly string[]): number {
  return parts.reduce((length, part) => length + textOf(language, part).length, 0);
}

/** The languages of the product, the one that says most in these parts of the messages first. */
export function longestFirst(parts: readonly string[]): readonly Language[] {
  const lengths = new Map(LANGUAGES.map((language) => [language, lengthOf(language, parts)]));
  return LANGUAGES.toSorted((a, b) => (lengths.get(b) ?? 0) - (lengths.get(a) ?? 0));
}
