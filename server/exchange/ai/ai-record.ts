import { z } from 'zod';
import type { JudgedShape } from '#lib/engine/search/search.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks, type MarketSpec } from '#lib/money/market-spec.ts';
import type { StoreReader } from '../store/store.ts';

/** Collection of the searches' results, one row a job. */
export const AI_PARAMS = 'ai_params';

/** Rates are decimal text (8 decimals), times ms. */
const shape = z.object({
  computedMs: z.number(),
  fromMs: z.number(),
  splitMs: z.number(),
  toMs: z.number(),
  shape: z.record(z.string(), z.number()),
  fittedRate: z.string(),
  heldOutRate: z.string(),
  holdRate: z.string(),
  neighbourLow: z.string(),
  neighbourHigh: z.string(),
  grade: z.enum(['A', 'B', 'C', 'D']),
  /** Of the held-out part: time and profit rate. */
  curve: z.array(z.tuple([z.number(), z.string()])),
  /** Of the held-out part, oldest first: time, side, price, amount. */
  trades: z.array(z.tuple([z.number(), z.enum(['buy', 'sell']), z.string(), z.string()])),
});
export type AiRecord = z.output<typeof shape>;

/** A rate as the wire has it: 8 decimals, rounded to the nearest. */
export function rateText(rate: number): string {
  return formatAmount(BigInt(Math.round(rate * 1e8)));
}

export function aiRecord(
  judged: JudgedShape,
  spec: MarketSpec,
  times: Pick<AiRecord, 'computedMs' | 'fromMs' | 'splitMs' | 'toMs'>,
): AiRecord {
  const { curve, trades } = judged;
  return {
    ...times,
    shape: { ...judged.shape },
    fittedRate: rateText(judged.fittedRate),
    heldOutRate: rateText(judged.heldOutRate),
    holdRate: rateText(judged.holdRate),
    neighbourLow: rateText(judged.neighbourLow),
    neighbourHigh: rateText(judged.neighbourHigh),
    grade: judged.grade,
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
export function readAiRecord(store: Pick<StoreReader, 'get'>, key: string): AiRecord | undefined {
  const text = store.get(AI_PARAMS, key);
  return text === undefined ? undefined : shape.safeParse(JSON.parse(text)).data;
}
