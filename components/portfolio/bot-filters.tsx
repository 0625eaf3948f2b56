'use client';

import { useTranslations } from 'next-intl';
import { Select } from '#components/ui/select.tsx';
import { fieldsIn } from '#lib/client/typed-fields.ts';
import type { QueryOf } from '#lib/contract/contract.ts';
import { STRATEGY_TYPES } from '#lib/contract/vocabulary.ts';
import type { Portfolio } from './portfolio.ts';

type Query = NonNullable<QueryOf<'portfolioBots'>>;

const STATES = ['running', 'paused', 'finished'] as const;
const RESULTS = ['profit', 'loss'] as const;

/** What of all bots is listed; '' leaves nothing out. */
export interface Filters extends Readonly<Record<'state' | 'kind' | 'market' | 'result' | 'sort', string>> {
  readonly state: '' | (typeof STATES)[number];
  readonly kind: '' | NonNullable<Query['strategy_type']>;
  readonly market: string;
  readonly result: '' | (typeof RESULTS)[number];
  readonly sort: string;
}

/** What the list begins with. */
export const FIRST_FILTERS: Filters = { state: 'running', kind: '', market: '', result: '', sort: '' };
export const NO_FILTERS: Filters = { ...FIRST_FILTERS, state: '' };

/** What a text says to look for; what it says of none is as it was before. */
export function filtersIn(text: string, before: Filters): Filters {
  const { state, kind, market, result, sort } = fieldsIn(text, before);
  return {
    state: STATES.find((one) => one === state) ?? '',
    kind: STRATEGY_TYPES.find((one) => one === kind) ?? '',
    market,
    result: RESULTS.find((one) => one === result) ?? '',
    sort,
  };
}

export function queryOf({ state, kind, market, result, sort }: Filters): Query {
  return {
    ...(state === '' ? {} : { state }),
    ...(kind === '' ? {} : { strategy_type: kind }),
    ...(market === '' ? {} : { market }),
    ...(result === '' ? {} : { result }),
    ...(sort === '' ? {} : { sort }),
  };
}

/** Kind, market, state, and whether a bot won or lost: those that this trader's bots have. */
export function BotFilters({
  portfolio,
  filters,
  onChange,
}: {
  readonly portfolio: Portfolio;
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}) {
  const t = useTranslations('portfolio.list');
  const kindText = useTranslations('bots.kind');
  const kinds = STRATEGY_TYPES.filter((kind) => portfolio.by_kind.some((own) => own.strategy_type === kind));
  return (
    <div className="grid grid-cols-2 gap-2 max-md:w-full md:flex md:flex-wrap">
      <Select
        label={t('state')}
        value={filters.state}
        onChange={(state) => onChange({ ...filters, state, sort: '' })}
        options={[{ value: '' as const, label: t('anyState') }, ...STATES.map((value) => ({ value, label: t(value) }))]}
      />
      <Select
        label={t('kind')}
        value={filters.kind}
        onChange={(kind) => onChange({ ...filters, kind })}
        options={[
          { value: '' as const, label: t('anyKind') },
          ...kinds.map((value) => ({ value, label: kindText(value) })),
        ]}
      />
      <Select
        label={t('market')}
        value={filters.market}
        onChange={(market) => onChange({ ...filters, market })}
        options={[
          { value: '', label: t('anyMarket') },
          ...portfolio.markets.map((value) => ({ value, label: value.replace('_', '/') })),
        ]}
      />
      <Select
        label={t('result')}
        value={filters.result}
        onChange={(result) => onChange({ ...filters, result })}
        options={[
          { value: '' as const, label: t('anyResult') },
          ...RESULTS.map((value) => ({ value, label: t(value) })),
        ]}
      />
    </div>
  );
}
