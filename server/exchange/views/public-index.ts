import { filterKey, type PublicFilter } from '#lib/contract/list-filter.ts';
import { boundsOf, type Page } from '#lib/contract/paging.ts';
import { pagesByProvider } from '#lib/formulas/provider-pages.ts';
import type { BotBook } from '../bots/bot-book.ts';
import type { AnyBot } from '../bots/ended-bot.ts';
import type { Clock } from '../surroundings/clock.ts';
import type { BotViews } from './bot-views.ts';
import { FacetIndex, isIn } from './facet-index.ts';
import { inPieces, theRest, withPauses } from './in-pieces.ts';
import { LeastInvestments } from './least-investments.ts';
import { columnsOf, type LookColumns } from './look-columns.ts';
import { MadeOfLook } from './made-of-look.ts';
import type { Order, Placed } from './rank-order.ts';
import type { Ranked, Ranking } from './ranking.ts';
import { ScoreBoard, type Scores } from './score-board.ts';
import { Upkeep } from './upkeep.ts';
import { isListed, wasEverListed } from './visibility.ts';

/** How old an order may be before the next look at all bots begins. The public pages' own cache is older still. */
const FRESH_MS = 2_000;
/** Some megabytes. */
const KEPT_PLACES = 2_000_000;
/** Bots of an order that are looked at one by one between two pauses: a millisecond. */
const A_PIECE = 2_000;
/** Numbers that lie side by side: the same. */
const OWNERS_A_PIECE = 20_000;

/** A page of a list, and how long the list is. */
export interface RankedPage {
  readonly count: number;
  readonly pages: number;
  readonly entries: readonly Ranked[];
}

/** Slots of those that a filter wants; null: of none. */
type Wanted = Uint32Array | null;

/** Places in an order, best first. */
interface Narrowed {
  readonly order: Order;
  readonly places: Int32Array;
}

/** The same in pages on which no provider stands more than twice. */
interface Paged {
  readonly order: Order;
  readonly count: number;
  readonly pages: readonly (readonly number[])[];
}

/**
 * The bots that everybody may see: not hidden, living or ended in the last 90 days. Their ranks are kept up while somebody asks, some
 * at a time between other work; whoever asks meanwhile is shown the last ones.
 */
export interface PublicIndex {
  /** Best first; bots that have no rank yet are not among them. The same list until the ranks are looked at again. */
  ranked(filter: PublicFilter, ranking: Ranking, nowMs: number): Promise<readonly Ranked[]>;
  /** One page of it; of the default ranking no provider stands more than twice on one. */
  page(filter: PublicFilter, ranking: Ranking, page: Page, nowMs: number): Promise<RankedPage>;
  /** Every shared bot of a provider, however long ago it ended: the ranked ones first, then those without a rank, oldest first. */
  ofProvider(ownerId: number, nowMs: number): Promise<readonly Ranked[]>;
  /** Who has bots in the lists, by account, the first that was made first. The same list until the ranks are looked at again. */
  providers(nowMs: number): Promise<readonly number[]>;
  /** The score of everything that a bot's provider ever listed, as of the latest look; null: none. */
  providerScoreOf(bot: AnyBot): number | null;
  /** All that lists are made of, for whoever keeps a copy of it. */
  columns(nowMs: number): Promise<LookColumns>;
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
  const facets = new FacetIndex(new LeastInvestments(views));
  const board = new ScoreBoard(book, views, facets);
  const scores = latestLook(board, clock, upkeep, () => {
    for (const made of [places, lists, paged, owners]) made.anotherLook();
  });
  const places = new MadeOfLook<Scores, Narrowed>(keptPlaces, ({ places: { length } }) => length);
  const lists = new MadeOfLook<Narrowed, readonly Ranked[]>(keptPlaces, (list) => list.length);
  const owners = new MadeOfLook<Order, readonly number[]>(keptPlaces, (list) => list.length);
  const paged = new MadeOfLook<Narrowed, Paged>(keptPlaces, ({ count }) => count);

