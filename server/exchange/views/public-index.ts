import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { type ReturnSample, sampleOf } from '#lib/formulas/ranking-score.ts';
import type { BotBook } from '../bots/bot-book.ts';
import { tradesMarket } from '../bots/bot-markets.ts';
import { isFinished } from '../bots/bot-record.ts';
import { drawdownE8 } from '../bots/bot-risk.ts';
import { DAY_MS } from '../bots/daily-curve.ts';
import { isArchived } from '../bots/ended-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { endedBefore, wholeDayReturns } from '../bots/whole-days.ts';
import type { BotViews } from './bot-views.ts';
import { isListedAs } from './list-kind.ts';
import { type ProviderScores, providerScores, type Ranked, type Ranking, rank } from './ranking.ts';
import { isListed } from './visibility.ts';

/** How old a ranking may be. The public pages' own cache is older still. */
const FRESH_MS = 2_000;
/** Ended bots stay in the lists for so long (H57). */
const ENDED_STAY_MS = 90 * DAY_MS;

export interface PublicFilter {
  /** Of every kind when it is not said. */
  readonly kind?: StrategyType;
  /** Bots that trade it, portfolios that hold its coin among them. */
  readonly market?: string;
  /** Whether they stand on a contract. */
  readonly isOnContract?: boolean;
  readonly onlyOpenParams?: boolean;
  /** Leaves out what has ended. */
  readonly onlyLiving?: boolean;
}

/**
 * The bots that everybody may see: not hidden, living or ended in the last 90 days. Ranked on demand, each ranking at
 * most every two seconds.
 */
export interface PublicIndex {
  /** Best first; bots that have no rank yet are not among them. */
  ranked(filter: PublicFilter, ranking: Ranking, nowMs: number): readonly Ranked[];
  /** Every shared bot of a provider: the ranked ones first, then those that are too young for a rank, oldest first. */
  ofProvider(ownerId: number, nowMs: number): readonly Ranked[];
}

export function createPublicIndex(book: BotBook, views: BotViews): PublicIndex {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let all: readonly Ranked[] = [];
  let providers: ProviderScores = new Map();
  let ranked = new Map<string, readonly Ranked[]>();
  const samples = new WeakMap<LiveBot, { readonly points: number; readonly days: ReturnSample }>();

  /** The sample of a bot changes at midnight and at its end only. */
  function daysOf(bot: LiveBot): ReturnSample {
    const known = samples.get(bot);
    if (known?.points === bot.curve.length) return known.days;
    const days = sampleOf(wholeDayReturns(bot));
    samples.set(bot, { points: bot.curve.length, days });
    return days;
  }

  function read(nowMs: number): void {
    if (nowMs - readAtMs < FRESH_MS && nowMs >= readAtMs) return;
    readAtMs = nowMs;
    ranked = new Map();
    const everListed = [...book.every()]
      .filter(({ record }) => isListed(record))
      .map((bot) => ({
        bot,
        figures: views.earned(bot, nowMs),
        drawdown: Number(isArchived(bot) ? bot.outcome.drawdownE8 : drawdownE8(bot, views.curve(bot, nowMs))) / 1e8,
        days: isArchived(bot) ? bot.outcome.days : daysOf(bot),
      }));
    providers = providerScores(everListed);
    all = everListed.filter(({ bot }) => !endedBefore(bot, nowMs - ENDED_STAY_MS));
  }

  return {
    ranked(filter, ranking, nowMs) {
      read(nowMs);
      const key = JSON.stringify([filter, ranking]);
      const known = ranked.get(key);
      if (known !== undefined) return known;
      const matching = all.filter(
        ({ bot: { record, spec } }) =>
          (filter.kind === undefined || isListedAs(record.kind, spec, filter.kind)) &&
          (filter.market === undefined || tradesMarket(spec, filter.market)) &&
          (filter.isOnContract === undefined || (spec.contract !== undefined) === filter.isOnContract) &&
          (filter.onlyLiving !== true || !isFinished(record)) &&
          (filter.onlyOpenParams !== true || record.isOpenParams || record.isAi),
      );
      const list = rank(matching, ranking, providers, nowMs);
      ranked.set(key, list);
      return list;
    },
    ofProvider(ownerId, nowMs) {
      read(nowMs);
      const own = all.filter(({ bot }) => bot.record.ownerId === ownerId);
      const best = rank(own, 'default', providers, nowMs);
      const isRanked = new Set(best);
      const young = own.filter((entry) => !isRanked.has(entry)).sort((a, b) => a.bot.record.id - b.bot.record.id);
      return [...best, ...young];
    },
  };
}
