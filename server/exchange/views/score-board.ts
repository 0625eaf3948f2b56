import { fallE8 } from '#lib/formulas/drawdown.ts';
import { sampleOf } from '#lib/formulas/ranking-score.ts';
import type { BotBook } from '../bots/bot-book.ts';
import { isFinished } from '../bots/bot-record.ts';
import { fallBefore, fallWith, type PastFall, wholeDaySharpe } from '../bots/bot-risk.ts';
import { type AnyBot, isArchived } from '../bots/ended-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { listedDayReturns } from '../bots/whole-days.ts';
import { BotSlots } from './bot-slots.ts';
import type { BotViews } from './bot-views.ts';
import type { FacetIndex, Slotted } from './facet-index.ts';
import { withPauses } from './in-pieces.ts';
import { ProviderPools } from './provider-pools.ts';
import { type Order, RankOrder } from './rank-order.ts';
import { byRanking, NO_RANKS, RANKINGS, type Ranked, type Ranking, type Ranks, ranksOf } from './ranking.ts';
import { isListed, wasEverListed } from './visibility.ts';

/** Bots whose figures are read between two pauses, some milliseconds: so many whose days are known, fewer of those whose days are read anew. */
const A_CHUNK = 500;
/** Days that are as much to read as the figures of their bot. */
const DAYS_OF_A_BOT = 20;

/** Bots that are put into a set between two pauses, and providers whose bots are. */
const A_PIECE = 10_000;
const FEW_PROVIDERS = 50;

/** What hangs on a bot's past days alone, and stays while they do. */
interface PastDays {
  /** How many its daily curve has. */
  readonly points: number;
  /** What had been put in: the returns of all its days are of that. */
  readonly deposited: bigint;
  readonly listedMs: number | null;
  readonly fall: PastFall;
  readonly days: Ranked['days'];
  readonly sharpe: number | null;
}

/** What is known of a bot that was ever listed. */
interface Row {
  readonly slot: number;
  entry: Ranked;
  past: PastDays | null;
  /** The round that saw it last. */
  round: number;
}

/** Where nobody narrows lists. */
const NOTHING_NARROWED = { add: () => 0, refresh: () => 0, clear: () => {} };

/** The orders of all listed bots, and since when they hold. */
export interface Scores {
  readonly atMs: number;
  /** Best first; bots without the figure are left out. An order that stays the same stays the same list. */
  readonly orders: Readonly<Record<Ranking, Order>>;
}

/**
 * Keeps the rankings by what changes. A round looks at every bot once, some at a time: what hangs on past days is kept until there is
 * another day or money came in, nothing of a bot in the archive changes any more, a provider's score is worked out again only where
 * one of its bots has another record, and only bots whose rank is another one move in an order. Providers are scored by
 * every bot that was ever listed.
 */
export class ScoreBoard {
  private readonly book: Pick<BotBook, 'every'>;
  private readonly views: Pick<BotViews, 'present' | 'earned'>;
  private readonly rows = new Map<number, Row>();
  private readonly pools = new ProviderPools<Row>();
  private readonly orders = byRanking(() => new RankOrder());
  private readonly slots = new BotSlots();
  private readonly facets: Pick<FacetIndex, 'add' | 'refresh' | 'clear'>;
  private round = 0;

  /** `narrowed`: hears of each bot that a look sees. */
  constructor(
    book: Pick<BotBook, 'every'>,
    views: Pick<BotViews, 'present' | 'earned'>,
    narrowed: Pick<FacetIndex, 'add' | 'refresh' | 'clear'> = NOTHING_NARROWED,
  ) {
    this.book = book;
    this.views = views;
    this.facets = narrowed;
  }

  /** All that were ever listed. */
  known(): Iterable<Slotted> {
    return this.rows.values();
  }

  /** Whose bot has a slot. */
  ownerAt(slot: number): number {
    return this.slots.ownerAt(slot);
  }

  /** A bot as the last look saw it, or as it is now where none has yet. */
  entryOf(bot: AnyBot, nowMs: number): Ranked {
    const known = this.rows.get(bot.record.id)?.entry;
    if (known?.bot === bot) return known;
    return (isArchived(bot) ? archived(bot) : this.living(bot, null, nowMs)).entry;
  }

  /** By which it stands in the default ranking; null = it does not. */
  scoreOf(bot: AnyBot): number | null {
    return this.orders.default.scoreOf(bot.record.id);
  }

  /** The score of everything that its provider ever listed; null without two whole days of it. */
  providerScoreOf({ record }: AnyBot): number | null {
    return this.pools.scoreOf(record.ownerId);
  }

