'use client';

import { useTranslations } from 'next-intl';
import { Segmented } from '#components/ui/segmented.tsx';

export type ScreenView = 'chart' | 'book' | 'bots';

/** What a screen without room for all shows: on phones one of the three, on tablets chart or book. */
export function ViewSwitch({
  view,
  onChange,
  isPhone,
}: {
  readonly view: ScreenView;
  readonly onChange: (view: ScreenView) => void;
  readonly isPhone: boolean;
}) {
  const t = useTranslations('trade.view');
  const choose = (value: string): void => onChange(value === 'book' || value === 'bots' ? value : 'chart');
  return (
    <div className="xl:hidden">
      <Segmented
        name="screen-view"
        label={t('label')}
        value={view}
        onChange={choose}
        options={[
          { value: 'chart', label: t('chart') },
          { value: 'book', label: t('book') },
          // On a tablet the bots stand below anyway.
          ...(isPhone ? [{ value: 'bots', label: t('bots') }] : []),
        ]}
      />
    </div>
  );
}
