import { UNITS_PER_COIN } from '../money/amount.ts';

/** What the profit could have been after a part of the trades: rates of the start, 1e-8. */
export interface BandPoint {
  /** Part of the trades, or days, that are over, 0…1. */
  readonly part: number;
  readonly p5: bigint;
  readonly p50: bigint;
  readonly p95: bigint;
}

export interface BandOptions {
  /** Resampled lives. Default 1,000. */
  readonly paths?: number;
  /** Points after the first. Default 40, never more than there are trades. */
  readonly parts?: number;
}

/** Fewer trades, or days, than this say nothing about others. */
const FEWEST_TRADES = 10;
const DEFAULT_PATHS = 1_000;
/** More trades than this are drawn as runs of the same number of them, so that a million trades do not take minutes. */
const MOST_DRAWS = 10_000;
const DEFAULT_PARTS = 40;

/**
 * Bootstrap of a bot's trades: each path draws as many trades as there were, with replacement, and adds up their
 * profits (units; `start` > 0 is the equity that they began with). The band is the 5th, 50th and 95th percentile of
 * the paths (nearest rank). `random` gives numbers in [0, 1): the same source gives the same band. Of more than ten
 * thousand trades, runs of trades that followed each other are drawn (a block bootstrap). A path that has lost the whole
 * start stays there. Empty for fewer than ten trades.
 */
export function resampledBand(
  profits: readonly bigint[],
  start: bigint,
  random: () => number,
  { paths = DEFAULT_PATHS, parts = DEFAULT_PARTS }: BandOptions = {},
): BandPoint[] {
  if (profits.length < FEWEST_TRADES) return [];
  const draws = drawsOf(profits);
  const count = draws.length;
  const points = Math.min(parts, count);
  const sums = Array.from({ length: points }, () => new BigInt64Array(paths));
  for (let path = 0; path < paths; path += 1) {
    let sum = 0n;
    let drawn = 0;
    for (let point = 1; point <= points; point += 1) {
      for (const until = Math.round((point * count) / points); drawn < until; drawn += 1) {
        // Who has lost everything trades no more.
        if (sum > -start) sum += draws[Math.floor(random() * count)] as bigint;
      }
      (sums[point - 1] as BigInt64Array)[path] = sum > -start ? sum : -start;
    }
  }
  const band = sums.map((ends, i) => {
    ends.sort();
    return {
      part: Math.round(((i + 1) * count) / points) / count,
      p5: rateAt(ends, 5, start),
      p50: rateAt(ends, 50, start),
      p95: rateAt(ends, 95, start),
    };
  });
  return [{ part: 0, p5: 0n, p50: 0n, p95: 0n }, ...band];
}

/**
 * The same for a bot whose trades hang together (a grid's pairs share one position): its days are drawn. `equities` are
 * those of its beginning, of every UTC midnight and of its end; a path multiplies as many of the returns between them as
 * there were. Edges are rounded outwards, so that floats never put the result outside a band that is a line.
 */
export function resampledDays(
  equities: readonly bigint[],
  random: () => number,
  { paths = DEFAULT_PATHS, parts = DEFAULT_PARTS }: BandOptions = {},
): BandPoint[] {
  const factors = equities.slice(1).map((equity, i) => growth(equities[i] as bigint, equity));
  const count = factors.length;
  if (count < FEWEST_TRADES) return [];
  const points = Math.min(parts, count);
  const ends = Array.from({ length: points }, () => new Float64Array(paths));
  for (let path = 0; path < paths; path += 1) {
    let product = 1;
    let drawn = 0;
    for (let point = 1; point <= points; point += 1) {
      for (const until = Math.round((point * count) / points); drawn < until; drawn += 1) {
        product *= factors[Math.floor(random() * count)] as number;
      }
      (ends[point - 1] as Float64Array)[path] = product;
    }
  }
  const band = ends.map((sorted, i) => {
    sorted.sort();
    const rate = (percent: number, round: (value: number) => number): bigint =>
      BigInt(round((nearestRank(sorted, percent) - 1) * Number(UNITS_PER_COIN)));
    return {
      part: Math.round(((i + 1) * count) / points) / count,
      p5: rate(5, Math.floor),
      p50: rate(50, Math.trunc),
      p95: rate(95, Math.ceil),
    };
  });
  return [{ part: 0, p5: 0n, p50: 0n, p95: 0n }, ...band];
}

function growth(before: bigint, after: bigint): number {
  return before > 0n && after > 0n ? Number(after) / Number(before) : 0;
}

function nearestRank(sorted: Float64Array, percent: number): number {
  return sorted[Math.max(1, Math.ceil((percent * sorted.length) / 100)) - 1] as number;
}

/** What is drawn: each trade's profit, or that of each run of trades. Their sum is the same, so the band's middle is. */
function drawsOf(profits: readonly bigint[]): readonly bigint[] {
  const run = Math.ceil(profits.length / MOST_DRAWS);
  if (run === 1) return profits;
  const draws: bigint[] = [];
  for (let at = 0; at < profits.length; at += run) {
    draws.push(profits.slice(at, at + run).reduce((sum, profit) => sum + profit, 0n));
  }
  return draws;
}

/** The nearest-rank percentile of sorted sums as a rate of the start. */
function rateAt(sorted: BigInt64Array, percent: number, start: bigint): bigint {
  const rank = Math.max(1, Math.ceil((percent * sorted.length) / 100));
  return ((sorted[rank - 1] as bigint) * UNITS_PER_COIN) / start;
}
