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
export const FIXED = {
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

type Sort = keyof typeof SORTS;
type PublicPaths = Readonly<Record<Sort | keyof typeof FIXED, string>>;

/** Typical bots are replayed one after another behind the exchange. */
const WAIT_MS = 120_000;

/** The addresses of some sorts, as the site map of a running product names them. */
async function namedPaths(url: string, sorts: readonly Sort[]): Promise<Readonly<Partial<Record<Sort, string>>>> {
  if (sorts.length === 0) return {};
  const until = performance.now() + WAIT_MS;
  await typicalBots(url, until);
  for (;;) {
    const pages = await sitemapPages(async (path) => (await fetch(`${url}${path}`)).text());
    const paths = pages.map(({ address }) => address.replace(/^https?:\/\/[^/]+/, ''));
    const found = sorts.map((name) => [name, paths.find((path) => SORTS[name].test(path))] as const);
    const missing = found.filter(([, path]) => path === undefined).map(([name]) => name);
    if (missing.length === 0) return Object.fromEntries(found);
    if (performance.now() > until) throw new Error(`the site map names no ${missing.join(', ')}`);
    await delay(2_000);
  }
}

/** Until there is one of a spot grid on BTC: a site map that was read before keeps for minutes that there is none. */
async function typicalBots(url: string, until: number): Promise<void> {
  const question = '/api/apiw/v2/quant-trading/strategybot/typical_replays?strategy_type=spot_grid&market=BTC_USDT';
  while (performance.now() < until) {
    const { data } = (await (await fetch(`${url}${question}`)).json()) as { data?: readonly unknown[] };
    if ((data ?? []).length > 0) return;
    await delay(2_000);
  }
}

const SORT_NAMES = Object.keys(SORTS) as Sort[];

/** A page of each sort that strangers see, those with figures as the site map names them; the product must replay typical bots. */
export async function publicPaths(url: string): Promise<PublicPaths> {
  return { ...(await namedPaths(url, SORT_NAMES)), ...FIXED } as PublicPaths;
}

/**
 * What a run is asked for of those pages, and of `more`: the ones that `names` names, an address of any other page by itself, all where nothing is named. Nothing is
 * waited for that none of them needs.
 */
export async function chosenPages(
  url: string,
  names: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<readonly (readonly [name: string, path: string])[]> {
  if (names.length === 0) return Object.entries({ ...(await publicPaths(url)), ...more });
  const sorts = SORT_NAMES.filter((name) => names.includes(name));
  const pages: Readonly<Record<string, string | undefined>> = { ...FIXED, ...more, ...(await namedPaths(url, sorts)) };
  return names.map((name) => {
    const path = name.startsWith('/') ? name : pages[name];
    if (path === undefined)
      throw new Error(`no page ${name}: ${[...SORT_NAMES, ...Object.keys(pages)].join(' ')}, or an address`);
    return [name, path];
  });
}
