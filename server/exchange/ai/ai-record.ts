import { z } from 'zod';
import { GRADES } from '#lib/backtest/search/grade.ts';
import type { JudgedShape } from '#lib/backtest/search/judge.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks, type MarketSpec } from '#lib/money/market-spec.ts';
import type { StoreReader } from '../store/store.ts';

/** Collection of the searches' results, one row a job. */
export const AI_PARAMS = 'ai_params';

const rates = { rate: z.string(), holdRate: z.string(), medianRate: z.string() };

/** Rates are decimal text (8 decimals), times ms. */
const stored = z.object({
  computedMs: z.number(),
  /** The searched window. */
  fromMs: z.number(),
  toMs: z.number(),
  shape: z.record(z.string(), z.number()),
  fittedRate: z.string(),
  /** Means of a judged week. */
  weekRate: z.string(),
  holdRate: z.string(),
  medianRate: z.string(),
  neighbourLow: z.string(),
  neighbourHigh: z.string(),
  grade: z.enum(GRADES),
  /** Judged weeks, oldest first. */
  folds: z.array(z.object({ fromMs: z.number(), toMs: z.number(), ...rates })),
  /** Through the judged weeks: time and profit rate so far. */
  curve: z.array(z.tuple([z.number(), z.string()])),
  /** Of the judged weeks, oldest first: time, side, price, amount. */
  trades: z.array(z.tuple([z.number(), z.enum(['buy', 'sell']), z.string(), z.string()])),
});
export type AiRecord = z.output<typeof stored>;
/** A result before it is written. */
export const foundRecord = stored.omit({ computedMs: true });
export type FoundRecord = z.output<typeof foundRecord>;

/** A rate as the wire has it: 8 decimals, rounded to the nearest. */
export function rateText(rate: number): string {
  return formatAmount(BigInt(Math.round(rate * 1e8)));
}

export function aiRecord(judged: JudgedShape, spec: MarketSpec, times: Pick<AiRecord, 'fromMs' | 'toMs'>): FoundRecord {
  const { curve, trades } = judged;
  return {
    ...times,
    shape: { ...judged.shape },
    fittedRate: rateText(judged.fittedRate),
    weekRate: rateText(judged.weekRate),
    holdRate: rateText(judged.holdRate),
    medianRate: rateText(judged.medianRate),
    neighbourLow: rateText(judged.neighbourLow),
    neighbourHigh: rateText(judged.neighbourHigh),
    grade: judged.grade,
    folds: judged.folds.map(({ rate, holdRate, medianRate, ...week }) => ({
      ...week,
      rate: rateText(rate),
      holdRate: rateText(holdRate),
      medianRate: rateText(medianRate),
    })),
    curve: Array.from(curve.timeMs, (timeMs, i): [number, string] => [timeMs, rateText(curve.rate[i] as number)]),
    trades: trades.map(({ timeMs, side, ticks, quantity }) => [
      timeMs,
      side,
      formatTicks(spec, ticks),
      formatAmount(quantity),
    ]),
  };
}

/** The result of a job; undefined while there is none, or one that an older version wrote in another way. */
export async function readAiRecord(store: Pick<StoreReader, 'get'>, key: string): Promise<AiRecord | undefined> {
  const text = await store.get(AI_PARAMS, key);
  return text === undefined ? undefined : stored.safeParse(JSON.parse(text)).data;
}
