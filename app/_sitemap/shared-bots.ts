import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { offeredKinds } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { PublicReadingFailed, readPublic } from '#server/bff/read-public.ts';
import { ownOrAll } from '#server/pages/bots-of-part.ts';

/** Readings are kept this long, so that many crawlers cost the exchange no more than one. */
const KEEP_SECONDS = 300;
/** For all that a file is made of, half of it for what the other half depends on. */
const PATIENCE_MS = 1_600;
/** In twelve languages, each naming the others, 500 bots are 9 MB; a sitemap may have 50. */
const PAGE_SIZE = 500;
const MOST_PAGES = 200;

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

/** A page of the ranked bots of a kind, as far as the exchange gives them. By yield: the default order leaves pages short so that no provider fills one. */
export function readBotsOfKind(kind: RunnableKind, page = 1, patienceMs = PATIENCE_MS): Promise<BotsOfKind> {
  const query = { strategy_type: kind, page, page_size: PAGE_SIZE, params_open_type: '0', order_by: 'rate' } as const;
  const reading = readPublic('recommendList', { query, keepSeconds: KEEP_SECONDS, patienceMs }).then(
    ({ data = [], pagecount = 1 }) => ({
      kind,
      bots: ownOrAll(kind, page, data),
      pageCount: Math.max(1, Math.min(pagecount, MOST_PAGES)),
      isEmpty: data.length === 0,
    }),
  );
  return known(reading, { kind, bots: [], pageCount: NOT_KNOWN, isEmpty: false });
}

/** Whether the exchange does not say now what a kind's bots are. */
export function isNotKnown({ pageCount }: BotsOfKind): boolean {
  return pageCount === NOT_KNOWN;
}

/**
 * The kinds that the exchange runs (H61), all of them where it cannot say, each with its first page. What the exchange announces is read
 * beside the lists that every exchange has, so that a slow one costs its patience once.
 */
export async function readSharedBots(): Promise<readonly BotsOfKind[]> {
  const documented = offeredKinds([]);
  const [lists, more] = await Promise.all([
    Promise.all(documented.map((kind) => readBotsOfKind(kind))),
    readAnnounced(documented),
  ]);
  return [...lists, ...more];
}

async function readAnnounced(documented: readonly RunnableKind[]): Promise<readonly BotsOfKind[]> {
  const patienceMs = PATIENCE_MS / 2;
  const reading = readPublic('capabilities', { keepSeconds: KEEP_SECONDS, patienceMs }).then(({ data }) => data);
  const announced = offeredKinds(await known(reading, undefined)).filter((kind) => !documented.includes(kind));
  return Promise.all(announced.map((kind) => readBotsOfKind(kind, 1, patienceMs)));
}

/** Where typical bots were replayed; none where the exchange has no such call. */
export function readTypicalRows(): Promise<readonly TypicalRow[]> {
  const reading = readPublic('typicalReplays', { query: {}, keepSeconds: KEEP_SECONDS, patienceMs: PATIENCE_MS });
  return known(
    reading.then(({ data = [] }) => data),
    [],
  );
}

/** When a bot's page last changed, seconds: the last point of its curve, or its creation when it has none yet. */
export function changedAt(bot: RecommendedItem): number {
  return bot.back_profit.reduce((latest, point) => Math.max(latest, point.time_stamp), bot.create_time);
}

export function newestOf(times: readonly number[]): number {
  return times.reduce((latest, time) => Math.max(latest, time), 0);
}
