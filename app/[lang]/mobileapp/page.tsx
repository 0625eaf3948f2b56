import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { AccountPanel } from '#components/account/account-panel.tsx';
import { PhoneLinks } from '#components/discovery/phone-links.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import { isLanguage, type Language } from '#lib/i18n/languages.ts';

/** The same for everybody; the bot that it leads to is in its address, which only the browser reads. */
export function generateStaticParams(): { lang: Language }[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('public.phone');
  return { title: t('title'), robots: { index: false } };
}

/** Where links of posters made on a phone lead (M-017, H19): on to the bot, in the phone's browser. */
export default async function MobilePage({ params }: Props) {
  const { lang } = await params;
  const language = isLanguage(lang) ? lang : notFound();
  const t = await getTranslations('public.phone');
  return (
    <AccountPanel title={t('title')}>
      <p className="mb-4 text-sm text-ink-2">{t('text')}</p>
      <PageMessages namespaces={['common']} publicParts={['phone']}>
        <PhoneLinks language={language} />
      </PageMessages>
    </AccountPanel>
  );
}
