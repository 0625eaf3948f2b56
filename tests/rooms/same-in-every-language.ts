import { readFileSync } from 'node:fs';

/**
 * Words that may be the same in a language as in English, from tests/rooms/shared-words.json: `names` of products, coins, formulas and
 * units everywhere; and in each language those that its traders use themselves or that it has in common with English.
 */
const SHARED: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('shared-words.json', import.meta.url), 'utf8'),
);

/** What of a text is words, without figures, brackets and what is filled in. */
export function wordsOnly(text: string): string {
  return (text.match(/\p{L}[\p{L}’'.-]*/gu) ?? []).join(' ');
}

export function mayBeEnglish(language: string, text: string): boolean {
  const words = wordsOnly(text);
  return words.length < 2 || [...(SHARED.names ?? []), ...(SHARED[language] ?? [])].includes(words);
}
