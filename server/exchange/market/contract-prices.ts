import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import { nextFundingMs } from '#lib/formulas/funding.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { createBoundedCache } from './bounded-cache.ts';
import type { FollowedSpot } from './contract-days.ts';
import type { ContractPrices, MarketFeed } from './feed.ts';

/** Minutes of premium in a mark price (E2). */
const PREMIUM_MINUTES = 60;
/** Premiums are counted in 1e-9: sums of integers are the same whatever they are made of. */
const PREMIUM_SCALE = 1e9;
/** Rates of past settlements that are kept: a month of all contracts. A thousand bots ask for the same one. */
const CACHED_RATES = 1_000;
/** Published marks that are kept: two hours of all contracts. */
const CACHED_MARKS = 1_000;
/** Interest of a funding interval, 1e-8: the recorded `interest_rate` of 0.03 % a day. */
const INTEREST_E8 = 10_000;
/** The rate is the premium, unless it is this near to the interest: then it is the interest. 1e-8. */
const DAMPING_E8 = 50_000;
/** The rate never leaves ±this, 1e-8: `funding_rate_limit` of bitcoin's contract (E11). */
export const FUNDING_LIMIT_E8 = 300_000;

/** The mean premium of whole minutes as a funding rate, 1e-8: P + clamp(I − P, ±0.05 %), clamped to ±0.3 %. */
export function fundingRateOf(premium: number): bigint {
  const premiumE8 = premium * 1e8;
  const damped = premiumE8 + Math.max(-DAMPING_E8, Math.min(DAMPING_E8, INTEREST_E8 - premiumE8));
  return BigInt(Math.round(Math.max(-FUNDING_LIMIT_E8, Math.min(FUNDING_LIMIT_E8, damped))));
}

/** Minutes of a contract and of its spot market side by side; prices of the latter in the contract's ticks. */
interface Pair {
  readonly count: number;
  /** Close of the spot market in the contract's ticks, not rounded; −1 when unknown. */
  readonly index: Float64Array;
  /** (last − index) ÷ index in 1e-9; NaN when one of them is unknown. */
  readonly premium: Float64Array;
}

function readPair(minutes: MarketFeed['minutes'], followed: FollowedSpot, fromMs: number, toMs: number): Pair {
  const contract = minutes(instrumentOf(followed.spec), fromMs, toMs, toMs);
  const spot = minutes(followed.spotMarket, fromMs, toMs, toMs);
  const count = spot.open.length;
  const index = new Float64Array(count).fill(-1);
  const premium = new Float64Array(count).fill(Number.NaN);
  for (let i = 0; i < count; i += 1) {
    if ((spot.open[i] as number) < 0) continue;
    const at = (spot.close[i] as number) * followed.scale;
    index[i] = at;
    if ((contract.open[i] as number) < 0) continue;
    premium[i] = Math.round(((contract.close[i] as number) / at - 1) * PREMIUM_SCALE);
  }
  return { count, index, premium };
}

/** Mark prices of the minutes after minute i − 1 for i in [PREMIUM_MINUTES, count]: a window that slides. */
function slideMarks({ count, index, premium }: Pair): Int32Array {
  const marks = new Int32Array(Math.max(0, count - PREMIUM_MINUTES + 1)).fill(-1);
  let sum = 0;
  let known = 0;
  for (let i = 0; i < count; i += 1) {
    const entering = premium[i] as number;
    if (!Number.isNaN(entering)) {
      sum += entering;
      known += 1;
    }
    const leaving = premium[i - PREMIUM_MINUTES] ?? Number.NaN;
    if (!Number.isNaN(leaving)) {
      sum -= leaving;
      known -= 1;
    }
    const at = i - PREMIUM_MINUTES + 1;
    if (at < 0 || known === 0 || (index[i] as number) < 0) continue;
    marks[at] = Math.max(1, Math.round((index[i] as number) * (1 + sum / known / PREMIUM_SCALE)));
  }
  return marks;
}

function meanPremium({ premium }: Pair): number | null {
  let sum = 0;
  let known = 0;
  for (const each of premium) {
    if (Number.isNaN(each)) continue;
    sum += each;
    known += 1;
  }
  return known === 0 ? null : sum / known / PREMIUM_SCALE;
}

/** What a recording knows better than the formulas. */
export interface RecordedPrices {
  /** Changes the marks of the minutes from `fromMs` on, in place, where mark prices were recorded. */
  correctMarks(spec: ContractSpec, marks: Int32Array, fromMs: number): void;
  /** The recorded rate of a settlement time, 1e-8; null: none was recorded though others around were; undefined: use the formula. */
  rateAt(spec: ContractSpec, timeMs: number): bigint | null | undefined;
}

