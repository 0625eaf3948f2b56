/** The two files of sitemaps.org, as text: an index of parts, and a part. */

export interface SitemapPart {
  readonly url: string;
  /** Seconds; 0: not known. */
  readonly changed: number;
}

export interface SitemapEntry extends SitemapPart {
  /** The same page in each language, by hreflang. */
  readonly alternates: Readonly<Record<string, string>>;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export function sitemapIndexXml(parts: readonly SitemapPart[]): string {
  const lines = parts.map((part) => `<sitemap>${placeOf(part)}</sitemap>\n`);
  return `${HEAD}<sitemapindex ${SITEMAP}>\n${lines.join('')}</sitemapindex>\n`;
}

export function sitemapXml(entries: readonly SitemapEntry[]): string {
  const lines = entries.map(({ alternates, ...place }) => {
    const links = Object.entries(alternates).map(
      ([language, url]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(url)}"/>`,
    );
    return `<url>${placeOf(place)}${links.join('')}</url>\n`;
  });
  return `${HEAD}<urlset ${SITEMAP} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${lines.join('')}</urlset>\n`;
}

function placeOf({ url, changed }: SitemapPart): string {
  const lastmod = changed === 0 ? '' : `<lastmod>${new Date(changed * 1_000).toISOString()}</lastmod>`;
  return `<loc>${escapeXml(url)}</loc>${lastmod}`;
}

/** Addresses have ampersands in their queries. */
function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

export function xmlResponse(xml: string): Response {
  return new Response(xml, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
    },
  });
}
