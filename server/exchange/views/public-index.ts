import type { BotBook } from '../bots/bot-book.ts';
import type { AnyBot } from '../bots/ended-bot.ts';
import type { Clock } from '../surroundings/clock.ts';
import type { BotViews } from './bot-views.ts';
import { FacetIndex } from './facet-index.ts';
import { inPieces, theRest } from './in-pieces.ts';
import { LeastInvestments } from './least-investments.ts';
import { filterKey, type PublicFilter } from './list-filter.ts';
import { MadeOfLook } from './made-of-look.ts';
import { pagesByProvider } from './provider-pages.ts';
import type { Ranked, Ranking } from './ranking.ts';
import { ScoreBoard, type Scores } from './score-board.ts';
import { Upkeep } from './upkeep.ts';
import { isListed, wasEverListed } from './visibility.ts';

/** How old an order may be before the next look at all bots begins. The public pages' own cache is older still. */
const FRESH_MS = 2_000;
/** Some megabytes. */
const KEPT_PLACES = 2_000_000;

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
  /** Every shared bot of a provider, however long ago it ended: the ranked ones first, then those without a rank, oldest first. */
  ofProvider(ownerId: number, nowMs: number): Promise<readonly Ranked[]>;
  /** The score of everything that a bot's provider ever listed, as of the latest look; null: none. */
  providerScoreOf(bot: AnyBot): number | null;
  /** What goes on with looks at many bots. */
  readonly upkeep: Upkeep;
}

export interface IndexParts {
  readonly book: Pick<BotBook, 'every' | 'ofOwner'>;
  readonly views: Pick<BotViews, 'present' | 'earned' | 'leastInvestment'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** How looks at many bots are gone on with. */
  readonly upkeep?: Upkeep;
  /** Lists that somebody asked for are kept, so many places of them together. */
  readonly keptPlaces?: number | undefined;
}

export function createPublicIndex({
  book,
  views,
  clock,
  upkeep = new Upkeep(),
  keptPlaces = KEPT_PLACES,
}: IndexParts): PublicIndex {
  const board = new ScoreBoard(book, views);
  const scores = latestLook(board, clock, upkeep);
  const narrowed = narrowing(new LeastInvestments(views));
  const lists = new MadeOfLook<Scores, readonly Ranked[]>(keptPlaces, (list) => list.length);
  const paged = new MadeOfLook<Scores, PagedRanking>(keptPlaces, ({ count }) => count);

  return {
    upkeep,
    providerScoreOf: (bot) => board.providerScoreOf(bot),
    async ranked(filter, ranking, nowMs) {
      const from = await scores(nowMs);
      return lists.get(`${ranking} ${filterKey(filter)}`, from, () => narrowed(from, filter, ranking));
    },
    async paged(filter, pageSize, nowMs) {
      const from = await scores(nowMs);
      const key = `${pageSize} ${filterKey(filter)}`;
      return paged.get(key, from, () => inPages(narrowed(from, filter, 'default'), pageSize));
    },
    async ofProvider(ownerId, nowMs) {
      await scores(nowMs);
      const own = book
        .ofOwner(ownerId)
        .filter(({ record }) => wasEverListed(record) && isListed(record))
        .map((bot) => ({ entry: board.entryOf(bot, nowMs), score: board.scoreOf(bot) ?? Number.NEGATIVE_INFINITY }));
      return own
        .sort((a, b) => (a.score === b.score ? a.entry.bot.record.id - b.entry.bot.record.id : b.score - a.score))
        .map(({ entry }) => entry);
    },
  };
}

/** The latest look at all bots. Few are looked at at once, and then nobody waits; of many the first look is waited for, later ones are not. */
function latestLook(board: ScoreBoard, clock: IndexParts['clock'], upkeep: Upkeep) {
  let last: Scores | null = null;
  let next: Promise<Scores> | null = null;

  function keep(scores: Scores): Scores {
    last = scores;
    next = null;
    return scores;
  }

  return (nowMs: number): Scores | Promise<Scores> => {
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
  };
}

/** Each look's rankings by what they can be narrowed to; those of the look before are forgotten. */
function narrowing(least: LeastInvestments) {
  const facets = new WeakMap<Scores, Map<Ranking, FacetIndex>>();
  return (from: Scores, filter: PublicFilter, ranking: Ranking) => {
    const ofLook = facets.get(from) ?? new Map<Ranking, FacetIndex>();
    facets.set(from, ofLook);
    let index = ofLook.get(ranking);
    if (index === undefined) {
      index = new FacetIndex(from.orders[ranking], from.atMs, (entry) => least.of(entry.bot, from.atMs));
      ofLook.set(ranking, index);
    }
    return index.list(filter);
  };
}

/** Few bots are put into pages at once. */
function inPages(list: readonly Ranked[] | Promise<readonly Ranked[]>, pageSize: number) {
  const cut = (whole: readonly Ranked[]): PagedRanking | Promise<PagedRanking> => {
    const pages = inPieces(pagesByProvider(whole, pageSize));
    const { length: count } = whole;
    return pages instanceof Promise ? pages.then((all) => ({ count, pages: all })) : { count, pages };
  };
  return list instanceof Promise ? list.then(cut) : cut(list);
}
