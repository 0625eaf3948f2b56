import { inPieces, withPauses } from './in-pieces.ts';
import { FACETS, type Facet, type FacetName, type LeastUsdt, type PublicFilter, wantedBy } from './list-filter.ts';
import type { Placed } from './rank-order.ts';
import type { Ranked } from './ranking.ts';

/** Places of a ranking, a bit each. */
type Places = Uint32Array;
type ByValue = ReadonlyMap<string, Places>;

const BITS = 32;

/**
 * One ranking, narrowed by any filter. Each property of bots is read in one pass, the first time that somebody filters by it, into the
 * places at which bots have each of its values; a filter is then the places that all wanted values have in common. 100,000 bots are
 * 12.5 kB a value. What a stranger names that no bot has costs nothing.
 */
export class FacetIndex {
  private readonly ranking: readonly Placed[];
  private readonly atMs: number;
  private readonly least: LeastUsdt;
  private readonly read = new Map<FacetName, ByValue | Promise<ByValue>>();

  constructor(ranking: readonly Placed[], atMs: number, least: LeastUsdt) {
    this.ranking = ranking;
    this.atMs = atMs;
    this.least = least;
  }

  /** Those that the filter wants, best first. */
  list(filter: PublicFilter): readonly Ranked[] | Promise<readonly Ranked[]> {
    const read = wantedBy(filter).map(([name, value]) => ({ by: this.placesBy(name), value }));
    const placesIn = (all: readonly ByValue[]) => all.map((by, at) => by.get(read[at]?.value ?? ''));
    const ready = read.flatMap(({ by }) => (by instanceof Promise ? [] : [by]));
    if (ready.length === read.length) return this.common(placesIn(ready));
    return Promise.all(read.map(async ({ by }) => by)).then((all) => this.common(placesIn(all)));
  }

  private common(all: readonly (Places | undefined)[]): readonly Ranked[] | Promise<readonly Ranked[]> {
    const places = intersection(all);
    return places === null ? [] : inPieces(entriesAt(this.ranking, places));
  }

  /** The places of each value of a facet. */
  private placesBy(name: FacetName): ByValue | Promise<ByValue> {
    const known = this.read.get(name);
    if (known !== undefined) return known;
    const work = inPieces(this.passOf(FACETS[name]));
    this.read.set(name, work);
    if (work instanceof Promise) {
      work.then(
        (by) => this.read.set(name, by),
        () => this.read.delete(name),
      );
    }
    return work;
  }

  private *passOf(facet: Facet): Generator<void, ByValue> {
    const words = Math.ceil(this.ranking.length / BITS);
    const by = new Map<string, Places>();
    let place = 0;
    yield* withPauses(
      this.ranking,
      ({ row: { entry } }) => {
        for (const value of facet.values(entry, this.atMs, this.least)) {
          let places = by.get(value);
          if (places === undefined) {
            places = new Uint32Array(words);
            by.set(value, places);
          }
          places[place >>> 5] = (places[place >>> 5] as number) | (1 << (place & 31));
        }
        place += 1;
      },
      facet.piece,
    );
    return by;
  }
}

/** What all have in common; null when one of them is nowhere. */
function intersection(all: readonly (Places | undefined)[]): Places | null {
  let common: Places | null = null;
  for (const one of all) {
    if (one === undefined) return null;
    common = common === null ? one : common.map((word, at) => word & (one[at] ?? 0));
  }
  return common;
}

function* entriesAt(ranking: readonly Placed[], places: Places): Generator<void, Ranked[]> {
  const found: Ranked[] = [];
  // 64 words are the 2,000 entries of a piece.
  for (let word = 0; word < places.length; word += 1) {
    if (word > 0 && word % 64 === 0) yield;
    let bits = places[word] as number;
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits & -bits);
      found.push((ranking[word * BITS + bit] as Placed).row.entry);
      bits &= bits - 1;
    }
  }
  return found;
}
