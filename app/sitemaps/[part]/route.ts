import { sitemapXml, xmlResponse } from '#server/pages/sitemap-xml.ts';
import { sitemapPart } from '../../_sitemap/parts.ts';

export const dynamic = 'force-dynamic';

/** A part of the sitemap: /sitemaps/{name}.xml. */
export async function GET(_request: Request, { params }: { params: Promise<{ part: string }> }): Promise<Response> {
  const [, name] = /^([a-z0-9_-]{1,64})\.xml$/.exec((await params).part) ?? [];
  const entries = name === undefined ? null : await sitemapPart(name);
  // A part that the index names is not gone because the exchange is away: whoever crawls comes again.
  if (entries === 'silent')
    return new Response(null, { status: 503, headers: { 'cache-control': 'private, no-store', 'retry-after': '60' } });
  if (entries === null) return new Response(null, { status: 404, headers: { 'cache-control': 'private, no-store' } });
  return xmlResponse(sitemapXml(entries));
}
