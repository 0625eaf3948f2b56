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
import type { Placed } from './rank-order.ts';
import type { Ranked, Ranking } from './ranking.ts';
import { ScoreBoard, type Scores } from './score-board.ts';
import { Upkeep } from './upkeep.ts';
import { isListed, wasEverListed } from './visibility.ts';

/** How old an order may be before the next look at all bots begins. The public pages' own cache is older still. */
const FRESH_MS = 2_000;
/** Ended bots stay in the lists for so long (H57). */
const ENDED_STAY_MS = 90 * DAY_MS;
/** Lists that are kept: filters that somebody asked for. */
const KEPT_LISTS = 200;

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

/**
 * The bots that everybody may see: not hidden, living or ended in the last 90 days. Their ranks are kept up while somebody asks, some
 * at a time between other work; whoever asks meanwhile is shown the last ones.
 */
export interface PublicIndex {
  /** Best first; bots that have no rank yet are not among them. The same list until the ranks are looked at again. */
  ranked(filter: PublicFilter, ranking: Ranking, nowMs: number): Promise<readonly Ranked[]>;
  /** Every shared bot of a provider: the ranked ones first, then those that are too young for a rank, oldest first. */
  ofProvider(ownerId: number, nowMs: number): Promise<readonly Ranked[]>;
  /** No look goes on. */
  stop(): void;
}

export interface IndexParts {
  readonly book: Pick<BotBook, 'every' | 'ofOwner'>;
  readonly views: Pick<BotViews, 'present' | 'earned'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** How looks at many bots are gone on with. */
  readonly upkeep?: Upkeep;
}

/** A list that was asked for, of the look that it was made of. */
interface KeptList {
  readonly of: Scores;
  readonly list: readonly Ranked[];
}

export function createPublicIndex({ book, views, clock, upkeep = new Upkeep() }: IndexParts): PublicIndex {
  const board = new ScoreBoard(book, views);
  const lists = new LRUCache<string, KeptList>({ max: KEPT_LISTS });
  const making = new Map<string, Promise<readonly Ranked[]>>();
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

  function made(key: string, from: Scores, work: Generator<void, readonly Ranked[]>) {
    const known = making.get(key);
    if (known !== undefined) return known;
    const list = inPieces(work);
    if (!(list instanceof Promise)) {
      lists.set(key, { of: from, list });
      return list;
    }
    const done = list
      .then((whole) => {
        lists.set(key, { of: from, list: whole });
        return whole;
      })
      .finally(() => making.delete(key));
    making.set(key, done);
    return done;
  }

  return {
    async ranked(filter, ranking, nowMs) {
      const from = await scores(nowMs);
      const key = JSON.stringify([filter, ranking]);
      const known = lists.get(key);
      if (known?.of === from) return known.list;
      const isWanted = (entry: Ranked) => isShown(entry, nowMs) && isMatching(entry, filter);
      const list = made(key, from, those(from.orders[ranking], isWanted));
      // Of many bots a list takes a while: whoever asked before is shown what there was.
      return list instanceof Promise ? (known?.list ?? list) : list;
    },
    async ofProvider(ownerId, nowMs) {
      const { orders } = await scores(nowMs);
      const isOwn = (entry: Ranked) => entry.bot.record.ownerId === ownerId && isShown(entry, nowMs);
      const best = await inPieces(those(orders.default, isOwn));
      const areRanked = new Set(best.map(({ bot }) => bot.record.id));
      const young = book
        .ofOwner(ownerId)
        .filter(({ record }) => wasEverListed(record) && !areRanked.has(record.id))
        .map((bot) => board.entryOf(bot, nowMs))
        .filter((entry) => isShown(entry, nowMs));
      return [...best, ...young.sort((a, b) => a.bot.record.id - b.bot.record.id)];
    },
    stop: () => upkeep.stop(),
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
