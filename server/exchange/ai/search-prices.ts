import { setImmediate as turn } from 'node:timers/promises';
import type { SearchPrices } from '#lib/engine/search/stretch.ts';
import { isContract } from '#lib/formulas/contract-value.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { MarketFeed } from '../market/feed.ts';
import { MINUTE_MS } from '../market/market-day.ts';

/** Minutes that are asked of the feed at once: between two pieces, ticks and calls have their turn. */
const PIECE_MINUTES = 360;
/** A window of which less is known is not searched. */
const LEAST_KNOWN = 0.9;

/**
 * The prices of [fromMs, toMs) in memory that threads share, gathered piece by piece. Null when too few of them are
 * known, or when `isOver` says that nobody wants them any more.
 */
export async function gatherPrices(
  feed: MarketFeed,
  spec: MarketSpec,
  fromMs: number,
  toMs: number,
  isOver: () => boolean,
): Promise<SearchPrices | null> {
  const count = (toMs - fromMs) / MINUTE_MS;
  const instrument = instrumentOf(spec);
  const columns = { open: column(count), high: column(count), low: column(count), close: column(count) };
  const marks = isContract(spec) ? column(count) : undefined;
  let known = 0;
  for (let at = 0; at < count; at += PIECE_MINUTES) {
    if (isOver()) return null;
    const beginMs = fromMs + at * MINUTE_MS;
    const endMs = Math.min(toMs, beginMs + PIECE_MINUTES * MINUTE_MS);
    const minutes = feed.minutes(instrument, beginMs, endMs, toMs);
    columns.open.set(minutes.open, at);
    columns.high.set(minutes.high, at);
    columns.low.set(minutes.low, at);
    columns.close.set(minutes.close, at);
    marks?.set(feed.marks(instrument, beginMs, endMs), at);
    for (const ticks of minutes.open) if (ticks >= 0) known += 1;
    await turn();
  }
  if (known < count * LEAST_KNOWN) return null;
  const candles = { startMs: fromMs, stepMs: MINUTE_MS, ...columns };
  if (marks === undefined) return { candles };
  return { candles, marks, funding: feed.fundingRates(instrument, fromMs, toMs) };
}

function column(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
}
