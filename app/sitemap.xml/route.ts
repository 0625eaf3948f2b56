import { sitemapIndexXml, xmlResponse } from '#server/pages/sitemap-xml.ts';
import { sitemapParts } from '../_sitemap/parts.ts';

/** What is shared changes by the minute, and no upstream is asked while building. */
export const dynamic = 'force-dynamic';

/** The index of the sitemap's parts. */
export async function GET(): Promise<Response> {
  return xmlResponse(sitemapIndexXml(await sitemapParts()));
}