  /** One round, and the orders after it; each `yield` lets others have the thread. Few bots are looked at without one. `nowMs`: the present. */
  *look(nowMs: () => number): Generator<void, Scores> {
    this.round += 1;
    const changed: Row[] = [];
    let sincePause = 0;
    for (const bot of this.book.every()) {
      if (!wasEverListed(bot.record)) continue;
      if (sincePause >= A_CHUNK) {
        yield;
        sincePause = 0;
      }
      const { row, cost } = this.seen(bot, nowMs());
      if (row !== null) changed.push(row);
      sincePause += cost;
    }
    yield* this.forgetUnseen();
    yield* this.reorder(changed, nowMs());
    return { atMs: nowMs(), orders: byRanking((ranking) => this.orders[ranking].list()) };
  }

  /** Looks at a bot; null where nothing is another than it was. */
  private seen(bot: AnyBot, nowMs: number): { row: Row | null; cost: number } {
    const { id } = bot.record;
    const known = this.rows.get(id);
    if (known !== undefined) known.round = this.round;
    if (known?.entry.bot === bot && isArchived(bot)) {
      this.facets.refresh(known, nowMs, true);
      return { row: null, cost: 0.05 };
    }
    const { entry, past, cost } = isArchived(bot) ? archived(bot) : this.living(bot, known?.past ?? null, nowMs);
    const row = known ?? { slot: this.slots.take(bot.record), entry, past, round: this.round };
    const isAnotherRecord = known === undefined || isOther(known.entry, entry);
    row.entry = entry;
    row.past = past;
    this.rows.set(id, row);
    if (isAnotherRecord) this.pools.put(row);
    const more = known === undefined ? this.facets.add(row, nowMs) : this.facets.refresh(row, nowMs, false);
    return { row, cost: cost + more };
  }

  private living(bot: LiveBot, known: PastDays | null, nowMs: number) {
    const isKept = known !== null && isOfSameDays(known, bot);
    const past = isKept ? known : pastDaysOf(bot);
    const point = isFinished(bot.record) ? null : this.views.present(bot, nowMs);
    const { profit, rateE8 } = point ?? this.views.earned(bot, nowMs);
    const fall = point === null ? past.fall : fallWith(bot, past.fall, point);
    const entry: Ranked = {
      bot,
      figures: { profit, rateE8 },
      // As the archive keeps it: a rank does not move when its bot is put away.
      drawdown: Number(fallE8(fall.deepest)) / 1e8,
      days: past.days,
      sharpe: past.sharpe,
    };
    return { entry, past, cost: isKept ? 1 : 1 + past.points / DAYS_OF_A_BOT };
  }

  /** A bot that the book has no more (a refused command's undo) stands nowhere. */
  private *forgetUnseen(): Generator<void, void> {
    yield* withPauses([...this.rows.values()], (row) => {
      if (row.round === this.round) return;
      this.rows.delete(row.entry.bot.record.id);
      this.pools.remove(row);
      this.put(row, NO_RANKS);
      this.facets.clear(row.slot);
      // Another bot is given it with the next look: the orders of this one have it no more.
      this.slots.giveBack(row.slot);
    });
  }

  /** Puts every bot where its rank is another one now. */
  private *reorder(changed: readonly Row[], nowMs: number): Generator<void, void> {
    const moved = new Set<Row>();
    yield* withPauses(changed, (row) => void moved.add(row), A_PIECE);
    const others = yield* this.pools.rescore();
    // A midnight gives every provider another score: a few at a time.
    for (const [at, provider] of others.entries()) {
      if (at > 0 && at % FEW_PROVIDERS === 0) yield;
      for (const row of this.pools.of(provider)) moved.add(row);
    }
    yield* withPauses([...moved], (row) => this.place(row, nowMs), A_CHUNK);
    for (const ranking of RANKINGS) yield* this.orders[ranking].settle();
  }

  private place(row: Row, nowMs: number): void {
    const { record } = row.entry.bot;
    this.put(row, isListed(record) ? ranksOf(row.entry, this.pools.scoreOf(record.ownerId), nowMs) : NO_RANKS);
  }

  private put(row: Row, ranks: Ranks): void {
    for (const ranking of RANKINGS) this.orders[ranking].put(row, ranks[ranking]);
  }
}

function archived(bot: Extract<AnyBot, { outcome: object }>) {
  const { profit, rateE8, drawdownE8, days, sharpe } = bot.outcome;
  const entry: Ranked = { bot, figures: { profit, rateE8 }, drawdown: Number(drawdownE8) / 1e8, days, sharpe };
  return { entry, past: null, cost: 1 };
}

function pastDaysOf(bot: LiveBot): PastDays {
  const { deposited, listedMs } = bot.record;
  let fall = fallBefore(bot);
  for (const point of bot.curve) fall = fallWith(bot, fall, point);
  const days = sampleOf(listedDayReturns(bot));
  return { points: bot.curve.length, deposited, listedMs, fall, days, sharpe: wholeDaySharpe(bot) };
}

function isOfSameDays(past: PastDays, { record, curve }: LiveBot): boolean {
  return past.points === curve.length && past.deposited === record.deposited && past.listedMs === record.listedMs;
}

/** Whether a provider's record is another one by this. */
function isOther(before: Ranked, now: Ranked): boolean {
  return before.days !== now.days || before.drawdown !== now.drawdown;
}
