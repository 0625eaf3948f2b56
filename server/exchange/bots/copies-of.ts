import { profitAssetOf } from './bot-equity.ts';
import { isFinished } from './bot-record.ts';
import { investedIn } from './daily-curve.ts';
import { type AnyBot, type EndedBot, isArchived } from './ended-bot.ts';
import type { LiveBot } from './live-bot.ts';

/** What copies that lie in the archive came to, by the asset that their profits are counted in; units. */
export type EndedCopies = ReadonlyMap<string, { readonly profit: bigint; readonly invested: bigint }>;

interface Copies {
  readonly here: Map<number, LiveBot>;
  readonly archived: Map<string, { profit: bigint; invested: bigint }>;
}

const NONE: EndedCopies = new Map();

/**
 * The copies of each original: those that memory has whole, and of the archive's the sums alone, so that a question costs what lives
 * and not all that ever did. Kept by the book with the copies' own rows: nothing of it is on disk, so no kill can double or lose a follower.
 */
export class CopiesOf {
  readonly #byOriginal = new Map<number, Copies>();
  /** Of each account how many copies of each original it has, ended ones too. */
  readonly #byCopier = new Map<number, Map<number, number>>();

  /** Puts a bot, of whatever kind, in the place of what was there under its number. */
  put(bot: AnyBot, before: AnyBot | undefined): void {
    const { id, followId } = bot.record;
    if (followId === 0) return;
    if (before !== undefined) this.drop(before);
    this.#tally(bot, 1);
    const copies = this.#byOriginal.get(followId) ?? { here: new Map(), archived: new Map() };
    this.#byOriginal.set(followId, copies);
    if (isArchived(bot)) count(copies, bot, 1n);
    else copies.here.set(id, bot);
  }

  drop(bot: AnyBot): void {
    const { id, followId } = bot.record;
    const copies = this.#byOriginal.get(followId);
    if (copies === undefined) return;
    this.#tally(bot, -1);
    if (isArchived(bot)) count(copies, bot, -1n);
    else copies.here.delete(id);
  }

  /** Whether an account has ever made a copy of a bot. */
  isCopier(userId: number, botId: number): boolean {
    return this.#byCopier.get(userId)?.has(botId) ?? false;
  }

  #tally({ record: { ownerId, followId } }: AnyBot, more: number): void {
    const own = this.#byCopier.get(ownerId) ?? new Map<number, number>();
    this.#byCopier.set(ownerId, own);
    const count = (own.get(followId) ?? 0) + more;
    if (count > 0) own.set(followId, count);
    else own.delete(followId);
    if (own.size === 0) this.#byCopier.delete(ownerId);
  }

  /** Those that are not in the archive yet: the living, and what ended a moment ago. */
  hereOf(botId: number): Iterable<LiveBot> {
    return this.#byOriginal.get(botId)?.here.values() ?? [];
  }

  livingOf(botId: number): number {
    let count = 0;
    for (const { record } of this.hereOf(botId)) if (!isFinished(record)) count += 1;
    return count;
  }

  archivedOf(botId: number): EndedCopies {
    return this.#byOriginal.get(botId)?.archived ?? NONE;
  }
}

function count({ archived }: Copies, { record, spec, outcome }: EndedBot, sign: bigint): void {
  const asset = profitAssetOf(spec);
  const { profit, invested } = archived.get(asset) ?? { profit: 0n, invested: 0n };
  archived.set(asset, {
    profit: profit + sign * outcome.profit,
    invested: invested + sign * investedIn(record),
  });
}
