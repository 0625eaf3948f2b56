import { type AnyBot, isArchived } from './ended-bot.ts';

/** The bots of one account. */
interface Owned {
  readonly archived: Set<number>;
  /** The others. Each is in one of both: a hundred thousand that run have no room for more. */
  readonly awake: Set<number>;
  /** When those of the archive ended, ms. */
  readonly ends: number[];
  /** Whether `ends` rises. The archive is read in the order of numbers. */
  isSorted: boolean;
}

/**
 * Whose bots are whose. An account has ever more bots that have ended: what is asked of those that live, or ended a moment ago, goes through
 * these alone. Kept by the book with the bots themselves.
 */
export class OwnedBots {
  readonly #owners = new Map<number, Owned>();

  /** Puts a bot, of whatever kind, in the place of what was there under its number. */
  put(bot: AnyBot, before: AnyBot | undefined): void {
    const { id, ownerId } = bot.record;
    const owned = this.#owners.get(ownerId) ?? { archived: new Set(), awake: new Set(), ends: [], isSorted: true };
    this.#owners.set(ownerId, owned);
    if (before !== undefined && isArchived(before)) forgetEnd(owned, before.record.finishMs ?? 0);
    if (!isArchived(bot)) {
      owned.archived.delete(id);
      owned.awake.add(id);
      return;
    }
    owned.awake.delete(id);
    owned.archived.add(id);
    const endMs = bot.record.finishMs ?? 0;
    owned.isSorted &&= endMs >= (owned.ends.at(-1) ?? endMs);
    owned.ends.push(endMs);
  }

  drop(bot: AnyBot): void {
    const owned = this.#owners.get(bot.record.ownerId);
    if (owned === undefined) return;
    owned.archived.delete(bot.record.id);
    owned.awake.delete(bot.record.id);
    if (isArchived(bot)) forgetEnd(owned, bot.record.finishMs ?? 0);
  }

  *all(userId: number): Iterable<number> {
    const owned = this.#owners.get(userId);
    if (owned === undefined) return;
    yield* owned.archived;
    yield* owned.awake;
  }

  awake(userId: number): Iterable<number> {
    return this.#owners.get(userId)?.awake ?? [];
  }

  /** How many in the archive ended after a moment. */
  endedSince(userId: number, sinceMs: number): number {
    const owned = this.#owners.get(userId);
    if (owned === undefined) return 0;
    if (!owned.isSorted) owned.ends.sort((a, b) => a - b);
    owned.isSorted = true;
    return owned.ends.length - 1 - owned.ends.findLastIndex((endMs) => endMs <= sinceMs);
  }
}

/** Of a bot that was put away lately, or written anew there. */
function forgetEnd({ ends }: Owned, endMs: number): void {
  const place = ends.lastIndexOf(endMs);
  if (place >= 0) ends.splice(place, 1);
}
