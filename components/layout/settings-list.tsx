'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import type { MenuOpening } from '#components/ui/late-menu.tsx';
import { Menu, MenuChoice, MenuGroup, MenuHeading, MenuLink } from '#components/ui/menu.tsx';
import { currentRiseColour, currentTheme, setRiseColour, setTheme } from '#lib/client/appearance.ts';
import { currentFillNotes, setFillNotes } from '#lib/client/fill-notes.ts';
import { LANGUAGES, languageFacts, pathInLanguage } from '#lib/i18n/languages.ts';

/** This page in the other languages, its query included. */
function LanguageLinks() {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const locale = useLocale();
  return LANGUAGES.map((language) => (
    <MenuLink
      key={language}
      href={`${pathInLanguage(pathname, language)}${query === '' ? '' : `?${query}`}`}
      hrefLang={languageFacts(language).tag}
      aria-current={language === locale ? 'true' : undefined}
      onClick={() => {
        // Remembered for paths without a prefix; a year.
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
        document.cookie = `lang=${language}; path=/; max-age=31536000; samesite=lax`;
      }}
    >
      {languageFacts(language).name}
      {language === locale && <Icon name="check" size={14} />}
    </MenuLink>
  ));
}

export function SettingsList(opening: MenuOpening) {
  const t = useTranslations('common.settings');
  const [theme, showTheme] = useState(currentTheme);
  const [rise, showRise] = useState(currentRiseColour);
  const [notes, showNotes] = useState(currentFillNotes);
  return (
    <Menu {...opening} align="end" className="w-60">
      <MenuGroup aria-label={t('language')}>
        <MenuHeading>{t('language')}</MenuHeading>
        <LanguageLinks />
      </MenuGroup>
      <MenuHeading className="pt-2">{t('theme')}</MenuHeading>
      <MenuChoice
        label={t('theme')}
        value={theme}
        options={(['dark', 'light'] as const).map((one) => ({ value: one, label: t(one) }))}
        onChange={(chosen) => {
          setTheme(chosen);
          showTheme(chosen);
        }}
      />
      <MenuHeading className="pt-2">{t('rise')}</MenuHeading>
      <MenuChoice
        label={t('rise')}
        value={rise}
        options={[
          { value: 'green', label: t('riseGreen') },
          { value: 'red', label: t('riseRed') },
        ]}
        onChange={(chosen) => {
          setRiseColour(chosen);
          showRise(chosen);
        }}
      />
      <MenuHeading className="pt-2">{t('fillNotes')}</MenuHeading>
      <MenuChoice
        label={t('fillNotes')}
        value={notes}
        options={(['on', 'off'] as const).map((one) => ({ value: one, label: t(`notes.${one}`) }))}
        onChange={(chosen) => {
          setFillNotes(chosen);
          showNotes(chosen);
        }}
      />
    </Menu>
  );
}
