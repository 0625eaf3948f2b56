import { filtersOf, listPath } from '#components/addresses/list-filters.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { sortOrdersOf } from './sort-orders.ts';

/** The list that the form of the filters asks for. */
export function filterFormTarget(language: string, said: URLSearchParams): string {
  const asked = said.get('kind') ?? '';
  const kind = isCreatable(asked) ? asked : 'all';
  // Of the list before: not every kind has every order (C-051).
  const order = sortOrdersOf(kind).find((one) => one === said.get('order')) ?? 'default';
  return listPath(language, { kind, filters: filtersOf(Object.fromEntries(said)), order });
}