  const placesOf = async (filter: PublicFilter, ranking: Ranking, nowMs: number): Promise<Narrowed> => {
    const from = await scores(nowMs);
    return places.get(`${ranking} ${filterKey(filter)}`, from, () => {
      const wanted = facets.wanted(filter, () => board.known(), from.atMs);
      return narrowed(from.orders[ranking], wanted);
    });
  };

  return {
    upkeep,
    providerScoreOf: (bot) => board.providerScoreOf(bot),
    async columns(nowMs) {
      const from = await scores(nowMs);
      await facets.askLeasts(() => board.known(), from.atMs);
      return inPieces(columnsOf(from, facets, board.known()));
    },
    async ranked(filter, ranking, nowMs) {
      const found = await placesOf(filter, ranking, nowMs);
      return lists.get(`${ranking} ${filterKey(filter)}`, found, () => inPieces(entriesAt(found)));
    },
    async page(filter, ranking, page, nowMs) {
      const found = await placesOf(filter, ranking, nowMs);
      if (ranking !== 'default') {
        const { order, places } = found;
        const shown = places.subarray(...boundsOf(page));
        return {
          count: places.length,
          pages: Math.ceil(places.length / page.pageSize),
          entries: entriesOf(order, shown),
        };
      }
      const key = `${page.pageSize} ${filterKey(filter)}`;
      const { order, count, pages } = await paged.get(key, found, () => inPages(board, found, page.pageSize));
      return { count, pages: pages.length, entries: entriesOf(order, pages[page.page - 1] ?? []) };
    },
    async providers(nowMs) {
      // By age stands whoever is listed at all.
      const order = (await scores(nowMs)).orders.create_time;
      return owners.get('', order, () => inPieces(ownersIn(board, order)));
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
function latestLook(board: ScoreBoard, clock: IndexParts['clock'], upkeep: Upkeep, onLook: () => void) {
  let last: Scores | null = null;
  let next: Promise<Scores> | null = null;

  function keep(scores: Scores): Scores {
    last = scores;
    next = null;
    onLook();
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

/** The places of an order that a filter wants. One pass over numbers that lie side by side: of 100,000 bots less than a millisecond. */
function narrowed(order: Order, wanted: Wanted | Promise<Wanted>): Narrowed | Promise<Narrowed> {
  if (wanted instanceof Promise) return wanted.then((found) => narrowed(order, found));
  if (wanted === null) return { order, places: new Int32Array(0) };
  const places = order.slots.map((slot, place) => (isIn(wanted, slot) ? place : -1)).filter((place) => place >= 0);
  return { order, places };
}

function* entriesAt({ order, places }: Narrowed): Generator<void, readonly Ranked[]> {
  const found: Ranked[] = [];
  yield* withPauses(places, (place) => void found.push((order.placed[place] as Placed).row.entry), A_PIECE);
  return found;
}

function* ownersIn(board: ScoreBoard, { slots }: Order): Generator<void, readonly number[]> {
  const found = new Set<number>();
  yield* withPauses(slots, (slot) => void found.add(board.ownerAt(slot)), OWNERS_A_PIECE);
  return Array.from(Float64Array.from(found).sort());
}

function entriesOf({ placed }: Order, places: Iterable<number>): readonly Ranked[] {
  return Array.from(places, (place) => (placed[place] as Placed).row.entry);
}

/** Few bots are put into pages at once. */
function inPages(board: ScoreBoard, { order, places }: Narrowed, pageSize: number): Paged | Promise<Paged> {
  const ownerOf = (place: number): number => board.ownerAt(order.slots[place] as number);
  const { length: count } = places;
  const pages = inPieces(pagesByProvider(places, pageSize, ownerOf));
  return pages instanceof Promise ? pages.then((all) => ({ order, count, pages: all })) : { order, count, pages };
}
