import { useTranslations } from 'next-intl';
import { LANGUAGES, type Language, languageFacts } from '#lib/i18n/languages.ts';
import type { PageAddress } from './page-metadata.ts';

/** The page in each language, at its foot: plain links for crawlers and for those without JavaScript, to whom the header's menu is shut. */
export function LanguageLinks({ language, pathIn }: Pick<PageAddress, 'language' | 'pathIn'>) {
  const t = useTranslations('common.settings');
  return (
    <nav
      aria-label={t('language')}
      className="mt-10 flex flex-wrap justify-center gap-x-4 border-t px-4 py-2 text-xs text-ink-2"
    >
      {LANGUAGES.map((one: Language) => (
        <a
          key={one}
          href={pathIn(one)}
          hrefLang={languageFacts(one).tag}
          aria-current={one === language ? 'true' : undefined}
          className="flex min-h-11 min-w-11 items-center justify-center hover:text-ink-1 aria-[current]:font-medium aria-[current]:text-ink-1 md:min-h-8"
        >
          {languageFacts(one).name}
        </a>
      ))}
    </nav>
  );
}
