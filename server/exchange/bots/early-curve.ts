import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { StoreBatch } from '../store/store.ts';
import { type BotBook, STREAM } from './bot-book.ts';
import { dailyPointAt } from './bot-equity.ts';
import { knownPrices } from './bot-kinds.ts';
import type { DailyPoint } from './daily-curve.ts';
import type { LiveBot } from './live-bot.ts';

/** Up to this age a bot's curve has points within its days, ms. */
export const EARLY_MS = 3 * DAY_MS;

/** How far apart the points of a bot are while it is younger than so, ms: about two hundred of them in all. */
const SPACINGS = [
  { untilMs: 2 * 60 * MINUTE_MS, everyMs: 5 * MINUTE_MS },
  { untilMs: DAY_MS, everyMs: 15 * MINUTE_MS },
  { untilMs: EARLY_MS, everyMs: 30 * MINUTE_MS },
] as const;
/** More than any bot gets. */
export const MOST_EARLY_POINTS = 300;
/** Points that one turn writes: some milliseconds, however many bots are young. */
const A_TURN = 200;
/** Bots that one turn looks at. */
const LOOKED_AT = 2_000;

/** A bot at a moment of its first days; amounts as in a day's point. */
export type EarlyPoint = Pick<DailyPoint, 'profit' | 'rateE8' | 'usdtEquity'>;

export function formatEarlyPoint({ profit, rateE8, usdtEquity }: EarlyPoint): string {
  return JSON.stringify([`${profit}`, `${rateE8}`, `${usdtEquity}`]);
}

/** Reads what `formatEarlyPoint` wrote. */
export function parseEarlyPoint(text: string): EarlyPoint {
  const [profit, rate, equity] = JSON.parse(text) as readonly [string, string, string];
  return { profit: BigInt(profit), rateE8: BigInt(rate), usdtEquity: BigInt(equity) };
}

/** Writes what a bot is worth at a moment; nothing where no price is known. */
export function writeEarlyPoint(tx: Pick<StoreBatch, 'append'>, feed: MarketFeed, bot: LiveBot, timeMs: number): void {
  const prices = knownPrices(feed, bot.spec, timeMs);
  if (prices === null) return;
  tx.append(STREAM.early, `${bot.record.id}`, timeMs, formatEarlyPoint(dailyPointAt(feed, bot, prices, timeMs)));
}

/** Whether a bot of an age has a point at a round time, which is a multiple of the shortest spacing. */
function isDueAt(slotMs: number, ageMs: number): boolean {
  const spacing = SPACINGS.find(({ untilMs }) => ageMs < untilMs);
  return spacing !== undefined && ageMs > 0 && slotMs % spacing.everyMs === 0;
}

/**
 * The points of young bots within their days. At every round time all of them are gone through, some a turn, and each whose turn it is gets
 * a point of the moment at which it is reached; where a pass is not done when the next time comes, that one begins when it is. Points are
 * written and forgotten: memory has the ids of bots that are young, and of no other. A time that nobody was there has no points, nor has what
 * was left of a pass when a process ended; the curve goes straight over it.
 */
export class EarlyCurve {
  private readonly book: Pick<BotBook, 'inMemory'>;
  private readonly young = new Set<number>();
  /** The round time that was begun last. */
  private slotMs = -1;
  private rest: Iterator<number> | null = null;

  constructor(book: Pick<BotBook, 'inMemory'>) {
    this.book = book;
  }

  /** Bots that are young: what memory holds. */
  get size(): number {
    return this.young.size;
  }

  /** A bot has come, or has come back with a start. */
  admit({ record }: LiveBot, nowMs: number): void {
    if (record.createMs + EARLY_MS > nowMs) this.young.add(record.id);
  }

  /** The market has come to `nowMs`: hands some of the bots that are due to `note`. How many. */
  pass(nowMs: number, note: (bot: LiveBot) => void): number {
    const [{ everyMs }] = SPACINGS;
    const slotMs = Math.floor(nowMs / everyMs) * everyMs;
    // Where a start finds the market nothing is known to be missing: a round time ends a minute, and the clock's row is written with it.
    if (this.slotMs < 0) this.slotMs = slotMs;
    if (this.rest === null && slotMs > this.slotMs) {
      this.slotMs = slotMs;
      this.rest = [...this.young].values();
    }
    let noted = 0;
    for (let looked = 0; this.rest !== null && looked < LOOKED_AT && noted < A_TURN; looked += 1) {
      const next = this.rest.next();
      if (next.done === true) this.rest = null;
      else if (this.noteOne(next.value, nowMs, note)) noted += 1;
    }
    return noted;
  }

  private noteOne(botId: number, nowMs: number, note: (bot: LiveBot) => void): boolean {
    const bot = this.book.inMemory(botId);
    const ageMs = bot === undefined ? EARLY_MS : nowMs - bot.record.createMs;
    if (bot === undefined || bot.record.finishMs !== null || ageMs >= EARLY_MS) {
      this.young.delete(botId);
      return false;
    }
    if (bot.machine === null || !isDueAt(this.slotMs, ageMs)) return false;
    note(bot);
    return true;
  }
}
