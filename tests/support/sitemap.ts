/** One page of the sitemap. */
export interface SitemapPage {
  readonly address: string;
  readonly changed: string | null;
  /** By hreflang. */
  readonly alternates: Readonly<Record<string, string>>;
}

/** Every page of the sitemap, through its index and each of its parts. `read` gives the text of a path. */
export async function sitemapPages(read: (path: string) => Promise<string>): Promise<SitemapPage[]> {
  const index = await read('/sitemap.xml');
  if (!index.includes('<sitemapindex')) throw new Error('the sitemap is an index');
  const pages: SitemapPage[] = [];
  for (const part of locationsOf(index)) {
    const text = await read(new URL(part).pathname);
    for (const [, entry = ''] of text.matchAll(/<url>(.*?)<\/url>/gs)) {
      const links = entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g);
      pages.push({
        address: locationsOf(entry)[0] ?? '',
        changed: /<lastmod>([^<]+)</.exec(entry)?.[1] ?? null,
        alternates: Object.fromEntries([...links].map(([, language = '', href = '']) => [language, plain(href)])),
      });
    }
  }
  return pages;
}

function locationsOf(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => plain(address));
}

function plain(text: string): string {
  return text.replaceAll('&amp;', '&');
}
