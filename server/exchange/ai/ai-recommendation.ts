import type { GradeRecord } from '#lib/backtest/search/grade-record.ts';
import { searchedSpec, typedBy } from '#lib/backtest/search/search-space-of.ts';
import { SEARCH_CYCLES, type SearchCycle } from '#lib/backtest/search/walk-forward.ts';
import type { Recommendation } from '#lib/contract/ai-calls.ts';
import type { AiGrade, JudgedResult } from '#lib/contract/ai-judged.ts';
import { subTypeOf } from '#lib/contract/ai-params.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { shiftDecimal } from '#lib/money/decimal-text.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { botFeeRate } from '../bots/bot-kinds.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { type Refusal, refuse } from '../replies/reply.ts';
import { recordOf } from './ai-cases.ts';
import { type AiRecord, rateText, readAiRecord } from './ai-record.ts';
import { type SearchTarget, searchKey } from './search-jobs.ts';

type Parts = Pick<ExchangeParts, 'store' | 'feed'>;

/** A result that has been computed, and what it is about. */
export interface Found {
  readonly target: SearchTarget;
  readonly cycle: SearchCycle;
  readonly record: AiRecord;
  /** What it types into the kind's form at the present price: a shape was judged as a bot that starts at the price of its time. */
  readonly typed: FormValues;
}

const WIRE_SIDES = ['buy', 'sell', 'neutral'] as const;

function absent(): Refusal {
  return refuse(CODE.unknown, 'ai-not-computed');
}

/** What a search has found for the present price; a refusal while there is nothing. */
export async function find(
  { store, feed }: Parts,
  target: SearchTarget | null,
  spec: MarketSpec | undefined,
  cycle: string | undefined,
  nowMs: number,
): Promise<Found | Refusal> {
  if (spec === undefined) return refuse(CODE.unknown, 'market-unknown');
  const on = target === null ? null : searchedSpec(target.kind, spec, [...feed.specs, ...feed.contracts]);
  const days = SEARCH_CYCLES.find((known) => String(known) === (cycle ?? '7'));
  const record =
    target === null || days === undefined ? undefined : await readAiRecord(store, searchKey(target, spec, days));
  const lastTicks = feed.lastTicks(instrumentOf(spec), nowMs);
  const isKnown = record !== undefined && lastTicks !== null;
  if (target === null || on === null || days === undefined || !isKnown) return absent();
  const request = { ...target, spec: on, feeRate: botFeeRate(spec, target.kind) };
  const typed = typedBy(request, record.shape, lastTicks);
  return typed === null ? absent() : { target, cycle: days, record, typed };
}

/** C-120: how the result was judged, what the bot would be, and what the judged weeks gave with their curve. */
export async function recommendationOf(parts: Parts, found: Found): Promise<Recommendation> {
  const { target, record, typed } = found;
  const isMartingale = factsOf(target.kind).profits === 'round';
  return {
    ...judgedOf(found),
    ...(await trackOf(parts, found)),
    side: WIRE_SIDES.find((side) => side === typed.side) ?? 'buy',
    leverage: typed.leverage ?? '1',
    rate: record.curve.at(-1)?.[1] ?? '0',
    back_profit: record.curve.map(([timeMs, rate]) => ({ time_stamp: Math.floor(timeMs / 1000), rate })),
    take_profit_per_cycle: fraction(typed.take_profit_per_cycle),
    type: isMartingale ? subTypeOf(target.variant) : '',
  };
}

/** How a recommendation is judged now, as a bot that is made of it keeps it. */
export async function gradeOf(parts: Parts, found: Omit<Found, 'typed'>): Promise<AiGrade> {
  return keptGrade(found, await trackOf(parts, found));
}

/** The same beside a record of the grades that is known already. */
export function keptGrade(found: Pick<Found, 'record' | 'cycle'>, { track, track_order }: Track): AiGrade {
  const { fitted_rate: _fitted, folds, from: _from, to: _to, ...judged } = judgedOf(found);
  const own = track.find(({ grade }) => grade === judged.grade);
  return {
    ...judged,
    grade: found.record.grade,
    weeks: folds.length,
    track: own === undefined ? null : withoutGrade(own),
    track_order,
  };
}

function withoutGrade({ cases, rate, over_hold, over_median }: JudgedResult['track'][number]) {
  return { cases, rate, over_hold, over_median };
}

type Track = Pick<JudgedResult, 'track' | 'track_order'>;

async function trackOf({ store, feed }: Parts, { target, cycle }: Omit<Found, 'typed'>): Promise<Track> {
  return trackText(await recordOf(store, feed, target, cycle));
}

/** The grades' record as the wire has it. */
export function trackText({ outcomes, order }: GradeRecord): Track {
  return {
    track: outcomes.map(({ grade, cases, rate, overHold, overMedian }) => ({
      grade,
      cases,
      rate: rateText(rate),
      over_hold: rateText(overHold),
      over_median: rateText(overMedian),
    })),
    track_order: order,
  };
}

/** A form's percent as the wire's fraction; '' stays. */
export function fraction(percent: string | undefined): string {
  return percent === undefined ? '' : (shiftDecimal(percent, -2) ?? '');
}

function judgedOf({ record, cycle }: Pick<Found, 'record' | 'cycle'>): Omit<JudgedResult, 'track' | 'track_order'> {
  const { folds } = record;
  return {
    fitted_rate: record.fittedRate,
    held_out_rate: record.weekRate,
    hold_rate: record.holdRate,
    median_rate: record.medianRate,
    neighbour_low: record.neighbourLow,
    neighbour_high: record.neighbourHigh,
    grade: record.grade,
    folds: folds.map(({ fromMs, toMs, rate, holdRate, medianRate }) => ({
      from: Math.floor(fromMs / 1000),
      to: Math.floor(toMs / 1000),
      rate,
      hold_rate: holdRate,
      median_rate: medianRate,
    })),
    cycle,
    computed_at: Math.floor(record.computedMs / 1000),
    from: Math.floor(record.fromMs / 1000),
    to: Math.floor(record.toMs / 1000),
  };
}
