import type { PickerTab } from './picker-sections.ts';

/** Storage keys: the chosen tab for this session (C-175), the tab list for longer (C-176). */
export const TAB_CHOICE_KEY = 'strategybot_tab';
export const TAB_CONFIG_KEY = 'strategybot_tabs';

function isTab(value: unknown): value is PickerTab {
  const tab = value as Partial<PickerTab> | null;
  return (
    typeof tab === 'object' &&
    tab !== null &&
    typeof tab.key === 'string' &&
    typeof tab.name === 'string' &&
    Array.isArray(tab.classes) &&
    tab.classes.every((one) => typeof one === 'string')
  );
}

/** A tab list that was stored; null when there is none or somebody has written something else there. */
export function readTabConfig(stored: string | null): readonly PickerTab[] | null {
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    return Array.isArray(value) && value.every(isTab) ? value : null;
  } catch {
    return null;
  }
}
