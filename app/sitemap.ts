import type { MetadataRoute } from 'next';
import { detailPath, kindPath, landingPath, signalerPath } from '#components/addresses/paths.ts';
import { languageAlternates } from '#components/discovery/page-metadata.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { LANGUAGES, type Language } from '#lib/i18n/languages.ts';
import { offeredKinds } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { PublicReadingFailed, readPublic } from '#server/bff/read-public.ts';
import { publicUrl } from '#server/settings/env.ts';

/** What is shared changes by the minute, and no upstream is asked while building. */
export const dynamic = 'force-dynamic';

/** Readings are kept this long, so that many crawlers cost the exchange no more than one. */
const KEEP_SECONDS = 300;
/** For each list; all of them are read at the same time. */
const PATIENCE_MS = 1_600;
const PAGE_SIZE = 500;
/** 20 pages of 500 bots in two languages stay below the 50,000 addresses that a sitemap may have. */
const MOST_PAGES = 20;

interface Shared {
  readonly kinds: readonly RunnableKind[];
  readonly bots: readonly RecommendedItem[];
}

/** The kinds that the exchange runs (H61), all of them where it cannot say, and the ranked bots of those that it told of. */
async function sharedOnExchange(): Promise<Shared> {
  const documented = offeredKinds([]);
  // What the exchange announces is read beside the lists that every exchange has, so that a slow one costs its patience once.
  const [lists, announced] = await Promise.all([botsOf(documented, PATIENCE_MS), sharedOfAnnounced(documented)]);
  // Single-indicator bots stand in the list of their own kind and in that of the editor’s.
  const bots = new Map([...lists, ...announced.bots].map((bot) => [bot.strategy_id, bot]));
  return { kinds: announced.kinds, bots: [...bots.values()] };
}

/** The same of the kinds that only an announcement brings; each of the two readings has half of the patience. */
async function sharedOfAnnounced(documented: readonly RunnableKind[]): Promise<Shared> {
  const patienceMs = PATIENCE_MS / 2;
  try {
    const { data } = await readPublic('capabilities', { keepSeconds: KEEP_SECONDS, patienceMs });
    const kinds = offeredKinds(data);
    const announced = kinds.filter((kind) => !documented.includes(kind));
    return { kinds, bots: await botsOf(announced, patienceMs) };
  } catch (error) {
    if (!(error instanceof PublicReadingFailed)) throw error;
    return { kinds: offeredKinds(undefined), bots: [] };
  }
}

async function botsOf(kinds: readonly RunnableKind[], patienceMs: number): Promise<readonly RecommendedItem[]> {
  const lists = await Promise.all(kinds.map((kind) => botsOfKind(kind, patienceMs)));
  return lists.flat();
}

/** The ranked bots of a kind, as far as the exchange gives them: a sitemap with what is known is never an error (D7). */
async function botsOfKind(kind: RunnableKind, patienceMs: number): Promise<RecommendedItem[]> {
  const bots: RecommendedItem[] = [];
  try {
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const { data = [], pagecount } = await readPublic('recommendList', {
        // By yield: the default order leaves pages short so that no provider fills one.
        query: { strategy_type: kind, page, page_size: PAGE_SIZE, params_open_type: '0', order_by: 'rate' },
        keepSeconds: KEEP_SECONDS,
        patienceMs,
      });
      bots.push(...data);
      if (page >= (pagecount ?? 1)) break;
    }
  } catch (error) {
    if (!(error instanceof PublicReadingFailed)) throw error;
  }
  return bots;
}

/** When a bot's page last changed: the last point of its curve, or its creation when it has none yet. */
function changedAt(bot: RecommendedItem): number {
  return bot.back_profit.reduce((latest, point) => Math.max(latest, point.time_stamp), bot.create_time);
}

/** Landing page, strategies, shared bots and their providers, in every language, each naming the others. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const baseUrl = publicUrl();
  const { kinds, bots } = await sharedOnExchange();
  const entries = (pathIn: (language: Language) => string, changed: number): MetadataRoute.Sitemap =>
    LANGUAGES.map((language) => ({
      url: escapeXml(`${baseUrl}${pathIn(language)}`),
      ...(changed === 0 ? {} : { lastModified: new Date(changed * 1000) }),
      alternates: { languages: escapeAll(languageAlternates({ baseUrl, pathIn })) },
    }));
  const newest = bots.reduce((latest, bot) => Math.max(latest, changedAt(bot)), 0);
  const providers = new Map<string, number>();
  for (const bot of bots) {
    const { anonymous } = bot.user_info;
    providers.set(anonymous, Math.max(providers.get(anonymous) ?? 0, changedAt(bot)));
  }
  return [
    ...entries(landingPath, newest),
    ...kinds.flatMap((kind) => entries((language) => kindPath(language, kind), newest)),
    ...bots.flatMap((bot) =>
      entries((language) => detailPath(language, { ...bot, anonymous: bot.user_info.anonymous }), changedAt(bot)),
    ),
    ...[...providers].flatMap(([anonymous, changed]) =>
      entries((language) => signalerPath(language, anonymous), changed),
    ),
  ];
}

/** Next writes addresses into the file as they are; an ampersand of a query must be an entity there. */
function escapeXml(url: string): string {
  return url.replace(/&/g, '&amp;');
}

function escapeAll(urls: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(urls).map(([language, url]) => [language, escapeXml(url)]));
}
