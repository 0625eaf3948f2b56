import { agreementPath, glossaryPath, helpIndexPath, helpPath } from '#components/addresses/help-paths.ts';
import {
  DEFAULT_MARKET,
  DUAL_PRODUCTS,
  detailPath,
  dualPath,
  kindPath,
  landingPath,
  marketPath,
  rankingsPath,
  type SortOrder,
  signalerPath,
  startPath,
} from '#components/addresses/paths.ts';
import { languageAlternates } from '#components/discovery/page-metadata.ts';
import { sortOrdersOf } from '#components/discovery/sort-orders.ts';
import { EARN_TYPES } from '#lib/contract/earn-types.ts';
import { LANGUAGES, type Language } from '#lib/i18n/languages.ts';
import { CREATABLE_KINDS, isCreatable } from '#lib/kinds/catalogue.ts';
import type { SitemapEntry, SitemapPart } from '#server/pages/sitemap-xml.ts';
import { publicUrl } from '#server/settings/env.ts';
import {
  changedAt,
  isNotKnown,
  newestOf,
  newestOfAll,
  readBotsOfKind,
  readProviders,
  readSharedBots,
  readTypicalRows,
  strategiesChanged,
} from '#server/sitemap/shared-bots.ts';
import { mayHaveOffers } from '../[lang]/earn/_readings/dual-pairs.ts';
import { readRecommended } from '../[lang]/strategybot/_readings/discovery.ts';

/** One page in every language, each naming the others. */
function entriesOf(pathIn: (language: Language) => string, changed: number): SitemapEntry[] {
  const baseUrl = publicUrl();
  const alternates = languageAlternates({ baseUrl, pathIn });
  return LANGUAGES.map((language) => ({ url: `${baseUrl}${pathIn(language)}`, changed, alternates }));
}

/**
 * The parts of the sitemap: strategies and markets, providers, and each kind's bots, some hundred a part. First pages alone are read for it: of further parts, and of
 * what is of more than they hold, no time is said. The part says it of each page.
 */
export async function sitemapParts(): Promise<readonly SitemapPart[]> {
  const [lists, rows, { providers, pageCount }] = await Promise.all([
    readSharedBots(),
    readTypicalRows(),
    readProviders(1),
  ]);
  const changed = (bots: (typeof lists)[number]['bots']) => newestOf(bots.map(changedAt));
  const part = (name: string, at: number): SitemapPart => ({ url: `${publicUrl()}/sitemaps/${name}.xml`, changed: at });
  const partsOf = (name: string, first: number, count: number): SitemapPart[] =>
    Array.from({ length: count }, (_, at) => part(`${name}-${at + 1}`, at === 0 ? first : 0));
  return [
    part('strategies', newestOfAll(strategiesChanged(lists, rows))),
    part('help', 0),
    ...(rows.length === 0 ? [] : [part('markets', newestOf(rows.map(({ to }) => to)))]),
    ...partsOf('providers', newestOf(providers.map((one) => one.changed)), providers.length === 0 ? 0 : pageCount),
    // Bots that stand under a kind which is not theirs make no part of it.
    ...lists.flatMap(({ kind, bots, pageCount: count }) =>
      partsOf(`bots-${kind}`, changed(bots), bots.length === 0 ? 0 : count),
    ),
  ];
}

/** What stands in a part, by its name; null for a name that is none, 'silent' where the exchange does not say now whether it is one. */
export async function sitemapPart(name: string): Promise<readonly SitemapEntry[] | 'silent' | null> {
  if (name === 'strategies') return strategies();
  if (name === 'help') return help();
  if (name === 'markets') return markets();
  const [, of = '', kind = '', page = ''] = /^(providers|bots-([a-z_-]+))-([1-9]\d{0,2})$/.exec(name) ?? [];
  if (of === 'providers') return providers(Number(page));
  if (!isCreatable(kind)) return null;
  const list = await readBotsOfKind(kind, Number(page));
  if (isNotKnown(list)) return 'silent';
  const { bots } = list;
  if (bots.length === 0) return null;
  return bots.flatMap((bot) =>
    entriesOf((language) => detailPath(language, { ...bot, anonymous: bot.user_info.anonymous }), changedAt(bot)),
  );
}

/** The landing page, the rankings that have bots, the start page, the earn products that are offered and every kind that lists a bot or what typical ones did. */
async function strategies(): Promise<readonly SitemapEntry[]> {
  const [lists, rows, ranked, isOffered] = await Promise.all([
    readSharedBots(),
    readTypicalRows(),
    readRankedOrders(),
    mayHaveOffers(DEFAULT_MARKET),
  ]);
  const changed = strategiesChanged(lists, rows);
  const newest = newestOfAll(changed);
  return [
    ...entriesOf(landingPath, newest),
    ...ranked.flatMap((order) => entriesOf((language) => rankingsPath(language, order), newest)),
    // What they propose comes from the prices of the moment: it has no time of its own.
    ...entriesOf((language) => startPath(language), 0),
    ...(isOffered ? DUAL_PRODUCTS : []).flatMap((product) => entriesOf((language) => dualPath(language, product), 0)),
    ...changed.flatMap(({ kind, at, hasWord }) =>
      hasWord ? entriesOf((language) => kindPath(language, kind), at) : [],
    ),
  ];
}

/**
 * The orders in which a bot stands, as the rankings' own pages read them: without one they say nothing, and stay out of search engines. Whoever was
 * not shown from the first day stands by default and in none of the others. One that is not known now is named, as its page wants to be found then.
 */
async function readRankedOrders(): Promise<readonly SortOrder[]> {
  const orders = sortOrdersOf('all');
  const lists = await Promise.all(orders.map((order) => readRecommended('all', order, 1)));
  return orders.filter((_, at) => lists[at]?.total === null || lists[at]?.items.length !== 0);
}

/** Help pages: what they say hangs on no exchange. */
function help(): readonly SitemapEntry[] {
  const subjects = [...CREATABLE_KINDS, ...EARN_TYPES].map((one) => (language: Language) => helpPath(language, one));
  const glossary = (language: Language) => glossaryPath(language);
  return [helpIndexPath, glossary, agreementPath, ...subjects].flatMap((pathIn) => entriesOf(pathIn, 0));
}

/** Markets, and kinds on them, of which there is something to say. */
async function markets(): Promise<readonly SitemapEntry[]> {
  const rows = await readTypicalRows();
  const names = [...new Set(rows.map(({ market }) => market))].sort();
  const pairs = new Map(rows.map((row) => [`${row.strategy_type} ${row.market}`, row]));
  return [
    ...names.flatMap((market) =>
      entriesOf(
        (language) => marketPath(language, market),
        newestOf(rows.flatMap((row) => (row.market === market ? [row.to] : []))),
      ),
    ),
    ...[...pairs.values()].flatMap(({ strategy_type: kind, market, to }) =>
      entriesOf((language) => marketPath(language, market, kind), to),
    ),
  ];
}

async function providers(page: number): Promise<readonly SitemapEntry[] | 'silent' | null> {
  const list = await readProviders(page);
  if (isNotKnown(list)) return 'silent';
  if (list.providers.length === 0) return null;
  return list.providers.flatMap(({ anonymous, changed }) =>
    entriesOf((language) => signalerPath(language, anonymous), changed),
  );
}
