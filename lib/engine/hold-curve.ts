import { UNITS_PER_COIN } from '../money/amount.ts';
import { instrumentOf, type MarketSpec } from '../money/market-spec.ts';
import type { CoinTerms } from './body/coin-terms.ts';
import type { CandleColumns } from './candles.ts';

type Closes = Pick<CandleColumns, 'startMs' | 'stepMs' | 'open' | 'close'>;

/** A coin that is held, and its part of the money at the start; parts sum to 1. */
export interface HeldShare {
  readonly candles: Closes;
  readonly part: number;
}

/**
 * What just holding gave at each of the times (ms, ascending), as a fraction: every coin's price ÷ its price at the
 * start − 1, by its part; never rebalanced, no fees. A minute without a candle keeps what was known before it.
 */
export function holdCurve(shares: readonly HeldShare[], startMs: number, timesMs: Iterable<number>): number[] {
  const walks = shares.map((share) => walkOf(share, startMs));
  return Array.from(timesMs, (timeMs) => walks.reduce((sum, rateAt) => sum + rateAt(timeMs), 0));
}

/**
 * What a bot of these parameters is compared with: its own coin, or a portfolio's coins in their target shares. Nothing, which is a
 * rate of 0, where profit is counted in the coin itself: who holds it has as many of it as before, whatever its price does.
 */
export function heldShares(
  params: { readonly spec: MarketSpec; readonly coins?: readonly Pick<CoinTerms, 'spec' | 'targetE8'>[] },
  candles: Closes,
  others: Readonly<Record<string, { readonly candles: Closes }>> | undefined,
): HeldShare[] {
  if (params.spec.contract?.isInverse === true) return [];
  if (params.coins === undefined) return [{ candles, part: 1 }];
  const ownMarket = instrumentOf(params.spec);
  return params.coins.flatMap(({ spec, targetE8 }) => {
    const instrument = instrumentOf(spec);
    // A bot of one coin has no other markets.
    const own = instrument === ownMarket ? candles : others?.[instrument]?.candles;
    return own === undefined ? [] : [{ candles: own, part: Number(targetE8) / Number(UNITS_PER_COIN) }];
  });
}

/** The rate of one share at times that only grow. */
function walkOf({ candles, part }: HeldShare, sinceMs: number): (timeMs: number) => number {
  const { startMs, stepMs, open, close } = candles;
  let index = Math.max(0, Math.round((sinceMs - startMs) / stepMs));
  while (index < open.length && (open[index] as number) < 0) index += 1;
  const first = open[index];
  if (first === undefined) return () => 0;
  let price = first;
  return (timeMs) => {
    // The candle that ends at or before the time: its close is the price then.
    const until = Math.min(close.length, Math.floor((timeMs - startMs) / stepMs));
    for (; index < until; index += 1) if ((open[index] as number) >= 0) price = close[index] as number;
    return part * (price / first - 1);
  };
}
