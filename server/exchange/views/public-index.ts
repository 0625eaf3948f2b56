import type { StrategyType } from '#lib/contract/vocabulary.ts';
import type { BotBook } from '../bots/bot-book.ts';
import { tradesMarket } from '../bots/bot-markets.ts';
import type { BotViews } from './bot-views.ts';
import { isListedAs } from './list-kind.ts';
import { type Ranked, type Ranking, rank } from './ranking.ts';

/** How old a ranking may be. The public pages' own cache is older still. */
const FRESH_MS = 2_000;

export interface PublicFilter {
  readonly kind?: StrategyType;
  /** Bots that trade it, portfolios that hold its coin among them. */
  readonly market?: string;
  /** Whether they stand on a contract. */
  readonly isOnContract?: boolean;
  readonly onlyOpenParams?: boolean;
  readonly ownerId?: number;
}

/** The bots that everybody may see: running, not hidden. Ranked on demand, each ranking at most every two seconds. */
export interface PublicIndex {
  ranked(filter: PublicFilter, ranking: Ranking, nowMs: number): readonly Ranked[];
}

export function createPublicIndex(book: BotBook, views: BotViews): PublicIndex {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let all: readonly Ranked[] = [];
  let ranked = new Map<string, readonly Ranked[]>();

  function read(nowMs: number): readonly Ranked[] {
    if (nowMs - readAtMs < FRESH_MS && nowMs >= readAtMs) return all;
    readAtMs = nowMs;
    ranked = new Map();
    all = [...book.running()]
      .filter(({ record }) => !record.isHide && record.status === 'running')
      .map((bot) => ({
        bot,
        figures: views.figures(bot, nowMs),
        rates: views.curve(bot, nowMs).map(({ rateE8 }) => rateE8),
      }));
    return all;
  }

  return {
    ranked(filter, ranking, nowMs) {
      const bots = read(nowMs);
      const key = JSON.stringify([filter, ranking]);
      const known = ranked.get(key);
      if (known !== undefined) return known;
      const matching = bots.filter(
        ({ bot: { record, spec } }) =>
          (filter.kind === undefined || isListedAs(record.kind, spec, filter.kind)) &&
          (filter.market === undefined || tradesMarket(spec, filter.market)) &&
          (filter.isOnContract === undefined || (spec.contract !== undefined) === filter.isOnContract) &&
          (filter.ownerId === undefined || record.ownerId === filter.ownerId) &&
          (filter.onlyOpenParams !== true || record.isOpenParams || record.isAi),
      );
      const list = rank(matching, ranking, nowMs);
      ranked.set(key, list);
      return list;
    },
  };
}
