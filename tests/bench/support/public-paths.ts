import { setTimeout as delay } from 'node:timers/promises';
import { sitemapPages } from '#tests/support/sitemap.ts';

const SORTS = {
  landing: /^\/en\/strategybot$/,
  kind: /^\/en\/strategybot\/spot_grid$/,
  market: /^\/en\/strategybot\/market\/BTC_USDT$/,
  kindOnMarket: /^\/en\/strategybot\/spot_grid\/BTC_USDT$/,
  detail: /^\/en\/strategybot\/detail\?/,
  provider: /^\/en\/strategybot\/signaler-detail\?/,
} as const;

/** The same on every product. */
const FIXED = {
  list: '/en/strategybot/all/yield',
  rankings: '/en/strategybot/rankings',
  start: '/en/strategybot/start',
  login: '/en/login',
  help: '/en/help',
  kindHelp: '/en/help/bots/spot_grid',
  earnHelp: '/en/help/earn/sell-high',
  glossary: '/en/help/glossary',
  agreement: '/en/help/bots/agreement',
  sellHigh: '/en/earn/sell-high',
  plans: '/en/auto-investment',
} as const;

type PublicPaths = Readonly<Record<keyof typeof SORTS | keyof typeof FIXED, string>>;

/** Typical bots are replayed one after another behind the exchange. */
const WAIT_MS = 120_000;

/** A page of each sort that strangers see, those with figures as the site map of a running product names them; the product must replay typical bots. */
export async function publicPaths(url: string): Promise<PublicPaths> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const pages = await sitemapPages(async (path) => (await fetch(`${url}${path}`)).text());
    const paths = pages.map(({ address }) => address.replace(/^https?:\/\/[^/]+/, ''));
    const found = Object.entries(SORTS).map(([name, sort]) => [name, paths.find((path) => sort.test(path))] as const);
    const missing = found.filter(([, path]) => path === undefined).map(([name]) => name);
    if (missing.length === 0) return { ...Object.fromEntries(found), ...FIXED } as PublicPaths;
    if (performance.now() > until) throw new Error(`the site map names no ${missing.join(', ')}`);
    await delay(2_000);
  }
}

/**
 * What of `pages` a run is asked for: those that `names` names, an address of any other page by itself, all where nothing is named.
 */
export function chosenPages(
  pages: Readonly<Record<string, string>>,
  names: readonly string[],
): readonly (readonly [name: string, path: string])[] {
  if (names.length === 0) return Object.entries(pages);
  return names.map((name) => {
    const path = name.startsWith('/') ? name : pages[name];
    if (path === undefined) throw new Error(`no page ${name}: ${Object.keys(pages).join(' ')}, or an address`);
    return [name, path];
  });
}
