import { isLanguage, LANGUAGES } from '#lib/i18n/languages.ts';
import { loadMessages, NAMESPACES } from '#lib/i18n/messages.ts';

/** What `lateTexts` answers with texts. */
export function everyLateText(): { lang: string; namespace: string }[] {
  return LANGUAGES.flatMap((lang) => NAMESPACES.map((namespace) => ({ lang, namespace })));
}

/**
 * Texts of a part that is loaded late (lib/i18n/fetch-messages.ts), as they were compiled while building. Pieces of the bundle would
 * have every page carry the names of all of them, twelve languages times sixteen.
 */
export async function lateTexts(lang: string, wanted: string): Promise<Response> {
  const namespace = NAMESPACES.find((one) => one === wanted);
  if (!isLanguage(lang) || namespace === undefined) return new Response(null, { status: 404 });
  const texts = await loadMessages(lang, [namespace]);
  // Its address names what the texts are like (TEXTS_VERSION): others have another.
  return Response.json(texts[namespace], { headers: { 'cache-control': 'public, max-age=31536000, immutable' } });
}
