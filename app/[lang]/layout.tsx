import type { Metadata, Viewport } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { KeepAppearance } from '#components/layout/keep-appearance.tsx';
import { LateFrame } from '#components/layout/late-frame.tsx';
import { SiteHeader } from '#components/layout/site-header.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { APPEARANCE_SCRIPT } from '#lib/appearance-script.ts';
import { directionOf, isLanguage, languageFacts } from '#lib/i18n/languages.ts';
import { publicUrl } from '#server/settings/env.ts';
import './globals.css';

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#12161d' },
  ],
};

export async function generateMetadata({ params }: { readonly params: Promise<{ lang: string }> }): Promise<Metadata> {
  const { lang } = await params;
  const t = await getTranslations('common');
  return {
    manifest: `/${lang}/manifest.webmanifest`,
    // Named here as well: Next leaves the file out where others are named.
    icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' }, apple: '/icon-apple-180.png' },
    appleWebApp: { capable: true, title: t('brand'), statusBarStyle: 'default' },
    metadataBase: new URL(publicUrl()),
    title: { default: t('brand'), template: `%s | ${t('brand')}` },
    description: t('tagline'),
  };
}

/** The shell of every page: the same HTML for everyone. No session, cookie or header is read here. */
export default async function LanguageLayout({
  children,
  params,
}: {
  readonly children: ReactNode;
  readonly params: Promise<{ lang: string }>;
}) {
  const { lang } = await params;
  if (!isLanguage(lang)) notFound();
  return (
    <html
      lang={languageFacts(lang).tag}
      dir={directionOf(lang)}
      data-theme="dark"
      data-rise="green"
      suppressHydrationWarning
    >
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash */}
        <script dangerouslySetInnerHTML={{ __html: APPEARANCE_SCRIPT }} suppressHydrationWarning />
        <KeepAppearance />
        <PageMessages namespaces={['common']}>
          <SiteHeader />
          <LateFrame />
          <div id="content">{children}</div>
        </PageMessages>
      </body>
    </html>
  );
}
