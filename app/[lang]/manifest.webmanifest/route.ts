import { getTranslations } from 'next-intl/server';
import { isLanguage, LANGUAGES } from '#lib/i18n/languages.ts';
import { webAppManifest } from '#server/pages/web-app-manifest.ts';

export const dynamic = 'force-static';
// Shared caches keep it for an hour, not for the year of what never changes.
export const revalidate = 3600;

export function generateStaticParams(): { lang: string }[] {
  return LANGUAGES.map((lang) => ({ lang }));
}

/** The site as an application of a phone, in the language of the page that leads here. */
export async function GET(_request: Request, { params }: { params: Promise<{ lang: string }> }): Promise<Response> {
  const { lang } = await params;
  if (!isLanguage(lang)) return new Response(null, { status: 404 });
  const t = await getTranslations({ locale: lang, namespace: 'common' });
  const manifest = webAppManifest(lang, { name: t('brand'), description: t('tagline') });
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } });
}
