import type { NextRequest } from 'next/server';
import { filterFormTarget } from '#components/discovery/filter-form-target.ts';
import { isLanguage } from '#lib/i18n/languages.ts';

/** The form of the filters sends its fields here; every list has an address of its own, which can be kept, shared and crawled. */
export async function GET(request: NextRequest, { params }: { params: Promise<{ lang: string }> }): Promise<Response> {
  const { lang } = await params;
  if (!isLanguage(lang)) return new Response(null, { status: 404 });
  const path = filterFormTarget(lang, request.nextUrl.searchParams);
  return new Response(null, { status: 303, headers: { location: path, 'cache-control': 'private, no-store' } });
}
