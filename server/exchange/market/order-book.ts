import { averageFillTicks, bookDepthUnits, unitsWithin } from '#lib/engine/book-model.ts';
import { floorToStep } from '#lib/money/amount.ts';
import { type MarketSpec, quoteValueDown } from '#lib/money/market-spec.ts';
import type { BookLevel, MarketFeed } from './feed.ts';
import { fractionOf, hashKey, hashText } from './hash-random.ts';

/** Distance between two levels of the shown book, as a fraction of the price: a sixth of a basis point. */
const LEVEL_GAP = 1 / 60_000;
const MOST_LEVELS = 200;

/** What one side of a book is made of. */
interface SideOptions {
  readonly spec: MarketSpec;
  readonly bestTicks: number;
  /** +1 for asks, −1 for bids. */
  readonly direction: 1 | -1;
  readonly depth: number;
  readonly key: number;
}

/** A base quantity as what the market's lot counts: dollars on inverse contracts. */
function inLotUnits(spec: MarketSpec, quantity: bigint, ticks: number): bigint {
  return spec.contract?.isInverse === true ? quoteValueDown(spec, quantity, ticks) : quantity;
}

/**
 * Levels away from the best price. On average a level holds what the book model lets rest between it and the next
 * one, less at the top and more behind, so that the shown depth grows away from the mid.
 */
function makeSide(side: SideOptions): BookLevel[] {
  const { spec, direction } = side;
  const levels: BookLevel[] = [];
  const depthUnits = bookDepthUnits(spec, side.bestTicks);
  const onePercentTicks = side.bestTicks / 100;
  const usualGap = side.bestTicks * LEVEL_GAP;
  let ticks = side.bestTicks;
  for (let i = 0; i < side.depth && ticks > 0; i += 1) {
    const key = hashKey(side.key, i);
    const gap = Math.max(1, Math.round(usualGap * (0.4 + 1.2 * fractionOf(key))));
    const growth = Math.min(1.6, 0.35 + 0.12 * i);
    const share = (gap / onePercentTicks) * growth * (0.3 - 0.7 * Math.log(fractionOf(key ^ 0x3c6ef372)));
    const wanted = (depthUnits * BigInt(Math.max(1, Math.round(share * 1e9)))) / 1_000_000_000n;
    const quantity = floorToStep(inLotUnits(spec, wanted, ticks), spec.lotUnits);
    levels.push({ ticks, quantity: quantity > 0n ? quantity : spec.lotUnits });
    ticks += direction * gap;
  }
  return levels;
}

/**
 * Books around a last price. A book is a pure function of (seed, market, second, last price): the last trade was at
 * the best bid or at the best ask, the spread is one tick or some more, best prices first, never crossed.
 * Market orders fill by the shared model (lib/engine/book-model.ts) so that a backtest of any time agrees with it.
 */
export function createOrderBooks(
  seed: number,
  specOf: (market: string) => MarketSpec | undefined,
  lastTicks: (market: string, timeMs: number) => number | null,
): Pick<MarketFeed, 'book' | 'marketFillTicks' | 'depthWithin'> {
  return {
    book(market, timeMs, depth) {
      const spec = specOf(market);
      const last = lastTicks(market, timeMs);
      if (spec === undefined || last === null || last < 2) return { bids: [], asks: [] };
      const key = hashKey(seed, hashText(market), 5, Math.floor(timeMs / 1000));
      const spread = 1 + Math.floor(fractionOf(key ^ 1) ** 3 * Math.max(2, last * LEVEL_GAP * 2));
      const wasBuy = fractionOf(key ^ 2) < 0.5;
      const bestAsk = wasBuy ? last : last + spread;
      const bestBid = Math.max(1, bestAsk - spread);
      const levels = Math.min(MOST_LEVELS, Math.max(0, depth));
      return {
        bids: makeSide({ spec, bestTicks: bestBid, direction: -1, depth: levels, key: hashKey(key, 3) }),
        asks: makeSide({ spec, bestTicks: bestAsk, direction: 1, depth: levels, key: hashKey(key, 4) }),
      };
    },
    marketFillTicks(market, side, quantity, ticks, _timeMs) {
      const spec = specOf(market);
      if (spec === undefined) throw new Error(`No market ${market}`);
      return averageFillTicks({ side, quantity, ticks, depthUnits: bookDepthUnits(spec, ticks) });
    },
    depthWithin(market, side, limitTicks, ticks, _timeMs) {
      const spec = specOf(market);
      if (spec === undefined) throw new Error(`No market ${market}`);
      return unitsWithin({ side, limitTicks, ticks, depthUnits: bookDepthUnits(spec, ticks) });
    },
  };
}
