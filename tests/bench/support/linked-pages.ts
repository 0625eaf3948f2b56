/** Addresses that the landing page itself links to: what crawlers and visitors ask for. */
export async function linkedPages(url: string): Promise<Record<string, string>> {
  const html = await (await fetch(`${url}/en/strategybot`)).text();
  const link = (pattern: RegExp) => pattern.exec(html)?.[0].replaceAll('&amp;', '&');
  const detail = link(/\/en\/strategybot\/detail\?[^"]+/);
  const provider = link(/\/en\/strategybot\/signaler-detail\?[^"]+/);
  if (detail === undefined) throw new Error('the landing page links to no shared bot');
  return { landing: '/en/strategybot', detail, ...(provider === undefined ? {} : { provider }) };
}
