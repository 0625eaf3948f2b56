import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { agreementPath } from '#components/addresses/help-paths.ts';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { HelpFrame } from '#components/help/help-frame.tsx';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#lib/i18n/languages.ts';
import { publicUrl } from '#server/settings/env.ts';

export const revalidate = 20;

export function generateStaticParams(): { lang: Language }[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { lang } = await params;
  const language = isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
  const [t, common] = await Promise.all([getTranslations('help.agreement'), getTranslations('common.agreement')]);
  return pageMetadata(
    { baseUrl: publicUrl(), language, pathIn: agreementPath },
    { title: common('title'), description: t('metaDescription') },
  );
}

const CLAUSES = ['orders', 'risk', 'costs', 'control', 'data', 'faults'] as const;

/** The agreement at the address that the exchange names (`url` of bot_agreement): the words that are signed, and what follows from them. */
export default async function AgreementPage({ params }: Props) {
  const { lang } = await params;
  const language = isLanguage(lang) ? lang : notFound();
  const [t, common] = await Promise.all([getTranslations('help.agreement'), getTranslations('common.agreement')]);
  return (
    <HelpFrame baseUrl={publicUrl()} language={language} name={common('title')} pathIn={agreementPath}>
      <h1 className="text-2xl font-semibold">{common('title')}</h1>
      <p className="mt-1 text-sm text-ink-2">{t('lead')}</p>
      <div className="panel mt-4 max-w-180 p-4 text-sm">
        <p>{common('text')}</p>
        <ol className="mt-3 flex list-decimal flex-col gap-2 ps-5 text-ink-2">
          {CLAUSES.map((clause) => (
            <li key={clause}>{t(clause)}</li>
          ))}
        </ol>
      </div>
    </HelpFrame>
  );
}
