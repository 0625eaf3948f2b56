import type { StrategyType } from '#lib/contract/vocabulary.ts';
import type { BotBook } from '../bots/bot-book.ts';
import { tradesMarket } from '../bots/bot-markets.ts';
import { isFinished } from '../bots/bot-record.ts';
import { DAY_MS } from '../bots/daily-curve.ts';
import { endedBefore } from '../bots/whole-days.ts';
import type { BotViews } from './bot-views.ts';
import { inPieces, withPauses } from './in-pieces.ts';
import { isListedAs } from './list-kind.ts';
import type { Ranked, Ranking } from './ranking.ts';
import { ScoreBoard, type Scores } from './score-board.ts';

/** How old a ranking may be, for each 5,000 bots that it is made of. The public pages' own cache is older still. */
const FRESH_MS = 2_000;
const BOTS_OF_A_PART = 5_000;
/** Ended bots stay in the lists for so long (H57). */
const ENDED_STAY_MS = 90 * DAY_MS;

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
 * The bots that everybody may see: not hidden, living or ended in the last 90 days. Their figures are read when somebody
 * asks and they are old, some at a time between other work; whoever asks meanwhile is shown the last ones.
 */
export interface PublicIndex {
  /** Best first; bots that have no rank yet are not among them. The same list until the figures are read again. */
  ranked(filter: PublicFilter, ranking: Ranking, nowMs: number): Promise<readonly Ranked[]>;
  /** Every shared bot of a provider: the ranked ones first, then those that are too young for a rank, oldest first. */
  ofProvider(ownerId: number, nowMs: number): Promise<readonly Ranked[]>;
}

/** The last scores, and what was asked of them. */
interface Reading {
  readonly scores: Scores;
  readonly lists: Map<string, readonly Ranked[] | Promise<readonly Ranked[]>>;
}

export function createPublicIndex(book: BotBook, views: BotViews): PublicIndex {
  const board = new ScoreBoard(book, views);
  let last: Reading | null = null;
  let next: Promise<Reading> | null = null;

  function isFresh({ scores: { atMs, all } }: Reading, nowMs: number): boolean {
    const parts = Math.max(1, Math.ceil(all.length / BOTS_OF_A_PART));
    return nowMs >= atMs && nowMs - atMs < FRESH_MS * parts;
  }

  /** Few bots are read at once, and then nobody waits; of many the first reading is waited for, later ones are not. */
  function reading(nowMs: number): Reading | Promise<Reading> {
    if (next !== null) return last ?? next;
    if (last !== null && isFresh(last, nowMs)) return last;
    const work = inPieces(board.read(nowMs));
    if (!(work instanceof Promise)) {
      last = { scores: work, lists: new Map() };
      return last;
    }
    next = work.then(
      (scores) => {
        last = { scores, lists: new Map() };
        next = null;
        return last;
      },
      (error: unknown) => {
        next = null;
        throw error;
      },
    );
    // Whoever is shown the last ones does not wait for it; the next who asks begins again.
    next.catch(() => {});
    return last ?? next;
  }

  return {
    async ranked(filter, ranking, nowMs) {
      const { scores, lists } = await reading(nowMs);
      const key = JSON.stringify([filter, ranking]);
      const known = lists.get(key);
      if (known !== undefined) return known;
      const isWanted = (entry: Ranked) => isShown(entry, scores) && isMatching(entry, filter);
      const list = inPieces(those(scores.orders[ranking], isWanted));
      lists.set(key, list);
      return list;
    },
    async ofProvider(ownerId, nowMs) {
      const { scores } = await reading(nowMs);
      const isOwn = (entry: Ranked) => entry.bot.record.ownerId === ownerId && isShown(entry, scores);
      const best = await inPieces(those(scores.orders.default, isOwn));
      const isRanked = new Set(best);
      const young = await inPieces(those(scores.all, (entry) => isOwn(entry) && !isRanked.has(entry)));
      return [...best, ...young.sort((a, b) => a.bot.record.id - b.bot.record.id)];
    },
  };
}

function* those(list: readonly Ranked[], isWanted: (entry: Ranked) => boolean): Generator<void, Ranked[]> {
  const found: Ranked[] = [];
  yield* withPauses(list, (entry) => {
    if (isWanted(entry)) found.push(entry);
  });
  return found;
}

/** Whatever was listed once counts for its provider; lists do not show what ended long ago. */
function isShown({ bot }: Ranked, { atMs }: Scores): boolean {
  return !endedBefore(bot, atMs - ENDED_STAY_MS);
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
