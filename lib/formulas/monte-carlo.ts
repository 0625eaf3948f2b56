import { UNITS_PER_COIN } from '../money/amount.ts';

/** What the profit could have been after a part of the trades: rates of the start, 1e-8. */
export interface BandPoint {
  /** Part of the trades that are over, 0…1. */
  readonly part: number;
  readonly p5: bigint;
  readonly p50: bigint;
  readonly p95: bigint;
}

export interface BandOptions {
  /** Resampled lives. Default 1,000; fewer where there are more trades than that many lives can have in a second. */
  readonly paths?: number;
  /** Points after the first. Default 40, never more than there are trades. */
  readonly parts?: number;
}

/** Fewer trades than this say nothing about others. */
const FEWEST_TRADES = 10;
const DEFAULT_PATHS = 1_000;
const FEWEST_PATHS = 200;
/** Trades of all lives together that are drawn without asking for fewer lives. */
const MOST_DRAWN = 20_000_000;
const DEFAULT_PARTS = 40;

/**
 * Bootstrap of a bot's trades: each path draws as many trades as there were, with replacement, and adds up their
 * profits (units; `start` > 0 is the equity that they began with). The band is the 5th, 50th and 95th percentile of
 * the paths (nearest rank). `random` gives numbers in [0, 1): the same source gives the same band. Empty for fewer
 * than ten trades.
 */
export function resampledBand(
  profits: readonly bigint[],
  start: bigint,
  random: () => number,
  { paths = defaultPaths(profits.length), parts = DEFAULT_PARTS }: BandOptions = {},
): BandPoint[] {
  const count = profits.length;
  if (count < FEWEST_TRADES) return [];
  const points = Math.min(parts, count);
  const sums = Array.from({ length: points }, () => new BigInt64Array(paths));
  for (let path = 0; path < paths; path += 1) {
    let sum = 0n;
    let drawn = 0;
    for (let point = 1; point <= points; point += 1) {
      for (const until = Math.round((point * count) / points); drawn < until; drawn += 1) {
        sum += profits[Math.floor(random() * count)] as bigint;
      }
      (sums[point - 1] as BigInt64Array)[path] = sum;
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

function defaultPaths(trades: number): number {
  return Math.min(DEFAULT_PATHS, Math.max(FEWEST_PATHS, Math.floor(MOST_DRAWN / Math.max(1, trades))));
}

/** The nearest-rank percentile of sorted sums as a rate of the start. */
function rateAt(sorted: BigInt64Array, percent: number, start: bigint): bigint {
  const rank = Math.max(1, Math.ceil((percent * sorted.length) / 100));
  return ((sorted[rank - 1] as bigint) * UNITS_PER_COIN) / start;
}
