import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { ENDPOINTS, LIST_BY_AGE } from '#lib/contract/endpoints.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { offeredKinds } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { DAY_SECONDS } from '#lib/time/durations.ts';
import { PublicReadingFailed, readPublic } from '../bff/read-public.ts';
import { ownOrAll } from '../pages/bots-of-part.ts';

/** Readings are kept this long, so that many crawlers cost the exchange no more than one. */
const KEEP_SECONDS = 300;
/** For all that a file is made of: half for what the exchange announces, half for its lists. */
const PATIENCE_MS = 1_300;
/** In twelve languages, each naming the others, 500 bots are 9 MB; a sitemap may have 50. */
const PAGE_SIZE = 500;
const MOST_PAGES = 200;
const SIGNALERS = ENDPOINTS.signalers.capability;

export interface BotsOfKind {
  readonly kind: RunnableKind;
  readonly bots: readonly RecommendedItem[];
  readonly pageCount: number;
  /** Whether the exchange says that its list has no bot at all, none of another kind either. */
  readonly isEmpty: boolean;
}

/** A sitemap with what is known is never an error (D7). */
async function known<T>(reading: Promise<T>, instead: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof PublicReadingFailed)) throw error;
    return instead;
  }
}

/** Pages of which nobody knows how many there are: the exchange does not say now. */
const NOT_KNOWN = 0;

/** What the exchange announces; nothing where it cannot say. */
function readAnnounced(): Promise<readonly string[] | undefined> {
  const reading = readPublic('capabilities', { keepSeconds: KEEP_SECONDS, patienceMs: PATIENCE_MS / 2 });
  return known(
    reading.then(({ data }) => data),
    undefined,
  );
}

/**
 * A page of the listed bots of a kind, as far as the exchange gives them. By age: what stands on a page stays there, and whoever is listed at all is. Else by
 * yield, in which nobody stands who was not shown from the first day: the default order leaves pages short so that no provider fills one.
 */
function listOf(kind: RunnableKind, page: number, announced: readonly string[] | undefined): Promise<BotsOfKind> {
  const order_by = announced?.includes(LIST_BY_AGE) === true ? 'create_time' : 'rate';
  const query = { strategy_type: kind, page, page_size: PAGE_SIZE, params_open_type: '0', order_by } as const;
  const reading = readPublic('recommendList', {
    ...{ query, keepSeconds: KEEP_SECONDS, patienceMs: PATIENCE_MS / 2 },
  }).then(({ data = [], pagecount = 1 }) => ({
    kind,
    bots: ownOrAll(kind, page, data),
    pageCount: Math.max(1, Math.min(pagecount, MOST_PAGES)),
    isEmpty: data.length === 0,
  }));
  return known(reading, { kind, bots: [], pageCount: NOT_KNOWN, isEmpty: false });
}

export async function readBotsOfKind(kind: RunnableKind, page: number): Promise<BotsOfKind> {
  return listOf(kind, page, await readAnnounced());
}

/** Whether the exchange does not say now what is on a page. */
export function isNotKnown({ pageCount }: Pick<BotsOfKind, 'pageCount'>): boolean {
  return pageCount === NOT_KNOWN;
}

/** The kinds that the exchange runs (H61), all of them where it cannot say, each with its first page. */
export async function readSharedBots(): Promise<readonly BotsOfKind[]> {
  return firstPages(await readAnnounced());
}

function firstPages(announced: readonly string[] | undefined): Promise<readonly BotsOfKind[]> {
  return Promise.all(offeredKinds(announced).map((kind) => listOf(kind, 1, announced)));
}

export interface Providers {
  /** Each once, with when what is shown of its bots last changed, seconds. */
  readonly providers: readonly { readonly anonymous: string; readonly changed: number }[];
  readonly pageCount: number;
}

/** A page of all who have listed bots; of an exchange that has no such list, those of each kind's first page, as one page. */
export async function readProviders(page: number): Promise<Providers> {
  const announced = await readAnnounced();
  // Where it says nothing, it may have the list, and a page of it.
  if (announced === undefined && page > 1) return { providers: [], pageCount: NOT_KNOWN };
  if (announced?.includes(SIGNALERS) !== true) return providersOf(page === 1 ? await firstPages(announced) : []);
  const query = { page, page_size: PAGE_SIZE };
  const reading = readPublic('signalers', { query, keepSeconds: KEEP_SECONDS, patienceMs: PATIENCE_MS / 2 });
  return known(
    reading.then(({ data = [], pagecount = 1 }) => ({
      providers: data.map(({ anonymous, change_time }) => ({ anonymous, changed: change_time })),
      pageCount: Math.max(1, Math.min(pagecount, MOST_PAGES)),
    })),
    { providers: [], pageCount: NOT_KNOWN },
  );
}

function providersOf(lists: readonly BotsOfKind[]): Providers {
  const changed = new Map<string, number>();
  for (const { bots } of lists)
    for (const bot of bots) {
      const { anonymous } = bot.user_info;
      changed.set(anonymous, Math.max(changed.get(anonymous) ?? 0, changedAt(bot)));
    }
  const isSilent = lists.length > 0 && lists.every(isNotKnown);
  return {
    providers: [...changed].map(([anonymous, at]) => ({ anonymous, changed: at })),
    pageCount: isSilent ? NOT_KNOWN : 1,
  };
}

/** Where typical bots were replayed; none where the exchange has no such call. */
export function readTypicalRows(): Promise<readonly TypicalRow[]> {
  const reading = readPublic('typicalReplays', { query: {}, keepSeconds: KEEP_SECONDS, patienceMs: PATIENCE_MS });
  return known(
    reading.then(({ data = [] }) => data),
    [],
  );
}

/**
 * When a bot's page last changed, seconds: its creation, its end, or the last UTC day that is over of one that runs. Its present figures move all the
 * time, and a `lastmod` that is always now is one that search engines learn to leave unread.
 */
export function changedAt({ create_time, finish_time = 0, back_profit }: RecommendedItem): number {
  const last = back_profit.reduce((latest, point) => Math.max(latest, point.time_stamp), create_time);
  return finish_time > 0 ? last : Math.max(create_time, Math.floor(last / DAY_SECONDS) * DAY_SECONDS);
}

/** When a list last changed, seconds; 0, not known, where it goes on after the page that was read, or could not be read. */
function listChangedAt({ bots, pageCount }: BotsOfKind): number {
  return pageCount === 1 ? newestOf(bots.map(changedAt)) : 0;
}

/** When each kind's page last changed; 0: not known. */
export function strategiesChanged(lists: readonly BotsOfKind[], rows: readonly TypicalRow[]) {
  return lists.map((list) => {
    const typical = rows.flatMap((row) => (row.strategy_type === list.kind ? [row.to] : []));
    const listed = listChangedAt(list);
    const at = listed === 0 && !list.isEmpty ? 0 : newestOf([listed, ...typical]);
    // As its page says of itself (isWorthPage).
    return { kind: list.kind, at, hasWord: !list.isEmpty || typical.length > 0 };
  });
}

/** When what is made of all of them last changed; 0 where that is not known of one that has something to say. */
export function newestOfAll(changed: readonly { readonly at: number; readonly hasWord: boolean }[]): number {
  return changed.some(({ at, hasWord }) => hasWord && at === 0) ? 0 : newestOf(changed.map(({ at }) => at));
}

/** The newest of times that are known. */
export function newestOf(times: readonly number[]): number {
  return times.reduce((latest, time) => Math.max(latest, time), 0);
}
