import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { agreementPath, glossaryPath, helpIndexPath, helpPath } from '#components/addresses/help-paths.ts';
import { pageMetadata } from '#components/discovery/page-metadata.ts';
import { HelpFrame } from '#components/help/help-frame.tsx';
import { EARN_TYPES } from '#lib/contract/earn-types.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#lib/i18n/languages.ts';
import { CREATABLE_KINDS } from '#lib/kinds/catalogue.ts';
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
  const t = await getTranslations('help.index');
  return pageMetadata(
    { baseUrl: publicUrl(), language, pathIn: helpIndexPath },
    { title: t('metaTitle'), description: t('metaDescription') },
  );
}

/** The way to the help page of every kind and earn product, and to what holds for all of them. */
export default async function HelpPage({ params }: Props) {
  const { lang } = await params;
  const language = isLanguage(lang) ? lang : notFound();
  const [t, texts, common, glossary] = await Promise.all([
    getTranslations('help.index'),
    getTranslations('public'),
    getTranslations('common.agreement'),
    getTranslations('glossary'),
  ]);
  return (
    <HelpFrame baseUrl={publicUrl()} language={language} pathIn={helpIndexPath}>
      <h1 className="text-2xl font-semibold">{t('title')}</h1>
      <p className="mt-1 mb-4 max-w-180 text-sm text-ink-2">{t('lead')}</p>
      <h2 className="mb-2 text-lg font-semibold">{t('kinds')}</h2>
      <ul className="grid gap-2 md:grid-cols-2 lg:grid-cols-3">
        {CREATABLE_KINDS.map((kind) => (
          <HelpLink
            key={kind}
            path={helpPath(language, kind)}
            name={texts(`kind.${kind}.name`)}
            text={texts(`kind.${kind}.text`)}
          />
        ))}
      </ul>
      <h2 className="mt-6 mb-2 text-lg font-semibold">{t('earn')}</h2>
      <ul className="grid gap-2 md:grid-cols-2 lg:grid-cols-3">
        {EARN_TYPES.map((product) => (
          <HelpLink
            key={product}
            path={helpPath(language, product)}
            name={texts(`earnRow.${product}.name`)}
            text={texts(`earnRow.${product}.text`)}
          />
        ))}
      </ul>
      <h2 className="mt-6 mb-2 text-lg font-semibold">{t('rest')}</h2>
      <ul className="grid gap-2 md:grid-cols-2 lg:grid-cols-3">
        <HelpLink path={glossaryPath(language)} name={glossary('title')} text={glossary('lead')} />
        <HelpLink path={agreementPath(language)} name={common('title')} text={t('agreementText')} />
      </ul>
    </HelpFrame>
  );
}

function HelpLink({ path, name, text }: { readonly path: string; readonly name: string; readonly text: string }) {
  return (
    <li>
      <a href={path} className="panel block h-full p-3 hover:border-ink-3">
        <span className="block text-sm font-medium">{name}</span>
        <span className="mt-0.5 block text-xs text-ink-2">{text}</span>
      </a>
    </li>
  );
}
