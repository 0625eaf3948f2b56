import { GRADES } from '#lib/backtest/search/grade.ts';
import { gradeRecord } from '#lib/backtest/search/grade-record.ts';
import type { JudgedShape } from '#lib/backtest/search/judge.ts';
import { type SearchRequest, spaceOf, typedBy } from '#lib/backtest/search/search-space-of.ts';
import { SEARCH_CYCLES, SEARCHED_WEEKS, type SearchCycle } from '#lib/backtest/search/walk-forward.ts';
import { WEEK_DAYS } from '#lib/backtest/search/week-replay.ts';
import type { AiGrade } from '#lib/contract/ai-judged.ts';
import { definitionOf, type PayloadByKind, type RunnableKind } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import type { BotWish } from '#lib/strategies/demo-wish.ts';
import { extrasOf } from '#lib/strategies/demo-wish.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { keptGrade, trackText } from '../ai/ai-recommendation.ts';
import { aiRecord } from '../ai/ai-record.ts';
import { gatherPrices } from '../ai/search-prices.ts';
import { type Found, findWhole } from '../ai/search-task.ts';
import { botFeeRate } from '../bots/bot-kinds.ts';
import type { MarketFeed } from '../market/feed.ts';
import { isAllowed } from './bot-plan.ts';

/** A search takes seconds of the first start: as few as show what such a bot is. */
const MOST = 1;
/** Wishes that are searched for, should a search find nothing that may be made. */
const MOST_SEARCHES = 3;
/** Share of the world's time: old enough for the rankings. */
const LATEST_START = 0.8;
/** Smaller worlds are those of tests, which make dozens of them. */
const LEAST_WORLD = 60;

/** A bot that is to be. */
interface Planned {
  readonly wish: BotWish;
  readonly startMs: number;
}

/** What a search found, and how it was judged then. */
export interface SearchedBot {
  readonly payload: PayloadByKind[RunnableKind];
  readonly aiGrade: AiGrade;
}

/**
 * Parameters that the AI search finds for one bot of the world, of a kind that is searched for there, from the prices before their start, as the form's
 * AI mode would have offered them then (C-018). The grade does not choose: owners take a D as well, and the list shows
 * how it went. Empty where the feed knows too little of the past.
 */
export async function searchedBots<P extends Planned>(
  feed: MarketFeed,
  planned: readonly P[],
): Promise<ReadonlyMap<P, SearchedBot>> {
  const bots = new Map<P, SearchedBot>();
  if (planned.length < LEAST_WORLD) return bots;
  const wished = planned.filter(
    ({ wish: { kind, isHide, stopsAfter, startsAt } }) =>
      kindOf(kind).demo.asFound !== undefined && !isHide && stopsAfter === null && startsAt <= LATEST_START,
  );
  for (const bot of wished.slice(0, MOST_SEARCHES)) {
    if (bots.size >= MOST) break;
    const found = await searchedBot(feed, bot.wish.kind, bot);
    if (found !== null) bots.set(bot, found);
  }
  return bots;
}

async function searchedBot<K extends RunnableKind>(
  feed: MarketFeed,
  kind: K,
  { wish, startMs }: Planned,
): Promise<SearchedBot | null> {
  const spec = feed.spec(wish.instrument);
  const lastTicks = feed.lastTicks(wish.instrument, startMs);
  if (spec === undefined || lastTicks === null) return null;
  const request: SearchRequest = { kind, variant: '', spec, feeRate: botFeeRate(spec, kind) };
  const best = await search(feed, request, startMs);
  const typed = best === null ? null : typedBy(request, best.judged.shape, lastTicks);
  if (best === null || typed === null) return null;
  const definition = definitionOf(kind);
  const values = { ...definition.defaults(spec), ...typed, money: `${wish.money}` };
  const { asFound } = kindOf(kind).demo;
  const payload = asFound?.({ ...definition.encode(values, spec), ...extrasOf(spec, wish) }) ?? null;
  if (payload === null || !isAllowed(feed, kind, payload, startMs)) return null;
  return { payload, aiGrade: gradeThen(best, request, startMs) };
}

/** The grade with what was known of it: this market's own earlier suggestions, the only ones that were searched for. */
function gradeThen({ cycle, judged }: Best, { spec }: SearchRequest, toMs: number): AiGrade {
  const record = aiRecord(judged, spec, { fromMs: toMs - cycle * DAY_MS, toMs });
  return keptGrade({ cycle, record: { ...record, computedMs: toMs } }, trackText(gradeRecord(judged.cases)));
}

interface Best {
  readonly cycle: SearchCycle;
  readonly judged: JudgedShape;
}

/** The better of both windows (H51); null when the prices are too few. */
async function search(feed: MarketFeed, request: SearchRequest, toMs: number): Promise<Best | null> {
  const fromMs = toMs - SEARCHED_WEEKS * WEEK_DAYS * DAY_MS - spaceOf(request).historyMs;
  if (!feed.knowsPath(instrumentOf(request.spec), fromMs, toMs)) return null;
  const prices = await gatherPrices(feed, request.spec, fromMs, toMs, () => false);
  if (prices === null) return null;
  return better(findWhole(request, prices));
}

function better(found: Found): Best | null {
  const all = SEARCH_CYCLES.flatMap((cycle) => {
    const judged = found[cycle];
    return judged === undefined ? [] : [{ cycle, judged }];
  });
  return all.sort((a, b) => GRADES.indexOf(a.judged.grade) - GRADES.indexOf(b.judged.grade))[0] ?? null;
}
