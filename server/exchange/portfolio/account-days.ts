import type { BotBook } from '../bots/bot-book.ts';
import { profitAssetOf } from '../bots/bot-equity.ts';
import type { DailyPoint } from '../bots/daily-curve.ts';
import { type AnyBot, isArchived } from '../bots/ended-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { giveWay } from '../surroundings/turn-time.ts';
import { KindSums } from './kind-sums.ts';

/** Points that are added up between two looks at what came in: under a millisecond, some where they lie cold in memory. */
const POINTS_A_PIECE = 1_000;
/** Bots of the archive that one question reads at the most; the next one goes on. */
const READ_A_QUESTION = 1_000;
/** Rows of them that are asked for together. */
const READ_TOGETHER = 10;

type Own = Pick<BotBook, 'ofOwner' | 'get'>;

/**
 * What one trader's bots earned day by day. Ends of days and bots that have ended do not change any more: each is added up once, and
 * kept as long as somebody asks.
 */
export class AccountDays {
  /** Earned on a UTC day, by kind and asset. */
  private readonly days = new Map<string, KindSums>();
  /** Fees, funding and interest of bots that have ended. */
  readonly ended = new KindSums();
  /** Points of a bot's curve that are added up, and what it had earned by then. */
  private readonly counted = new Map<number, { points: number; profit: bigint }>();
  private readonly whole = new Set<number>();
  private underWay: Promise<void> | null = null;

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

  /** Days that somebody earned or lost on, the oldest first. */
  byDay(): readonly (readonly [day: string, sums: KindSums])[] {
    return [...this.days].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  on(day: string): KindSums {
    return this.days.get(day) ?? new KindSums();
  }

  /** Adds up what is new. Who asks while that goes on waits for the same. */
  follow(book: Own, userId: number): Promise<void> {
    this.underWay ??= this.addUp(book, userId).finally(() => {
      this.underWay = null;
    });
    return this.underWay;
  }

  private async addUp(book: Own, userId: number): Promise<void> {
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

  private async read(book: Own, botId: number): Promise<void> {
    const bot = await book.get(botId);
    if (bot !== undefined) this.count(bot);
    // A row that the disk has lost stays lost: nobody waits for it.
    this.whole.add(botId);
  }

  /** Adds the points of a bot that are new, and once it has ended what it paid. How many points those were. */
  private count({ record, spec, curve }: LiveBot): number {
    const { id, kind, final } = record;
    if (this.whole.has(id)) return 0;
    const asset = profitAssetOf(spec);
    const known = this.counted.get(id) ?? { points: 0, profit: 0n };
    const before = known.points;
    for (; known.points < curve.length; known.points += 1) {
      const { day, profit } = curve.at(known.points) as DailyPoint;
      this.dayOf(day).of(kind, asset).profit += profit - known.profit;
      known.profit = profit;
    }
    this.counted.set(id, known);
    if (final === null) return known.points - before;
    const sums = this.ended.of(kind, asset);
    sums.fees += final.fees;
    sums.funding += final.funding;
    sums.interest += final.interest;
    this.whole.add(id);
    return known.points - before;
  }

  private dayOf(day: string): KindSums {
    const known = this.days.get(day) ?? new KindSums();
    this.days.set(day, known);
    return known;
  }
}
