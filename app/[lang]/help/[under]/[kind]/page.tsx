import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { helpPath } from '#components/addresses/help-paths.ts';
import { ArticleLd } from '#components/discovery/json-ld.tsx';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { HelpFrame } from '#components/help/help-frame.tsx';
import { KindHelp } from '#components/help/kind-help.tsx';
import { isLanguage, type Language } from '#lib/i18n/languages.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { publicUrl } from '#server/settings/env.ts';
import { notFoundMetadata } from '../../../not-found-metadata.ts';
import { firstExample } from '../../_readings/first-examples.ts';

/** It says the same until another program says it; kept as all public pages are (public-slot.ts). */
export const revalidate = 20;

export function generateStaticParams(): Awaited<Props['params']>[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string; under: string; kind: string }>;
}

/** The other documented prefix leads here before a page is asked for (next.config.mjs). */
async function addressOf({ params }: Props): Promise<{ language: Language; kind: RunnableKind } | null> {
  const { lang, under, kind } = await params;
  return isLanguage(lang) && isCreatable(kind) && KIND_FACTS[kind].helpUnder === under
    ? { language: lang, kind }
    : null;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const address = await addressOf(props);
  if (address === null) return notFoundMetadata();
  const { language, kind } = address;
  const [t, kinds] = await Promise.all([getTranslations('help.page'), getTranslations('public.kind')]);
  const words = { kind: kinds(`${kind}.name`) };
  return pageMetadata(
    { baseUrl: publicUrl(), language, pathIn: (one) => helpPath(one, kind) },
    { title: t('metaTitle', words), description: t('metaDescription', words) },
  );
}

/** A kind of bot explained (C-030). */
export default async function KindHelpPage(props: Props) {
  const address = await addressOf(props);
  if (address === null) notFound();
  const { language, kind } = address;
  const [t, texts] = await Promise.all([getTranslations('help'), getTranslations('public')]);
  const words = { kind: texts(`kind.${kind}.name`) };
  return (
    <HelpFrame baseUrl={publicUrl()} language={language} name={words.kind} pathIn={(one) => helpPath(one, kind)}>
      <ArticleLd
        title={t('page.metaTitle', words)}
        description={t('page.metaDescription', words)}
        language={language}
        url={`${publicUrl()}${helpPath(language, kind)}`}
      />
      <h1 className="text-2xl font-semibold">{t('page.title', words)}</h1>
      <p className="mt-1 text-sm text-ink-2">{texts(`kind.${kind}.text`)}</p>
      <KindHelp kind={kind} example={firstExample(kind)} />
    </HelpFrame>
  );
}
