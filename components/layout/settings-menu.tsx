'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { LateMenu } from '#components/ui/late-menu.tsx';

/** Language, theme and rise colour. */
export function SettingsMenu() {
  const t = useTranslations('common.settings');
  return (
    <LateMenu
      name="settings"
      load={() => import('./settings-list.tsx').then((part) => part.SettingsList)}
      button={{
        label: `${t('language')} · ${t('theme')}`,
        className:
          'flex size-11 items-center justify-center rounded-md text-ink-2 hover:bg-surface-2 hover:text-ink-1 md:size-9',
        children: <Icon name="globe" size={18} />,
      }}
      rest={{}}
    />
  );
}
