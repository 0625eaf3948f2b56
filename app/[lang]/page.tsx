import { permanentRedirect } from 'next/navigation';
import { landingPath } from '#components/addresses/paths.ts';

/** The section's front door is the strategies page. */
export default async function LanguageHome({ params }: { readonly params: Promise<{ lang: string }> }) {
  permanentRedirect(landingPath((await params).lang));
}
