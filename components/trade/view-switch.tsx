'use client';

import { useTranslations } from 'next-intl';
import { Segmented } from '#components/ui/segmented.tsx';

export const SCREEN_VIEWS = ['chart', 'book', 'bots'] as const;
export type ScreenView = (typeof SCREEN_VIEWS)[number];

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
  // On a tablet the bots stand below anyway.
  const views: readonly ScreenView[] = isPhone ? SCREEN_VIEWS : ['chart', 'book'];
  return (
    <div data-tour="views" className="xl:hidden">
      <Segmented
        name="screen-view"
        label={t('label')}
        value={view}
        onChange={onChange}
        options={views.map((one) => ({ value: one, label: t(one) }))}
      />
    </div>
  );
}
