import type { NextRequest } from 'next/server';
import { filtersOf, listPath } from '#components/addresses/list-filters.ts';
import { isSortOrder } from '#components/addresses/paths.ts';
import { isLanguage } from '#lib/i18n/languages.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';

/** The form of the filters sends its fields here; every list has an address of its own, which can be kept, shared and crawled. */
export async function GET(request: NextRequest, { params }: { params: Promise<{ lang: string }> }): Promise<Response> {
  const { lang } = await params;
  if (!isLanguage(lang)) return new Response(null, { status: 404 });
  const said = request.nextUrl.searchParams;
  const kind = said.get('kind') ?? '';
  const order = said.get('order') ?? '';
  const path = listPath(lang, {
    kind: isCreatable(kind) ? kind : 'all',
    filters: filtersOf(Object.fromEntries(said)),
    order: isSortOrder(order) ? order : 'default',
  });
  return new Response(null, { status: 303, headers: { location: path, 'cache-control': 'private, no-store' } });
}
