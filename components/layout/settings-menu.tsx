'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { Suspense, useEffect, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { Icon } from '#components/ui/icon.tsx';
import { useDisclosure } from '#components/ui/use-disclosure.ts';
import {
  currentRiseColour,
  currentTheme,
  type RiseColour,
  setRiseColour,
  setTheme,
  type Theme,
} from '#lib/client/appearance.ts';
import { LANGUAGE_NAMES, LANGUAGES, pathInLanguage } from '#lib/i18n/languages.ts';

const itemClass = (isChosen: boolean): string =>
  classNames(
    'flex min-h-11 w-full items-center justify-between gap-6 rounded px-2 text-left text-sm whitespace-nowrap hover:bg-surface-3 md:min-h-8',
    isChosen ? 'text-ink-1' : 'text-ink-2',
  );

function LanguageLinks() {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const locale = useLocale();
  return LANGUAGES.map((language) => (
    <a
      key={language}
      href={`${pathInLanguage(pathname, language)}${query === '' ? '' : `?${query}`}`}
      hrefLang={language}
      onClick={() => {
        // Remembered for paths without a prefix; a year.
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
        document.cookie = `lang=${language}; path=/; max-age=31536000; samesite=lax`;
      }}
      className={itemClass(language === locale)}
    >
      {LANGUAGE_NAMES[language]}
      {language === locale && <Icon name="check" size={14} />}
    </a>
  ));
}

/** Language, theme and rise colour in one disclosure: works with keyboard and without a menu library. */
export function SettingsMenu() {
  const t = useTranslations('common.settings');
  const { details } = useDisclosure();
  const [theme, showTheme] = useState<Theme>('dark');
  const [rise, showRise] = useState<RiseColour>('green');
  useEffect(() => {
    showTheme(currentTheme());
    showRise(currentRiseColour());
  }, []);
  return (
    <details {...details} className="group relative" name="site-menu">
      <summary
        aria-label={`${t('language')} · ${t('theme')}`}
        className="flex size-11 list-none items-center justify-center rounded-md text-ink-2 hover:bg-surface-2 hover:text-ink-1 md:size-9"
      >
        <Icon name="globe" size={18} />
      </summary>
      <div className="absolute top-full right-0 z-50 mt-1 w-60 rounded-lg border bg-surface-1 p-2 shadow-2xl">
        <p className="px-2 pt-1 text-2xs text-ink-3">{t('language')}</p>
        <Suspense>
          <LanguageLinks />
        </Suspense>
        <p className="px-2 pt-2 text-2xs text-ink-3">{t('theme')}</p>
        {(['dark', 'light'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === theme}
            className={itemClass(one === theme)}
            onClick={() => {
              setTheme(one);
              showTheme(one);
            }}
          >
            {t(one)}
            {one === theme && <Icon name="check" size={14} />}
          </button>
        ))}
        <p className="px-2 pt-2 text-2xs text-ink-3">{t('rise')}</p>
        {(['green', 'red'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === rise}
            className={itemClass(one === rise)}
            onClick={() => {
              setRiseColour(one);
              showRise(one);
            }}
          >
            {one === 'green' ? t('riseGreen') : t('riseRed')}
            {one === rise && <Icon name="check" size={14} />}
          </button>
        ))}
      </div>
    </details>
  );
}
