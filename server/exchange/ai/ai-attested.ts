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
import { payloadTyped } from '../bots/check-payload.ts';
import { type MarketTicker, readTicker } from '../market/ticker.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { gradeOf } from './ai-recommendation.ts';
import { readAiRecord } from './ai-record.ts';
import { searchKey } from './search-jobs.ts';

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
  const { feed } = parts;
  const { kind, spec, payload } = asked;
  // Most bots claim nothing: for them no price of the day is looked up.
  if (!kindOf(kind).terms(payload).isAi) return null;
  const on = searchedSpec(kind, spec, [...feed.specs, ...feed.contracts]);
  const day = readTicker(feed, instrumentOf(spec), nowMs);
  if (on === null || day === null) return null;
  const { variants } = definitionOf(kind).ai;
  const grades: AiGrade[] = [];
  for (const variant of variants?.values ?? ['']) {
    const request = { kind, variant, spec: on, feeRate: botFeeRate(spec, kind) };
    const said = variants === undefined ? {} : { [variants.field]: variant };
    for (const cycle of SEARCH_CYCLES) {
      const record = await readAiRecord(parts.store, searchKey(request, spec, cycle));
      if (record === undefined) continue;
      const offerAt = (ticks: number) => offered(asked, typedBy(request, record.shape, ticks), said);
      if (!startsOf(payload, day, offerAt).some((ticks) => isSameBot(asked, offerAt(ticks)))) continue;
      grades.push(await gradeOf(parts, { target: { kind, variant }, cycle, record }));
    }
  }
  return grades.sort((a, b) => GRADES.indexOf(a.grade) - GRADES.indexOf(b.grade))[0] ?? null;
}

/** What AI mode leaves as it is by default, whatever the search says. */
const LEFT_ALONE = ['trail_up', 'trail_down', 'price_step_details', 'enable_free_params'] as const;

/** The bot that is asked for with the parameters that the search types: what it does not speak of – money, stops, texts – is its owner's. */
function offered({ kind, payload, spec }: Asked, typed: FormValues | null, said: FormValues): StoredPayload | null {
  if (typed === null) return null;
  const usual = definitionOf(kind).defaults(spec);
  const left = LEFT_ALONE.flatMap((field) => (usual[field] === undefined ? [] : [[field, usual[field]] as const]));
  return payloadTyped(kind, payload, spec, { ...Object.fromEntries(left), ...said, ...typed });
}

/** How far from the end of its range a price may be counted wrongly, ticks: both ends of the calculation are rounded. */
const ROUNDED = 2;

/**
 * The prices at which the search would have typed this bot, of those that the market had within a day – forms stay open for hours: the
 * present one, and of a range, which lies around its price, the one that the range says.
 */
function startsOf(
  payload: StoredPayload,
  { lastTicks, lowTicks, highTicks }: MarketTicker,
  offerAt: (ticks: number) => StoredPayload | null,
): readonly number[] {
  const top = topOf(payload);
  const topNow = topOf(offerAt(lastTicks));
  if (!(top > 0 && topNow > 0)) return [lastTicks];
  const start = Math.round((lastTicks * top) / topNow);
  const around = Array.from({ length: 2 * ROUNDED + 1 }, (_, at) => start - ROUNDED + at);
  return around.filter((ticks) => ticks >= lowTicks && ticks <= highTicks);
}

function topOf(payload: StoredPayload | null): number {
  return payload !== null && 'high_price' in payload ? Number(payload.high_price) : 0;
}

/** Whether the engine would trade by the same. */
function isSameBot({ kind, payload, spec }: Asked, offer: StoredPayload | null): boolean {
  // Of other coins nothing is read here: their markets are not the bot's.
  if (offer === null || !isDeepStrictEqual(kindOf(kind).place(offer), kindOf(kind).place(payload))) return false;
  const paramsOf = (one: StoredPayload) => engineParamsOf(kind, one, spec, botFeeRate(spec, kind));
  return isDeepStrictEqual(paramsOf(offer), paramsOf(payload));
}
