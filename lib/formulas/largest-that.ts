/**
 * The largest whole number from 0n up to below `beyond` for which something holds that holds up to a number and for none after it (0n is
 * not asked: it holds). It is looked for around `guess`, ever further away, so that a good guess asks a few times; a bad one costs time alone.
 */
export function largestThat(holds: (n: bigint) => boolean, guess: bigint, beyond: bigint): bigint {
  let low = 0n;
  let high = beyond > 1n ? beyond : 1n;
  const begin = guess < 0n ? 0n : guess < high ? guess : high - 1n;
  const isTooLow = begin === 0n || holds(begin);
  if (isTooLow) low = begin;
  else high = begin;
  for (let step = 1n; high - low > step; step *= 2n) {
    const next = isTooLow ? low + step : high - step;
    const isHeld = holds(next);
    if (isHeld) low = next;
    else high = next;
    // It lies between the last two that were asked.
    if (isHeld !== isTooLow) break;
  }
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
