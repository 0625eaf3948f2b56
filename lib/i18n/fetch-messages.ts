import type { Language } from './languages.ts';
import type { Messages, Namespace } from './messages.ts';

/**
 * Namespaces of a language in the browser, for parts that are loaded late. Files of the site and not of the bundle: a page carries the
 * texts that it shows, of one language, and not a word about the others.
 */
export async function fetchMessages(language: Language, namespaces: readonly Namespace[]): Promise<Partial<Messages>> {
  const texts = namespaces.map(async (namespace) => [namespace, await fetchTexts(language, namespace)] as const);
  return Object.fromEntries(await Promise.all(texts));
}

async function fetchTexts(language: Language, namespace: Namespace): Promise<unknown> {
  const response = await fetch(`/${language}/texts/${namespace}?v=${process.env.TEXTS_VERSION}`);
  if (!response.ok) throw new Error(`no texts: ${response.status}`);
  return response.json();
}
