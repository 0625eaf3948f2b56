import type { NextRequest } from 'next/server';
import { filtersOf, listPath } from '#components/addresses/list-filters.ts';
import { sortOrdersOf } from '#components/discovery/recommended-pages.ts';
import { isLanguage } from '#lib/i18n/languages.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';

/** The form of the filters sends its fields here; every list has an address of its own, which can be kept, shared and crawled. */
export async function GET(request: NextRequest, { params }: { params: Promise<{ lang: string }> }): Promise<Response> {
  const { lang } = await params;
  if (!isLanguage(lang)) return new Response(null, { status: 404 });
  const said = request.nextUrl.searchParams;
  const asked = said.get('kind') ?? '';
  const kind = isCreatable(asked) ? asked : 'all';
  // Of the list before: not every kind has every order (C-051).
  const order = sortOrdersOf(kind).find((one) => one === said.get('order')) ?? 'default';
  const path = listPath(lang, {
    kind,
    filters: filtersOf(Object.fromEntries(said)),
    order,
  });
  return new Response(null, { status: 303, headers: { location: path, 'cache-control': 'private, no-store' } });
}
