import type { ReplyOf } from '#lib/contract/contract.ts';

export type PickerTab = NonNullable<ReplyOf<'strategyTabs'>['data']>[number];

/** Sections of the 'all' tab in their order (C-034): popular first, then the classes, then what is earned without a bot. */
const ALL_SECTIONS = ['recommended', 'grid', 'average-cost', 'passive-arbitrage', 'expert', 'earn'] as const;

/** Sections that a tab shows, of those that have something in them. 'recommended' shows the earn list too (C-035, C-036). */
export function sectionsOfTab(tab: PickerTab, available: readonly string[]): readonly string[] {
  const wanted: readonly string[] =
    tab.key === 'all' ? ALL_SECTIONS : tab.key === 'recommended' ? ['recommended', 'earn'] : tab.classes.slice(0, 1);
  return wanted.filter((section) => available.includes(section));
}

/** Tabs behind which there is something: a tab without a section would be a dead end. */
export function shownTabs(tabs: readonly PickerTab[], available: readonly string[]): readonly PickerTab[] {
  return tabs.filter((tab) => sectionsOfTab(tab, available).length > 0);
}
