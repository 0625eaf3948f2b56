import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import {
  FILTER_VALUES,
  type FilterName,
  filterCount,
  filterFormPath,
  type ListFilters,
  listPath,
} from '#components/addresses/list-filters.ts';
import type { ListKind, SortOrder } from '#components/addresses/paths.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { EmptyList } from './empty-list.tsx';
import { filterText } from './filter-text.ts';
import { KeptForm } from './kept-form.tsx';

export interface FilterChoices {
  readonly kinds: readonly RunnableKind[];
  /** None: the exchange did not list its markets. */
  readonly coins: readonly string[];
  /** Whether the exchange has said what it can. */
  readonly isSure: boolean;
  /** What the exchange can narrow its list to. */
  readonly names: readonly FilterName[];
}

interface Narrowing {
  readonly kind: ListKind;
  readonly order: SortOrder;
  readonly filters: ListFilters;
}

/** Filters of the recommended list: a form of the browser's own, which needs no script, and each filter that is on as a link that takes it away. */
export function ListFilterForm({ choices, ...narrowing }: Narrowing & { readonly choices: FilterChoices }) {
  const t = useTranslations('pages.filters');
  const kindText = useTranslations('public.kind');
  const language = useLocale();
  const { kind, order, filters } = narrowing;
  const count = filterCount(filters);
  return (
    <div className="mb-3 flex flex-col gap-2">
      <details className="panel group/filters" open={count > 0}>
        <summary className="flex min-h-11 list-none items-center gap-2 px-4 text-sm font-medium">
          {t('title')}
          {count > 0 && <span className="text-xs text-ink-3">{t('on', { count })}</span>}
          <Icon name="chevronDown" size={14} className="ms-auto transition-transform group-open/filters:rotate-180" />
        </summary>
        <KeptForm
          name="filters"
          action={filterFormPath(language)}
          method="get"
          aria-label={t('label')}
          className="grid grid-cols-2 gap-3 border-t p-4 sm:grid-cols-3 xl:grid-cols-4"
        >
          {order !== 'default' && <input type="hidden" name="order" value={order} />}
          <Choice label={t('kind')} name="kind" value={kind}>
            <option value="all">{t('anyKind')}</option>
            {choices.kinds.map((one) => (
              <option key={one} value={one}>
                {kindText(`${one}.name`)}
              </option>
            ))}
          </Choice>
          {choices.names.map((name) => (
            <Choice key={name} label={t(name)} name={name} value={filters[name] ?? ''}>
              <option value="">{t('any')}</option>
              {valuesOf(name, choices, filters).map((value) => (
                <option key={value} value={value}>
                  {filterText(t, language, name, value)}
                </option>
              ))}
            </Choice>
          ))}
          <button type="submit" className={`${buttonClass('primary')} self-end`}>
            {t('show')}
          </button>
          {choices.names.includes('investment') && (
            <p className="col-span-full text-xs text-ink-3">{t('hiddenNote')}</p>
          )}
        </KeptForm>
      </details>
      {count > 0 && <FiltersOn {...narrowing} />}
    </div>
  );
}

/** The values that may be chosen; a coin that the exchange does not list stays while it is chosen. */
function valuesOf(name: FilterName, { coins }: FilterChoices, filters: ListFilters): readonly string[] {
  const values: readonly string[] | null = FILTER_VALUES[name];
  if (values !== null) return values;
  return filters.coin === undefined || coins.includes(filters.coin) ? coins : [filters.coin, ...coins];
}

function Choice({
  label,
  name,
  value,
  children,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly children: ReactNode;
}) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-xs text-ink-2">
      {label}
      <span className="relative flex">
        <select
          name={name}
          defaultValue={value}
          className="min-h-11 w-full appearance-none truncate rounded-md bg-surface-2 py-1 ps-3 pe-8 text-sm text-ink-1 md:min-h-9"
        >
          {children}
        </select>
        <Icon
          name="chevronDown"
          size={14}
          className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 text-ink-3"
        />
      </span>
    </label>
  );
}

function FiltersOn({ kind, order, filters }: Narrowing) {
  const t = useTranslations('pages.filters');
  const language = useLocale();
  const chip =
    'flex min-h-11 items-center gap-1.5 rounded-full border px-3 text-xs text-ink-2 hover:border-ink-3 hover:text-ink-1 md:min-h-8';
  const without = (name: FilterName): ListFilters => {
    const { [name]: _gone, ...rest } = filters;
    return rest;
  };
  return (
    <ul aria-label={t('chosen')} className="flex flex-wrap gap-2">
      {(Object.keys(filters) as FilterName[]).map((name) => {
        const filter = t('named', { name: t(name), value: filterText(t, language, name, filters[name] ?? '') });
        return (
          <li key={name}>
            <a
              href={listPath(language, { kind, order, filters: without(name) })}
              aria-label={t('remove', { filter })}
              className={chip}
            >
              {filter}
              <Icon name="close" size={12} />
            </a>
          </li>
        );
      })}
      <li>
        <a href={listPath(language, { kind, order })} className={`${chip} border-transparent text-accent`}>
          {t('clear')}
        </a>
      </li>
    </ul>
  );
}

/** Nobody stands under all of the filters. */
export function NothingMatches({ kind, order }: Pick<Narrowing, 'kind' | 'order'>) {
  const t = useTranslations('pages.filters');
  const language = useLocale();
  const href = listPath(language, { kind, order });
  return <EmptyList title={t('empty')} hint={t('emptyHint')} way={t('clear')} href={href} />;
}
