'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { readStored, writeStored } from '#lib/client/browser-storage.ts';
import { type PickerTab, sectionsOfTab, shownTabs } from './picker-sections.ts';
import { readTabConfig, TAB_CHOICE_KEY, TAB_CONFIG_KEY } from './tab-memory.ts';

const KNOWN_SECTIONS = ['recommended', 'grid', 'average-cost', 'passive-arbitrage', 'expert', 'earn'] as const;
const ALL: PickerTab = { key: 'all', name: '', classes: [] };

export interface ChosenTab {
  readonly shown: readonly PickerTab[];
  readonly tab: PickerTab;
  /** The sections of the chosen tab, in their order. */
  readonly keys: readonly string[];
  readonly choose: (tab: PickerTab) => void;
}

/**
 * The picker's tabs come from the server (C-033) and are remembered in local storage for when it does not answer
 * (C-176); the chosen one is remembered in session storage (C-175). Null: the server's list did not come, or not yet.
 */
export function usePickerTabs(served: readonly PickerTab[] | null, available: readonly string[]): ChosenTab {
  const [tabs, setTabs] = useState(served);
  const [chosen, setChosen] = useState(ALL.key);
  useEffect(() => {
    if (served === null) setTabs(readTabConfig(readStored('local', TAB_CONFIG_KEY)));
    else {
      setTabs(served);
      writeStored('local', TAB_CONFIG_KEY, JSON.stringify(served));
    }
    setChosen(readStored('session', TAB_CHOICE_KEY) ?? ALL.key);
  }, [served]);
  const shown = shownTabs(tabs ?? [], available);
  const tab = shown.find((one) => one.key === chosen) ?? ALL;
  const choose = ({ key }: PickerTab): void => {
    setChosen(key);
    writeStored('session', TAB_CHOICE_KEY, key);
  };
  return { shown, tab, keys: sectionsOfTab(tab, available), choose };
}

/** The tabs; without JavaScript each is a link to its first section. */
export function PickerTabBar({
  chosen: { shown, tab, choose },
  available,
  className,
}: {
  readonly chosen: ChosenTab;
  readonly available: readonly string[];
  readonly className: string;
}) {
  const t = useTranslations('public.picker');
  // The paper exchange names its tabs by their keys, which are words of ours; another exchange may send names.
  const tabName = ({ key, name }: PickerTab): string => {
    if (key === 'all') return t('all');
    const known = KNOWN_SECTIONS.find((one) => one === key);
    return known === undefined ? name : t(`section.${known}`);
  };
  if (shown.length < 2) return null;
  return (
    <nav aria-label={t('tabs')} className={classNames('flex flex-wrap gap-x-4 border-b', className)}>
      {shown.map((one) => (
        <a
          key={one.key}
          href={`#picker-${sectionsOfTab(one, available)[0]}`}
          aria-current={one.key === tab.key ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault();
            choose(one);
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
  );
}
