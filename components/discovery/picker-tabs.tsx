'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { readStored, writeStored } from '#lib/client/browser-storage.ts';
import { type PickerTab, sectionsOfTab, shownTabs } from './picker-sections.ts';
import { readTabConfig, TAB_CHOICE_KEY, TAB_CONFIG_KEY } from './tab-memory.ts';

export interface PickerSection {
  readonly key: string;
  readonly title: string;
  readonly cards: ReactNode;
}

const KNOWN_SECTIONS = ['recommended', 'grid', 'average-cost', 'passive-arbitrage', 'expert', 'earn'] as const;
const ALL: PickerTab = { key: 'all', name: '', classes: [] };

/**
 * The picker's tabs come from the server (C-033) and are remembered in local storage for when it does not answer
 * (C-176); the chosen one is remembered in session storage (C-175). Without JavaScript every section is in sight and
 * a tab is a link to its first one.
 */
export function PickerTabs({
  tabs: served,
  sections,
}: {
  readonly tabs: readonly PickerTab[] | null;
  readonly sections: readonly PickerSection[];
}) {
  const t = useTranslations('public.picker');
  const [tabs, setTabs] = useState(served);
  const [chosen, setChosen] = useState(ALL.key);
  useEffect(() => {
    if (served === null) setTabs(readTabConfig(readStored('local', TAB_CONFIG_KEY)));
    else writeStored('local', TAB_CONFIG_KEY, JSON.stringify(served));
    setChosen(readStored('session', TAB_CHOICE_KEY) ?? ALL.key);
  }, [served]);
  // The paper exchange names its tabs by their keys, which are words of ours; another exchange may send names.
  const tabName = ({ key, name }: PickerTab): string => {
    if (key === 'all') return t('all');
    const known = KNOWN_SECTIONS.find((one) => one === key);
    return known === undefined ? name : t(`section.${known}`);
  };
  const available = sections.map((section) => section.key);
  const shown = shownTabs(tabs ?? [], available);
  const tab = shown.find((one) => one.key === chosen) ?? ALL;
  const keys = sectionsOfTab(tab, available);
  return (
    <div>
      <h2 className="sr-only">{t('label')}</h2>
      {shown.length > 1 && (
        <nav aria-label={t('tabs')} className="mb-3 flex flex-wrap gap-x-4 border-b">
          {shown.map((one) => (
            <a
              key={one.key}
              href={`#picker-${sectionsOfTab(one, available)[0]}`}
              aria-current={one.key === tab.key ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault();
                setChosen(one.key);
                writeStored('session', TAB_CHOICE_KEY, one.key);
              }}
              className={classNames(
                'relative flex min-h-11 shrink-0 items-center justify-center text-sm md:min-h-9',
                one.key === tab.key
                  ? 'font-medium text-ink-1 after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-accent'
                  : 'text-ink-2 hover:text-ink-1',
              )}
            >
              {tabName(one)}
            </a>
          ))}
        </nav>
      )}
      {keys.map((key) => {
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
