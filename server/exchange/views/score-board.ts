import { sampleOf } from '#lib/formulas/ranking-score.ts';
import type { BotBook } from '../bots/bot-book.ts';
import { drawdownE8 } from '../bots/bot-risk.ts';
import { type AnyBot, isArchived } from '../bots/ended-bot.ts';
import { wholeDayReturns } from '../bots/whole-days.ts';
import type { BotViews } from './bot-views.ts';
import { sortedInChunks } from './chunked-sort.ts';
import { byRank, type ProviderScores, providerPools, type Ranked, type Ranking, rankOf } from './ranking.ts';
import { isListed, wasEverListed } from './visibility.ts';

/** Bots whose figures are read between two pauses, some milliseconds: so many without days, fewer of those with many. */
const A_CHUNK = 500;
/** Days that are as much to read as the figures of their bot. */
const DAYS_OF_A_BOT = 20;
const RANKINGS: readonly Ranking[] = ['default', 'adj_sharp_rate', 'rate', 'year_pft_rate'];

/** What the last reading had of a bot. */
interface Kept {
  readonly entry: Ranked;
  readonly points: number;
  /** What had been put in: the returns of all its days are of that. */
  readonly deposited: bigint;
}

/** The figures of every listed bot at one time, and their orders. Providers are scored by every bot that was ever listed. */
export interface Scores {
  readonly atMs: number;
  /** Every bot that is listed. */
  readonly all: readonly Ranked[];
  readonly providers: ProviderScores;
  /** Best first; bots without the figure are left out. */
  readonly orders: Readonly<Record<Ranking, readonly Ranked[]>>;
}

/**
 * Reads the figures of all bots, some at a time. Nothing of a bot in the archive changes any more, and the sample of
 * whole days of one that lives changes at midnight only, and when money comes in: these are kept.
 */
export class ScoreBoard {
  private readonly book: Pick<BotBook, 'every'>;
  private readonly views: Pick<BotViews, 'earned' | 'curve'>;
  /** Of the last reading, by bot. */
  private kept: ReadonlyMap<number, Kept> = new Map();

  constructor(book: Pick<BotBook, 'every'>, views: Pick<BotViews, 'earned' | 'curve'>) {
    this.book = book;
    this.views = views;
  }

  /** The scores at `nowMs`; each `yield` lets others have the thread. Few bots are read without one. */
  *read(nowMs: number): Generator<void, Scores> {
    const all: Ranked[] = [];
    const kept = new Map<number, Kept>();
    const pools = providerPools();
    let sincePause = 0;
    for (const bot of this.book.every()) {
      if (!wasEverListed(bot.record)) continue;
      if (sincePause >= A_CHUNK) {
        yield;
        sincePause = 0;
      }
      const points = isArchived(bot) ? -1 : bot.curve.length;
      sincePause += 1 + Math.max(0, points) / DAYS_OF_A_BOT;
      const entry = this.entry(bot, points, nowMs);
      kept.set(bot.record.id, { entry, points, deposited: bot.record.deposited });
      if (isListed(bot.record)) all.push(entry);
      pools.add(entry);
    }
    const providers = pools.scores();
    const orders = {} as Record<Ranking, readonly Ranked[]>;
    for (const ranking of RANKINGS) orders[ranking] = yield* ordered(all, ranking, providers, nowMs);
    this.kept = kept;
    return { atMs: nowMs, all, providers, orders };
  }

  /** `points`: how many its daily curve has. */
  private entry(bot: AnyBot, points: number, nowMs: number): Ranked {
    const known = this.kept.get(bot.record.id);
    if (isArchived(bot)) {
      if (known?.entry.bot === bot) return known.entry;
      const { profit, rateE8, drawdownE8: fall, days } = bot.outcome;
      return { bot, figures: { profit, rateE8 }, drawdown: Number(fall) / 1e8, days };
    }
    const { profit, rateE8 } = this.views.earned(bot, nowMs);
    const drawdown = Number(drawdownE8(bot, this.views.curve(bot, nowMs))) / 1e8;
    const isKept = known?.points === points && known.deposited === bot.record.deposited;
    const days = isKept ? known.entry.days : sampleOf(wholeDayReturns(bot));
    return { bot, figures: { profit, rateE8 }, drawdown, days };
  }
}

function* ordered(
  all: readonly Ranked[],
  ranking: Ranking,
  providers: ProviderScores,
  nowMs: number,
): Generator<void, readonly Ranked[]> {
  const scored: { readonly entry: Ranked; readonly score: number }[] = [];
  for (const [index, entry] of all.entries()) {
    if (index > 0 && index % A_CHUNK === 0) yield;
    const score = rankOf(entry, ranking, providers, nowMs);
    if (score !== null) scored.push({ entry, score });
  }
  const sorted = yield* sortedInChunks(scored, byRank);
  return sorted.map(({ entry }) => entry);
}
