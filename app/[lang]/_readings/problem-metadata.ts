import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PublicReadingFailed } from '#server/bff/read-public.ts';

/** For a `catch` of metadata: a page that cannot be made now has a title all the same (D7), and is not indexed. */
export async function problemMetadata(error: unknown): Promise<Metadata> {
  if (!(error instanceof PublicReadingFailed)) throw error;
  const t = await getTranslations('common.problem');
  return { title: t('title'), robots: { index: false } };
}
