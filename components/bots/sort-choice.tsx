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

/** The order of a bots table (E-027). */
export function SortChoice({
  tab,
  sort,
  onChange,
  className = 'px-3 pt-2',
}: {
  readonly tab: 'running' | 'history';
  readonly sort: string;
  readonly onChange: (sort: string) => void;
  /** The room around it. */
  readonly className?: string;
}) {
  const t = useTranslations('bots.sort');
  const offered = [...SORTS[tab], ...SORTS.both];
  return (
    <div className={`flex justify-end ${className}`}>
      <Select
        label={t('label')}
        value={offered.some((one) => one === sort) ? sort : ''}
        onChange={onChange}
        options={[{ value: '', label: t('newest') }, ...offered.map((one) => ({ value: one, label: t(one) }))]}
        className="max-md:w-full"
      />
    </div>
  );
}
