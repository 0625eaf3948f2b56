import type { PayloadByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { BotWish } from '#lib/strategies/demo-wish.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import { profitAssetOf, usdtPrice } from '../bots/bot-equity.ts';
import { checkContext, knownPrices, planOf } from '../bots/bot-kinds.ts';
import { isPlaceRefusal, specOfPayload } from '../bots/bot-markets.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import { checkPayload } from '../bots/check-payload.ts';
import { tidiedPayload } from '../bots/own-payload.ts';
import type { MarketFeed } from '../market/feed.ts';

/** Days before the start whose range measures how far the price usually goes. */
const LOOK_BACK_MS = 7 * DAY_MS;
/** A market that stood still still gets a range of this share of its price. */
const LEAST_RANGE = 0.02;
/** Fewest grids that a wish is cut down to. */
const LEAST_GRIDS = 4;

/**
 * Turns a wish into a payload at the prices of `timeMs`. It has to pass the same check as everybody's: where it does
 * not (the return per grid is below the fee, the money below the minimum), orders are taken away; then it is given up
 * (null).
 */
export function planBot(feed: MarketFeed, spec: MarketSpec, wish: BotWish, timeMs: number): StoredPayload | null {
  const instrument = instrumentOf(spec);
  const last = feed.lastTicks(instrument, timeMs);
  const price = usdtPrice(feed, profitAssetOf(spec), timeMs);
  if (last === null || price === null) return null;
  const range = usualRange(feed, instrument, last, timeMs);
  const { kind } = wish;
  for (let grids = Math.min(wish.grids, spec.maxGrid); grids >= LEAST_GRIDS; grids = Math.floor(grids * 0.75)) {
    const payload = kindOf(kind).demo.write(spec, wish, { last, range, grids, assetInUsdt: price });
    if (isAllowed(feed, kind, payload, timeMs)) return asKept(feed, kind, payload);
  }
  return null;
}

/** Without what has no effect, as whatever else is created: a copy of it, or one like it, would be refused for that. */
function asKept(feed: MarketFeed, kind: RunnableKind, payload: StoredPayload): StoredPayload {
  const spec = specOfPayload(feed, kind, payload);
  return isPlaceRefusal(spec) ? payload : tidiedPayload(kind, payload, spec);
}

/** Whether a payload passes the check that everybody's has to pass, the minimum included. */
export function isAllowed<K extends RunnableKind>(
  feed: MarketFeed,
  kind: K,
  payload: PayloadByKind[K],
  timeMs: number,
): boolean {
  const spec = specOfPayload(feed, kind, payload);
  if (isPlaceRefusal(spec)) return false;
  const isRight = (minAmount: bigint | null): boolean =>
    checkPayload(kind, payload, checkContext(feed, spec, kind, timeMs, { available: null, minAmount })).every(
      ({ severity }) => severity !== 'error',
    );
  const prices = knownPrices(feed, spec, timeMs);
  return prices !== null && isRight(null) && isRight(planOf(feed, kind, payload, spec, prices, timeMs).minimum);
}

/** Highest less lowest price of the days before, ticks. */
function usualRange(feed: MarketFeed, market: string, last: number, timeMs: number): number {
  const toMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
  const { open, high, low } = feed.minutes(market, Math.max(0, toMs - LOOK_BACK_MS), toMs, toMs);
  let highest = last;
  let lowest = last;
  for (let i = 0; i < open.length; i += 1) {
    if ((open[i] as number) < 0) continue;
    if ((high[i] as number) > highest) highest = high[i] as number;
    if ((low[i] as number) < lowest) lowest = low[i] as number;
  }
  return Math.max(highest - lowest, last * LEAST_RANGE);
}
