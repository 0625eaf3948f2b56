import { isDeepStrictEqual } from 'node:util';
import { GRADES } from '#lib/backtest/search/grade.ts';
import { searchedSpec, typedBy } from '#lib/backtest/search/search-space-of.ts';
import { SEARCH_CYCLES } from '#lib/backtest/search/walk-forward.ts';
import type { AiGrade } from '#lib/contract/ai-judged.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { botFeeRate, engineParamsOf } from '../bots/bot-kinds.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import type { MarketFeed } from '../market/feed.ts';
import { readTicker } from '../market/ticker.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { gradeOf } from './ai-recommendation.ts';
import { readAiRecord } from './ai-record.ts';
import { type SearchTarget, searchKey } from './search-jobs.ts';

type Parts = Pick<ExchangeParts, 'store' | 'feed'>;

/** A bot that is asked for, by what its payload says. */
interface Asked {
  readonly kind: RunnableKind;
  readonly payload: StoredPayload;
  readonly spec: MarketSpec;
}

/**
 * Whether a bot that is said to be of AI parameters is: where it trades by nothing else than what a search of its kind and market
 * recommends, how that was judged; null where it does not. Of windows that found the same, the better grade, as in the form.
 */
export async function attestedGrade(parts: Parts, asked: Asked, nowMs: number): Promise<AiGrade | null> {
  const { store, feed } = parts;
  const { kind, spec } = asked;
  if (!kindOf(kind).terms(asked.payload).isAi) return null;
  const on = searchedSpec(kind, spec, [...feed.specs, ...feed.contracts]);
  if (on === null) return null;
  const form = definitionOf(kind).decode(asked.payload, spec);
  const { variants } = definitionOf(kind).ai;
  const target: SearchTarget = { kind, variant: variants === undefined ? '' : (form[variants.field] ?? '') };
  const request = { ...target, spec: on, feeRate: botFeeRate(spec, kind) };
  const grades: AiGrade[] = [];
  for (const cycle of SEARCH_CYCLES) {
    const record = await readAiRecord(store, searchKey(target, spec, cycle));
    if (record === undefined) continue;
    const typedAt = (ticks: number): FormValues | null => typedBy(request, record.shape, ticks);
    if (!startsOf(feed, spec, form, typedAt, nowMs).some((ticks) => isMadeOf(asked, form, typedAt(ticks)))) continue;
    grades.push(await gradeOf(parts, { target, cycle, record }));
  }
  return grades.sort((a, b) => GRADES.indexOf(a.grade) - GRADES.indexOf(b.grade))[0] ?? null;
}

/** How far from the end of its range a price may be counted wrongly, ticks: both ends of the calculation are rounded. */
const ROUNDED = 2;

/**
 * The prices at which the search would have typed this bot, of those that the market had within a day – forms stay open for hours: the
 * present one, and of a range, which lies around its price, the one that the range says.
 */
function startsOf(
  feed: MarketFeed,
  spec: MarketSpec,
  form: FormValues,
  typedAt: (ticks: number) => FormValues | null,
  nowMs: number,
): readonly number[] {
  const day = readTicker(feed, instrumentOf(spec), nowMs);
  if (day === null) return [];
  const top = Number(form.high_price);
  const topNow = Number(typedAt(day.lastTicks)?.high_price);
  if (!(top > 0 && topNow > 0)) return [day.lastTicks];
  const start = Math.round((day.lastTicks * top) / topNow);
  const around = Array.from({ length: 2 * ROUNDED + 1 }, (_, at) => start - ROUNDED + at);
  return around.filter((ticks) => ticks >= day.lowTicks && ticks <= day.highTicks);
}

/** What AI mode leaves as it is by default, whatever the search says. */
const LEFT_ALONE = ['trailing', 'trail_up', 'trail_down', 'price_step_details', 'enable_free_params'] as const;

/** Whether a bot trades by what was typed and by nothing else: what the search does not speak of – money, stops, texts – is its owner's. */
function isMadeOf({ kind, payload, spec }: Asked, form: FormValues, typed: FormValues | null): boolean {
  if (typed === null) return false;
  const definition = definitionOf(kind);
  const usual = definition.defaults(spec);
  const left = LEFT_ALONE.flatMap((field) => (usual[field] === undefined ? [] : [[field, usual[field]] as const]));
  const found = definition.encode({ ...form, ...Object.fromEntries(left), ...typed }, spec);
  // Of other coins nothing is read here: their markets are not the bot's.
  if (!isDeepStrictEqual(kindOf(kind).place(found), kindOf(kind).place(payload))) return false;
  const paramsOf = (one: StoredPayload) => engineParamsOf(kind, one, spec, botFeeRate(spec, kind));
  return isDeepStrictEqual(paramsOf(found), paramsOf(payload));
}
