import { type BotBook, STREAM } from '../bots/bot-book.ts';
import { profitAssetOf } from '../bots/bot-equity.ts';
import { type AnyBot, isArchived } from '../bots/ended-bot.ts';
import { parseEndedDays } from '../bots/ended-days.ts';
import { eachEarned } from '../bots/kept-days.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { createBoundedCache } from '../market/bounded-cache.ts';
import type { StoreReader } from '../store/store.ts';
import { giveWay } from '../surroundings/turn-time.ts';
import { KindDays } from './day-series.ts';
import { addTo, KindSums } from './kind-sums.ts';

/** Points that are added up between two looks at what came in: a millisecond, some where they lie cold in memory. */
const POINTS_A_PIECE = 20_000;
/** Bots of the archive that one question reads at the most; the next one goes on. */
const READ_A_QUESTION = 1_000;
/** Rows of them that are asked for together. */
const READ_TOGETHER = 10;

/** Traders whose past days are kept added up; another's are added up anew. */
const KEPT_TRADERS = 64;

/** The past days of each trader who asked lately, once for all who ask for them. */
export function keptAccountDays(store: Journal): (userId: number) => AccountDays {
  const kept = createBoundedCache<number, AccountDays>(KEPT_TRADERS);
  return (userId) => kept.get(userId, () => new AccountDays(store));
}

type Journal = Pick<StoreReader, 'since'>;

type Own = Pick<BotBook, 'ofOwner' | 'get'>;

/**
 * What one trader's bots earned day by day. Ends of days and bots that have ended do not change any more: each is added up once, and
 * kept as long as somebody asks.
 */
export class AccountDays {
  /** Earned on past UTC days, by kind and asset. */
  readonly days = new KindDays();
  /** Fees, funding and interest of bots that have ended. */
  readonly ended = new KindSums();
  /** Points of a bot's curve that are added up, and what it had earned by then. */
  private readonly counted = new Map<number, { points: number; profit: bigint }>();
  private readonly whole = new Set<number>();
  private underWay: Promise<void> | null = null;
  private readonly store: Journal;
  /** The last row of his ended bots' days that was read. */
  private sequence = 0;

  constructor(store: Journal) {
    this.store = store;
  }

  /** Bots of `own` that have ended and are not read yet. */
  unreadOf(own: readonly AnyBot[]): readonly AnyBot[] {
    return own.filter((bot) => isArchived(bot) && !this.whole.has(bot.record.id));
  }

  /** Whether all that an ended bot came to is added up. */
  hasWhole(botId: number): boolean {
    return this.whole.has(botId);
  }

  /** What of a bot's profit is in the days. */
  countedOf(botId: number): bigint {
    return this.counted.get(botId)?.profit ?? 0n;
  }

  /** Adds up what is new. Who asks while that goes on waits for the same. */
  follow(book: Own, userId: number): Promise<void> {
    this.underWay ??= this.addUp(book, userId).finally(() => {
      this.underWay = null;
    });
    return this.underWay;
  }

  private async addUp(book: Own, userId: number): Promise<void> {
    await this.readEnded(userId);
    const own = book.ofOwner(userId);
    let points = 0;
    for (const bot of own) {
      if (isArchived(bot)) continue;
      points += this.count(bot);
      if (points < POINTS_A_PIECE) continue;
      points = 0;
      await giveWay();
    }
    const unread = this.unreadOf(own).slice(0, READ_A_QUESTION);
    for (let from = 0; from < unread.length; from += READ_TOGETHER) {
      await Promise.all(unread.slice(from, from + READ_TOGETHER).map(({ record }) => this.read(book, record.id)));
      await giveWay();
    }
  }

  /** Bots that went to the archive since; one whose days are counted in part is read whole by itself, as are those of before such rows were written. */
  private async readEnded(userId: number): Promise<void> {
    for await (const { sequence, value } of this.store.since(STREAM.endedDays, `${userId}`, this.sequence)) {
      this.sequence = sequence;
      const { botId, kind, asset, profit, eachDay, ...paid } = parseEndedDays(value);
      if (this.whole.has(botId) || this.counted.has(botId)) continue;
      const series = this.days.of(kind, asset);
      const points = eachDay((day, earned) => series.add(day, earned));
      this.counted.set(botId, { points, profit });
      addTo(this.ended.of(kind, asset), paid);
      this.whole.add(botId);
    }
  }

  private async read(book: Own, botId: number): Promise<void> {
    const bot = await book.get(botId);
    if (bot !== undefined) this.count(bot);
    // A row that the disk has lost stays lost: nobody waits for it.
    this.whole.add(botId);
  }

  /** Adds the points of a bot that are new, and once it has ended what it paid. How many points those were. */
  count({ record, spec, curve }: LiveBot): number {
    const { id, kind, final } = record;
    if (this.whole.has(id)) return 0;
    const asset = profitAssetOf(spec);
    const known = this.counted.get(id) ?? { points: 0, profit: 0n };
    const fresh = curve.length - known.points;
    if (fresh > 0) {
      const days = this.days.of(kind, asset);
      known.profit = eachEarned(curve, known, (day, earned) => days.add(day, earned));
      known.points = curve.length;
    }
    this.counted.set(id, known);
    if (final === null) return fresh;
    const sums = this.ended.of(kind, asset);
    sums.fees += final.fees;
    sums.funding += final.funding;
    sums.interest += final.interest;
    this.whole.add(id);
    return fresh;
  }
}
