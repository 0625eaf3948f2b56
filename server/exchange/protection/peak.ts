/**
 * The peak that a fall is measured against, USDT units: the highest worth that a look has found since the limit was set or armed again.
 * What came into the account or went out of it since the last look (`flow`, + in) is neither won nor lost: the peak moves with it in the
 * same proportion as the account, so that the fall in percent is after it what it was before, as of a fund whose units are bought and
 * given back. Rounded down. An account that was worth nothing begins with what came in; of one that was emptied nothing is left to fall.
 */
export function peakAfter(before: bigint | null, equity: bigint, flow: bigint): bigint {
  if (before === null) return equity > 0n ? equity : 0n;
  const unmoved = equity - flow;
  const peak = unmoved > before ? unmoved : before;
  if (flow === 0n) return peak;
  if (unmoved > 0n && equity >= 0n) return (peak * equity) / unmoved;
  const moved = peak + flow;
  const most = moved > equity ? moved : equity;
  return most > 0n ? most : 0n;
}
