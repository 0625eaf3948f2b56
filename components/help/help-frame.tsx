import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { helpIndexPath } from '#components/addresses/help-paths.ts';
import { landingPath } from '#components/addresses/paths.ts';
import { Breadcrumb } from '#components/discovery/breadcrumb.tsx';
import { LanguageLinks } from '#components/discovery/language-links.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import type { Language } from '#lib/i18n/languages.ts';

/** What every page of the help stands in: the way to it, over the index of the help, and the same page in other languages. */
export async function HelpFrame({
  baseUrl,
  language,
  name,
  pathIn,
  children,
}: {
  readonly baseUrl: string;
  readonly language: Language;
  /** What the page is called on the way to it; none of the index itself. */
  readonly name?: string;
  readonly pathIn: (language: Language) => string;
  readonly children: ReactNode;
}) {
  const [help, shell] = await Promise.all([getTranslations('help.index'), getTranslations('public.shell')]);
  const crumbs = [
    { name: shell('back'), path: landingPath(language) },
    { name: help('title'), path: helpIndexPath(language) },
    ...(name === undefined ? [] : [{ name, path: pathIn(language) }]),
  ];
  return (
    <main>
      <div className="mx-auto max-w-[1200px] px-4 pt-2">
        <Breadcrumb baseUrl={baseUrl} crumbs={crumbs} />
        <PageMessages namespaces={['common']}>{children}</PageMessages>
      </div>
      <LanguageLinks language={language} pathIn={pathIn} />
    </main>
  );
}
