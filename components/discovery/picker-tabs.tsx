'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { PickerTab } from './picker-sections.ts';
import { PickerTabBar, usePickerTabs } from './picker-tab-bar.tsx';

export interface PickerSection {
  readonly key: string;
  readonly title: string;
  readonly cards: ReactNode;
}

/** The sections of the chosen tab (C-034 … C-036). Without JavaScript every section is in sight. */
export function PickerTabs({
  tabs,
  sections,
}: {
  readonly tabs: readonly PickerTab[] | null;
  readonly sections: readonly PickerSection[];
}) {
  const t = useTranslations('public.picker');
  const available = sections.map((section) => section.key);
  const chosen = usePickerTabs(tabs, available);
  return (
    <div>
      <h2 className="sr-only">{t('label')}</h2>
      <PickerTabBar chosen={chosen} available={available} className="mb-3" />
      {chosen.keys.map((key) => {
        const section = sections.find((one) => one.key === key);
        return section === undefined ? null : (
          <section key={key} id={`picker-${key}`} aria-labelledby={`picker-${key}-title`} className="mb-4">
            <h3 id={`picker-${key}-title`} className="mb-2 text-xs text-ink-3">
              {section.title}
            </h3>
            <div className="flex gap-2 max-lg:snap-x max-lg:overflow-x-auto max-lg:pb-1 lg:flex-col">
              {section.cards}
            </div>
          </section>
        );
      })}
    </div>
  );
}
