import { notFound } from 'next/navigation';
import { isLanguage, type Language } from '#lib/i18n/languages.ts';
import NotFound from '../../not-found.tsx';
import { notFoundMetadata } from '../../not-found-metadata.ts';

/** Kept as long as a slot (page-cache.ts); it hangs on nothing. */
export const revalidate = 20;

/** Made when somebody first asks for what is not there. */
export function generateStaticParams(): { lang: Language }[] {
  return [];
}

export const generateMetadata = notFoundMetadata;

/** What stands in the place of a page that is not there (server/pages/missing-front.ts), which is what its own address is too. */
export default async function MissingPage({ params }: { readonly params: Promise<{ lang: string }> }) {
  const { lang } = await params;
  if (!isLanguage(lang)) notFound();
  return <NotFound />;
}
