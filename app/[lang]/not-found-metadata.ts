import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';

/** Of a page that is not there. Pages say it as well as the not-found page: the browser takes the page's own title. */
export async function notFoundMetadata(): Promise<Metadata> {
  const t = await getTranslations('common.notFound');
  return { title: t('title'), robots: { index: false } };
}
