import { FACET_NAMES, type FacetName, type PublicFilter, wantedBy } from '#lib/contract/list-filter.ts';
import { inPieces, withPauses } from './in-pieces.ts';
import type { LeastInvestments } from './least-investments.ts';
import { FACETS } from './list-filter.ts';
import type { Ranked } from './ranking.ts';

/** Slots of bots, a bit each. */
type Slots = Uint32Array;

/** The bots that stand under a value of a property. */
export interface FacetColumn {
  readonly name: FacetName;
  readonly value: string;
  readonly slots: Uint32Array;
}

/** A bot that the index knows. Its slot is its own for as long as it is in some order. */
export interface Slotted {
  readonly entry: Ranked;
  readonly slot: number;
}

const BITS = 32;
const FIRST_WORDS = 32;
const NAMES = FACET_NAMES;
/** Of each look, of living bots and of ended ones; the rest stays as it was when a bot was seen first. */
const CHANGING = NAMES.filter((name) => FACETS[name].changes !== 'never');
const CHANGING_ENDED = NAMES.filter((name) => FACETS[name].changes === 'always');
/** A least investment that is worked out anew is as much work as looking at so many bots: a grid's lines are laid out. */
const LEAST_COST = 10;
const LEAST_PIECE = 50;

/**
 * What lists are narrowed by: of each value of each property the bots that stand under it, kept by the looks at all bots. A filter is then
 * what all wanted values have in common, whichever order it is asked of and however seldom: 100,000 bots are 12.5 kB a value. What a
 * stranger names that no bot has costs nothing.
 */
export class FacetIndex {
  private readonly least: Pick<LeastInvestments, 'of' | 'isKnown'>;
  private readonly by = Object.fromEntries(NAMES.map((name) => [name, new Map<string, Slots>()])) as Readonly<
    Record<FacetName, Map<string, Slots>>
  >;
  private words = FIRST_WORDS;
  /** Whether somebody has asked for least investments: before, none is worked out. */
  private isLeastAsked = false;
  /** Those of all bots, on their way. */
  private leasts: Promise<void> | null = null;

  constructor(least: Pick<LeastInvestments, 'of' | 'isKnown'>) {
    this.least = least;
  }

  /** A bot that is seen for the first time, or whose record is another one. What it took beside a look, in looks at a bot. */
  add(row: Slotted, atMs: number): number {
    for (const name of NAMES) this.read(name, row, atMs);
    return this.leastOf(row, atMs);
  }

  /** What of a known bot may have changed. */
  refresh(row: Slotted, atMs: number, hasEnded: boolean): number {
    for (const name of hasEnded ? CHANGING_ENDED : CHANGING) this.read(name, row, atMs);
    return hasEnded ? 0 : this.leastOf(row, atMs);
  }

  /** A bot that stands nowhere any more. */
  clear(slot: number): void {
    for (const name of NAMES) for (const slots of this.by[name].values()) put(slots, slot, false);
  }

  /**
   * The slots of those that the filter wants; null: of none. `rows`: all that there are; they are looked at, some at a time, when somebody asks for
   * a least investment for the first time.
   */
  wanted(filter: PublicFilter, rows: () => Iterable<Slotted>, atMs: number): Slots | null | Promise<Slots | null> {
    if (filter.mostInvestment !== undefined) {
      const leasts = this.askLeasts(rows, atMs);
      if (leasts !== null) return leasts.then(() => this.common(filter));
    }
    return this.common(filter);
  }

  /** A copy of everything: under each value of each property the bots that stand there. */
  columns(): readonly FacetColumn[] {
    return NAMES.flatMap((name) =>
      Array.from(this.by[name], ([value, slots]) => ({ name, value, slots: slots.slice() })),
    );
  }

  /** From now on `columns` has least investments: as of the first question for one. Null: it has them already. */
  askLeasts(rows: () => Iterable<Slotted>, atMs: number): Promise<void> | null {
    if (!this.isLeastAsked) this.leasts = this.readLeasts([...rows()], atMs);
    return this.leasts;
  }

  private common(filter: PublicFilter): Slots | null {
    let common: Slots | null = null;
    for (const [name, value] of wantedBy(filter)) {
      const one = this.by[name].get(value);
      if (one === undefined) return null;
      if (common === null) common = one.slice();
      else
        for (let word = 0; word < common.length; word += 1)
          common[word] = (common[word] as number) & (one[word] as number);
    }
    return common;
  }

  private read(name: FacetName, { entry, slot }: Slotted, atMs: number): void {
    if (name !== 'investment') this.stand(name, slot, FACETS[name].values(entry, atMs));
  }

  /** Under these values of a property, and under no other. */
  private stand(name: FacetName, slot: number, values: readonly string[]): void {
    const by = this.by[name];
    if (FACETS[name].changes !== 'never') for (const slots of by.values()) put(slots, slot, false);
    for (const value of values) {
      let slots = by.get(value);
      if (slots === undefined || slot >= this.words * BITS) {
        this.makeRoom(slot);
        slots = by.get(value) ?? new Uint32Array(this.words);
        by.set(value, slots);
      }
      put(slots, slot, true);
    }
  }

  private makeRoom(slot: number): void {
    if (slot < this.words * BITS) return;
    while (slot >= this.words * BITS) this.words *= 2;
    for (const name of NAMES) {
      for (const [value, slots] of this.by[name]) {
        const wider = new Uint32Array(this.words);
        wider.set(slots);
        this.by[name].set(value, wider);
      }
    }
  }

  private leastOf(row: Slotted, atMs: number): number {
    if (!this.isLeastAsked) return 0;
    const cost = this.least.isKnown(row.entry.bot, atMs) ? 0 : LEAST_COST;
    this.stand('investment', row.slot, FACETS.investment.under(this.least.of(row.entry.bot, atMs)));
    return cost;
  }

  private async readLeasts(rows: readonly Slotted[], atMs: number): Promise<void> {
    this.isLeastAsked = true;
    try {
      await inPieces(withPauses(rows, (row) => void this.leastOf(row, atMs), LEAST_PIECE));
    } catch (error) {
      // Whoever asks next begins again.
      this.isLeastAsked = false;
      throw error;
    } finally {
      this.leasts = null;
    }
  }
}

function put(slots: Slots, slot: number, isIn: boolean): void {
  const [word, bit] = [slot >>> 5, 1 << (slot & 31)];
  if (word >= slots.length) return;
  slots[word] = isIn ? (slots[word] as number) | bit : (slots[word] as number) & ~bit;
}

/** Whether a slot is among some. */
export function isIn(slots: Slots, slot: number): boolean {
  return (((slots[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
}
