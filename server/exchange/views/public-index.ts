import { LRUCache } from 'lru-cache';
import type { StrategyType } from '#lib/contract/vocabulary.ts';
import type { BotBook } from '../bots/bot-book.ts';
import { tradesMarket } from '../bots/bot-markets.ts';
import { isFinished } from '../bots/bot-record.ts';
import { DAY_MS } from '../bots/daily-curve.ts';
import { endedBefore } from '../bots/whole-days.ts';
import type { Clock } from '../surroundings/clock.ts';
import type { BotViews } from './bot-views.ts';
import { inPieces, theRest, withPauses } from './in-pieces.ts';
import { isListedAs } from './list-kind.ts';
import { pagesByProvider } from './provider-pages.ts';
import type { Placed } from './rank-order.ts';
import type { Ranked, Ranking } from './ranking.ts';
import { ScoreBoard, type Scores } from './score-board.ts';
import type { Upkeep } from './upkeep.ts';
import { isListed, wasEverListed } from './visibility.ts';

/** How old an order may be before the next look at all bots begins. The public pages' own cache is older still. */
const FRESH_MS = 2_000;
/** Ended bots stay in the lists for so long (H57). */
const ENDED_STAY_MS = 90 * DAY_MS;
/** Lists that somebody asked for are kept, so many places of them together: some megabytes. */
const KEPT_PLACES = 2_000_000;

export interface PublicFilter {
  /** Of every kind when it is not said. */
  readonly kind?: StrategyType;
  /** Bots that trade it, portfolios that hold its coin among them. */
  readonly market?: string;
  /** Whether they stand on a contract. */
  readonly isOnContract?: boolean;
  readonly onlyOpenParams?: boolean;
  /** Leaves out what has ended. */
  readonly onlyLiving?: boolean;
}

export interface PagedRanking {
  readonly count: number;
  readonly pages: readonly (readonly Ranked[])[];
}

/**
 * The bots that everybody may see: not hidden, living or ended in the last 90 days. Their ranks are kept up while somebody asks, some
 * at a time between other work; whoever asks meanwhile is shown the last ones.
 */
export interface PublicIndex {
  /** Best first; bots that have no rank yet are not among them. The same list until the ranks are looked at again. */
  ranked(filter: PublicFilter, ranking: Ranking, nowMs: number): Promise<readonly Ranked[]>;
  /** The default ranking in pages on which no provider stands more than twice, and how many bots it has. */
  paged(filter: PublicFilter, pageSize: number, nowMs: number): Promise<PagedRanking>;
  /** Every shared bot of a provider: the ranked ones first, then those that are too young for a rank, oldest first. */
  ofProvider(ownerId: number, nowMs: number): Promise<readonly Ranked[]>;
}

export interface IndexParts {
  readonly book: Pick<BotBook, 'every' | 'ofOwner'>;
  readonly views: Pick<BotViews, 'present' | 'earned'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** How looks at many bots are gone on with. */
  readonly upkeep: Upkeep;
}

/** Something that was asked for, and the look that it was made of. */
interface Kept {
  readonly of: Scores;
  readonly value: object;
}

export function createPublicIndex({ book, views, clock, upkeep }: IndexParts): PublicIndex {
  const board = new ScoreBoard(book, views);
  const kept = new LRUCache<string, Kept>({
    maxSize: KEPT_PLACES,
    sizeCalculation: ({ value }) => 1 + ('count' in value ? Number(value.count) : (value as readonly unknown[]).length),
  });
  const making = new Map<string, Promise<object>>();
  let last: Scores | null = null;
  let next: Promise<Scores> | null = null;

  function keep(scores: Scores): Scores {
    last = scores;
    next = null;
    return scores;
  }

  /** Few bots are looked at at once, and then nobody waits; of many the first look is waited for, later ones are not. */
  function scores(nowMs: number): Scores | Promise<Scores> {
    if (next !== null) return last ?? next;
    if (last !== null && nowMs >= last.atMs && nowMs - last.atMs < FRESH_MS) return last;
    const work = board.look(clock.nowMs);
    const step = work.next();
    if (step.done === true) return keep(step.value);
    next = (last === null ? theRest(work) : upkeep.restOf(work)).then(keep);
    // Whoever is shown the last ones does not wait for it; the next who asks begins again.
    next.catch(() => {
      next = null;
    });
    return last ?? next;
  }

  /** What is made of a look, once for all who ask. Of many bots it takes a while: whoever asks again is shown what there was of the look before. */
  async function madeOf<T extends object>(
    key: string,
    nowMs: number,
    work: (from: Scores) => Generator<void, T>,
  ): Promise<T> {
    const from = await scores(nowMs);
    const known = kept.get(key);
    if (known?.of === from) return known.value as T;
    const value = (making.get(key) as Promise<T> | undefined) ?? inPieces(work(from));
    if (!(value instanceof Promise)) {
      kept.set(key, { of: from, value });
      return value;
    }
    if (!making.has(key)) {
      making.set(key, value);
      value
        .then((whole) => kept.set(key, { of: from, value: whole }))
        .finally(() => making.delete(key))
        // Whoever waits is told; the next who asks begins again.
        .catch(() => {});
    }
    return known === undefined ? value : (known.value as T);
  }

  const wanted = (filter: PublicFilter, ranking: Ranking, nowMs: number) =>
    function* ({ orders }: Scores) {
      return yield* those(orders[ranking], (entry) => isShown(entry, nowMs) && isMatching(entry, filter));
    };

  return {
    ranked: (filter, ranking, nowMs) =>
      madeOf(JSON.stringify([filter, ranking]), nowMs, wanted(filter, ranking, nowMs)),
    paged: (filter, pageSize, nowMs) =>
      madeOf(JSON.stringify([filter, pageSize]), nowMs, function* (from) {
        const list = yield* wanted(filter, 'default', nowMs)(from);
        return { count: list.length, pages: yield* pagesByProvider(list, pageSize) };
      }),
    async ofProvider(ownerId, nowMs) {
      await scores(nowMs);
      const own = book
        .ofOwner(ownerId)
        .filter(({ record }) => wasEverListed(record))
        .map((bot) => ({ entry: board.entryOf(bot, nowMs), score: board.scoreOf(bot) ?? Number.NEGATIVE_INFINITY }))
        .filter(({ entry }) => isShown(entry, nowMs));
      return own
        .sort((a, b) => (a.score === b.score ? a.entry.bot.record.id - b.entry.bot.record.id : b.score - a.score))
        .map(({ entry }) => entry);
    },
  };
}

function* those(order: readonly Placed[], isWanted: (entry: Ranked) => boolean): Generator<void, Ranked[]> {
  const found: Ranked[] = [];
  yield* withPauses(order, ({ row: { entry } }) => {
    if (isWanted(entry)) found.push(entry);
  });
  return found;
}

/** What is hidden is in no list, whenever it was ranked; whatever was listed once counts for its provider, but lists do not show what ended long ago. */
function isShown({ bot }: Ranked, nowMs: number): boolean {
  return isListed(bot.record) && !endedBefore(bot, nowMs - ENDED_STAY_MS);
}

function isMatching({ bot: { record, spec } }: Ranked, filter: PublicFilter): boolean {
  return (
    (filter.kind === undefined || isListedAs(record.kind, spec, filter.kind)) &&
    (filter.market === undefined || tradesMarket(spec, filter.market)) &&
    (filter.isOnContract === undefined || (spec.contract !== undefined) === filter.isOnContract) &&
    (filter.onlyLiving !== true || !isFinished(record)) &&
    (filter.onlyOpenParams !== true || record.isOpenParams || record.isAi)
  );
}
