import { UNITS_PER_COIN } from '../money/amount.ts';

/** A trade's signed change of what is held. */
export interface HeldChange {
  readonly timeMs: number;
  readonly quantity: bigint;
}

/**
 * Part of the time in [startMs, endMs] with a position in any market, 1e-8, rounded down. One list of changes a market,
 * in order of time, fees taken in coins subtracted; a market's position is the sum of its changes so far. A rest of
 * less than the market's lot, which nobody can sell, is no position: `lots` by market, 1n when absent.
 */
export function exposureE8(
  lists: readonly (readonly HeldChange[])[],
  startMs: number,
  endMs: number,
  lots: readonly bigint[] = [],
): bigint {
  if (endMs <= startMs) return 0n;
  const changes = lists
    .flatMap((list, market) => list.map((change) => ({ ...change, market })))
    .sort((a, b) => a.timeMs - b.timeMs);
  const held = lists.map(() => 0n);
  let open = 0;
  let since = startMs;
  let exposedMs = 0;
  for (const { timeMs, quantity, market } of changes) {
    const at = Math.min(Math.max(timeMs, startMs), endMs);
    if (open > 0) exposedMs += at - since;
    since = at;
    const before = held[market] as bigint;
    const after = before + quantity;
    const lot = lots[market] ?? 1n;
    held[market] = after;
    open += Number(isPosition(after, lot)) - Number(isPosition(before, lot));
  }
  if (open > 0) exposedMs += endMs - since;
  return (BigInt(Math.floor(exposedMs)) * UNITS_PER_COIN) / BigInt(endMs - startMs);
}

/** Whether so much of a market is a position. */
export function isPosition(held: bigint, lot: bigint): boolean {
  return held >= lot || -held >= lot;
}