/** The mark prices; the published one of a minute's beginning is kept. */
function createMarks(
  byInstrument: ReadonlyMap<string, FollowedSpot>,
  minutes: MarketFeed['minutes'],
  recorded: RecordedPrices | undefined,
): Pick<ContractPrices, 'marks' | 'markTicks'> {
  const published = createBoundedCache<string, number | undefined>(CACHED_MARKS);

  function marks(instrument: string, fromMs: number, toMs: number): Int32Array {
    const first = Math.floor(fromMs / MINUTE_MS);
    const count = Math.max(0, Math.floor(toMs / MINUTE_MS) - first);
    const followed = byInstrument.get(instrument);
    if (followed === undefined || count === 0) return new Int32Array(count).fill(-1);
    const begin = (first - PREMIUM_MINUTES) * MINUTE_MS;
    const column = slideMarks(readPair(minutes, followed, begin, (first + count - 1) * MINUTE_MS));
    recorded?.correctMarks(followed.spec, column, first * MINUTE_MS);
    return column;
  }

  function markTicks(instrument: string, timeMs: number): number | null {
    const minuteMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
    const ticks = published.get(`${instrument} ${minuteMs}`, () => {
      const mark = marks(instrument, minuteMs, minuteMs + MINUTE_MS)[0] as number;
      return mark < 0 ? undefined : mark;
    });
    return ticks ?? null;
  }

  return { marks, markTicks };
}

/**
 * Index, mark and funding out of the minutes of contracts and their spot markets. What follows at a minute's beginning
 * follows from complete minutes, so it is known then and does not change; marks and rates that were asked for are kept,
 * because the exchange asks every second.
 */
export function createContractPrices(
  contracts: readonly FollowedSpot[],
  minutes: MarketFeed['minutes'],
  recorded?: RecordedPrices,
): ContractPrices {
  const byInstrument = new Map(contracts.map((followed) => [instrumentOf(followed.spec), followed]));
  const { marks, markTicks } = createMarks(byInstrument, minutes, recorded);
  const rates = createBoundedCache<string, bigint | undefined>(CACHED_RATES);

  function indexTicks(instrument: string, timeMs: number): number | null {
    const followed = byInstrument.get(instrument);
    if (followed === undefined) return null;
    const toMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
    const { open, close } = minutes(followed.spotMarket, toMs - MINUTE_MS, toMs, toMs);
    return (open[0] as number) < 0 ? null : Math.round((close[0] as number) * followed.scale);
  }

  /** The formula over the minutes of the interval that are complete at `timeMs`. */
  function rateFrom(followed: FollowedSpot, beginMs: number, timeMs: number): bigint | null {
    const toMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
    if (beginMs < 0) return null;
    // Just after a settlement no minute of the new interval is complete: the one before it tells the premium.
    const premium = meanPremium(readPair(minutes, followed, Math.min(beginMs, toMs - MINUTE_MS), toMs));
    return premium === null ? null : fundingRateOf(premium);
  }

  function fundingRate(instrument: string, timeMs: number): bigint | null {
    const followed = byInstrument.get(instrument);
    if (followed === undefined) return null;
    const interval = followed.spec.contract.fundingIntervalMs;
    if (timeMs % interval !== 0) return null;
    const rate = rates.get(`${instrument} ${timeMs}`, () => {
      const known = recorded?.rateAt(followed.spec, timeMs);
      // What is not known (yet) is undefined: not kept.
      return (known === undefined ? rateFrom(followed, timeMs - interval, timeMs) : known) ?? undefined;
    });
    return rate ?? null;
  }

  function next(instrument: string, timeMs: number): number | null {
    const followed = byInstrument.get(instrument);
    return followed === undefined ? null : nextFundingMs(timeMs, followed.spec.contract.fundingIntervalMs);
  }

  return {
    marks,
    markTicks,
    indexTicks,
    fundingRate,
    nextFundingMs: next,
    fundingRates(instrument, fromMs, toMs) {
      const times: number[] = [];
      const settled: bigint[] = [];
      for (let at = next(instrument, fromMs - 1); at !== null && at < toMs; at = next(instrument, at)) {
        const rate = fundingRate(instrument, at);
        if (rate === null) continue;
        times.push(at);
        settled.push(rate);
      }
      return { timesMs: Float64Array.from(times), ratesE8: settled };
    },
    expectedFundingRate(instrument, timeMs) {
      const followed = byInstrument.get(instrument);
      const at = next(instrument, timeMs);
      if (followed === undefined || at === null) return null;
      const rate = recorded?.rateAt(followed.spec, at);
      return rate ?? rateFrom(followed, at - followed.spec.contract.fundingIntervalMs, timeMs);
    },
  };
}
