'use client';

import { useTranslations } from 'next-intl';
import { Select } from '#components/ui/select.tsx';

/** What a list can be sorted by, in the call's words; the newest first without one. */
const SORTS = {
  both: [
    'profit_desc',
    'profit_asc',
    'profit_rate_desc',
    'profit_rate_asc',
    'money_desc',
    'run_times_desc',
    'match_times_desc',
  ],
  running: ['create_time_asc'],
  history: ['finish_time_desc', 'finish_time_asc'],
} as const;

type Tab = 'running' | 'history';

const offeredIn = (tab: Tab): readonly (typeof SORTS)[Tab | 'both'][number][] => [...SORTS[tab], ...SORTS.both];

/** The order that a list has: one that was chosen for another list and is not offered for this one is none. */
export function sortIn(tab: Tab, sort: string): string {
  return offeredIn(tab).find((one) => one === sort) ?? '';
}

/** The order of a bots table (E-027). */
export function SortChoice({
  tab,
  sort,
  onChange,
  className = 'px-3 pt-2',
}: {
  readonly tab: Tab;
  readonly sort: string;
  readonly onChange: (sort: string) => void;
  /** The room around it. */
  readonly className?: string;
}) {
  const t = useTranslations('bots.sort');
  return (
    <div className={`flex justify-end ${className}`}>
      <Select
        label={t('label')}
        value={sortIn(tab, sort)}
        onChange={onChange}
        options={[{ value: '', label: t('newest') }, ...offeredIn(tab).map((one) => ({ value: one, label: t(one) }))]}
        className="max-md:w-full"
      />
    </div>
  );
}
