import { HOUR_MS } from '#lib/time/durations.ts';
import { type AnyBot, isArchived } from '../bots/ended-bot.ts';
import { isIn } from '../views/facet-index.ts';
import { withPauses } from '../views/in-pieces.ts';
import type { LookColumns } from '../views/look-columns.ts';
import { RANKINGS, type Ranked } from '../views/ranking.ts';

/** How long a bot may be shown as it was written, ms: as long as caches may keep a list (C-105). One that has ended changes by its provider's others alone. */
export const GOOD_MS = 30_000;
const GOOD_ENDED_MS = HOUR_MS;
/** A bot that lives is another every second; it is written no more often. */
const LIVING_EVERY_MS = 2_000;
/** Places of each order whose bots are written before all others: what is looked at. */
const FIRST_PLACES = 200;

interface Written {
  readonly atMs: number;
  /** Null: an exchange before this one has written it. */
  readonly bot: AnyBot | null;
  readonly provider: number | null;
}

/** Bots that are asked about between two pauses. */
const A_PIECE = 2_000;

/** Which bots are to be written, and in which order: those on the first pages, those that never were, then those that were longest ago. */
export class DueItems {
  private readonly providerScoreOf: (bot: AnyBot) => number | null;
  /** By bot, longest ago first. */
  private readonly written = new Map<number, Written>();
  private readonly hidden = new Set<number>();
  private shown = new Map<number, Ranked>();
  /** Bots that have ended and are not ranked, ever more of them: nobody keeps them up, what was asked for is good for a while. */
  private left: ReadonlySet<number> = new Set();
  private line: readonly number[] = [];
  private next = 0;

  constructor(providerScoreOf: (bot: AnyBot) => number | null) {
    this.providerScoreOf = providerScoreOf;
  }

  /** There is another look. Returns the bots that were written and stand in no list any more. With pauses. */
  *look({ facets, orders, ids, ranked, unranked }: LookColumns): Generator<void, readonly number[]> {
    const shown = facets.find(({ name }) => name === 'shown')?.slots ?? new Uint32Array(0);
    const now = new Map<number, Ranked>();
    const never: number[] = [];
    // The ranked bots stand as in this order.
    yield* withPauses(orders.default.entries(), ([place, slot]) => {
      const entry = ranked[place];
      if (entry === undefined || !isIn(shown, slot)) return;
      const { id } = entry.bot.record;
      now.set(id, entry);
      if (!this.written.has(id)) never.push(id);
    });
    const left = new Set<number>();
    yield* withPauses(unranked, (entry) => {
      const { id } = entry.bot.record;
      now.set(id, entry);
      if (isArchived(entry.bot)) left.add(id);
      else if (!this.written.has(id)) never.push(id);
    });
    const first = RANKINGS.flatMap((name) =>
      Array.from(orders[name].subarray(0, FIRST_PLACES), (slot) => ids[slot] as number),
    );
    const gone = [...this.written.keys(), ...this.hidden].filter((id) => !now.has(id));
    for (const id of gone) this.written.delete(id);
    this.hidden.clear();
    this.shown = now;
    this.left = left;
    const known = [...this.written.keys()].filter((id) => !left.has(id));
    this.line = [...new Set([...first, ...never, ...known])];
    this.next = 0;
    return gone;
  }

  /** The next bots that are to be written, `most` of them; null when there are no more until the next look. */
  take(most: number, nowMs: number): readonly Ranked[] | null {
    if (this.next >= this.line.length) return null;
    const due: Ranked[] = [];
    for (let looked = 0; looked < A_PIECE && due.length < most && this.next < this.line.length; looked += 1) {
      const entry = this.shown.get(this.line[this.next] as number);
      this.next += 1;
      if (entry !== undefined && this.isDue(entry, nowMs)) due.push(entry);
    }
    return due;
  }

  /** A bot was written as it was at `atMs`. */
  note({ bot }: Pick<Ranked, 'bot'>, atMs: number): void {
    const { id } = bot.record;
    this.written.delete(id);
    this.written.set(id, { atMs, bot, provider: this.providerScoreOf(bot) });
  }

  /** A bot is shown no more; true = it was. What is there of it goes with the next look. */
  forget(id: number): boolean {
    const [wasShown, wasWritten] = [this.shown.delete(id), this.written.delete(id)];
    if (!wasShown && !wasWritten) return false;
    this.hidden.add(id);
    return true;
  }

  /** How long what is written of a bot now may be shown, ms. */
  goodMsOf({ bot }: Pick<Ranked, 'bot'>): number {
    return isArchived(bot) && !this.left.has(bot.record.id) ? GOOD_ENDED_MS : GOOD_MS;
  }

  /** What is written as far as anybody knows: these bots, some time ago. */
  found(ids: readonly number[]): void {
    this.written.clear();
    for (const id of ids) this.written.set(id, { atMs: Number.NEGATIVE_INFINITY, bot: null, provider: null });
    this.line = [];
  }

  private isDue({ bot }: Ranked, nowMs: number): boolean {
    const known = this.written.get(bot.record.id);
    if (known === undefined) return true;
    const ageMs = nowMs - known.atMs;
    if (!isArchived(bot)) return ageMs >= LIVING_EVERY_MS;
    return known.bot !== bot || known.provider !== this.providerScoreOf(bot) || ageMs >= GOOD_ENDED_MS / 2;
  }
}
