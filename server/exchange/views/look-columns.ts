import { type FacetColumn, type FacetIndex, isIn, type Slotted } from './facet-index.ts';
import { withPauses } from './in-pieces.ts';
import { byRanking, type Ranked, type Ranking } from './ranking.ts';
import type { Scores } from './score-board.ts';
import { isListed } from './visibility.ts';

/** What lists are made of, whole, as of one look at all bots. A bot is its slot: the place of its id and of its provider's number. */
export interface LookColumns {
  readonly atMs: number;
  /** Slots best first. */
  readonly orders: Readonly<Record<Ranking, Int32Array>>;
  /** By slot; 0 = nobody whom a guest may see in a list. */
  readonly ids: Uint32Array;
  /** By slot: numbers of providers that say nothing but which bots are of the same one. */
  readonly owners: Uint32Array;
  readonly facets: readonly FacetColumn[];
  /** The ranked bots, as in the default order: whatever stands in any order stands there. */
  readonly ranked: readonly Ranked[];
  /** Those that are shared and have no rank yet, or none any more: providers' lists have them. */
  readonly unranked: readonly Ranked[];
  /** Ids of each provider's shared bots, as its list has them. */
  readonly providers: ReadonlyMap<number, readonly number[]>;
}

const BITS = 32;

/** Copies what a look has found, for guests' eyes: of what was hidden since there is nothing in it. With pauses. */
export function* columnsOf(
  { orders, atMs }: Scores,
  facets: Pick<FacetIndex, 'columns'>,
  known: Iterable<Slotted>,
): Generator<void, LookColumns> {
  const columns = facets.columns();
  const words = columns[0]?.slots.length ?? 0;
  const [visible, ids] = [new Uint32Array(words), new Uint32Array(words * BITS)];
  const ownerIds = new Float64Array(ids.length);
  const ranked: Ranked[] = [];
  yield* withPauses(orders.default.placed, ({ row: { entry, slot } }) => {
    const { record } = entry.bot;
    if (!isListed(record)) return;
    visible[slot >>> 5] = (visible[slot >>> 5] as number) | (1 << (slot & 31));
    ids[slot] = record.id;
    ownerIds[slot] = record.ownerId;
    ranked.push(entry);
  });
  const { unranked, providers } = yield* providersOf(orders.default, known, (slot) => isIn(visible, slot));
  const isVisible = (slot: number): boolean => isIn(visible, slot);
  return {
    atMs,
    orders: byRanking((ranking) => orders[ranking].slots.filter(isVisible)),
    ids,
    owners: numbered(ownerIds),
    facets: columns.map((column) => ({ ...column, slots: column.slots.map((word, at) => word & (visible[at] ?? 0)) })),
    ranked,
    unranked,
    providers,
  };
}

/** As `PublicIndex.ofProvider`: those that stand in the default order first, then the others, oldest first. */
function* providersOf(
  order: Scores['orders']['default'],
  known: Iterable<Slotted>,
  isRanked: (slot: number) => boolean,
) {
  const unranked: Ranked[] = [];
  const providers = new Map<number, number[]>();
  const stands = new Set<number>();
  const others: Ranked[] = [];
  const put = ({ bot: { record } }: Ranked): void => {
    const own = providers.get(record.ownerId);
    if (own === undefined) providers.set(record.ownerId, [record.id]);
    else own.push(record.id);
  };
  yield* withPauses(order.placed, ({ row: { entry, slot } }) => {
    if (!isListed(entry.bot.record)) return;
    stands.add(slot);
    put(entry);
  });
  yield* withPauses(known, ({ entry, slot }) => {
    if (!isListed(entry.bot.record)) return;
    if (!isRanked(slot)) unranked.push(entry);
    if (!stands.has(slot)) others.push(entry);
  });
  others.sort((a, b) => a.bot.record.id - b.bot.record.id);
  yield* withPauses(others, put);
  return { unranked, providers };
}

/** Numbers from 1 in place of providers' own, by slot, so that they stay while the bots do; 0 = none. */
function numbered(ownerIds: Float64Array): Uint32Array {
  const numbers = new Map([[0, 0]]);
  return Uint32Array.from(ownerIds, (id) => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return number;
  });
}
