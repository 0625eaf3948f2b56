import { marketsOf } from '#lib/engine/bot-feeds.ts';
import type { MarketView } from '#lib/engine/machine.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { VenueMarket } from '../support/venue/matching-venue.ts';
import { seededRandom } from '../support/venue/venue-post.ts';
import type { Counting } from '../support/venue/venue-reconciler.ts';
import { FUNDING_MS } from './engine-futures-scenario.ts';
import { PRICE } from './engine-scenario.ts';

const COIN = 100_000_000n;
/** A market order is reckoned so many ticks worse than the price. */
const SLIP = 3;

/** A market of a bot, with the place of its last price among the bot's feeds. */
export interface FeedMarket {
  readonly feed: number;
  readonly spec: MarketSpec;
}

export function feedMarketsOf(spec: MarketSpec): FeedMarket[] {
  let next = 0;
  return marketsOf(spec).map((market) => {
    const feed = next;
    next += market.contract === undefined ? 1 : 2;
    return { feed, spec: market };
  });
}

/** What the ledger calls what is traded: contracts are not their coins. */
function tradedAsset({ base, contract }: MarketSpec): string {
  return contract === undefined ? base : `${base} contracts`;
}

export function venueMarketOf(spec: MarketSpec, feeE8: bigint): VenueMarket {
  const { contract } = spec;
  return {
    name: instrumentOf(spec),
    base: tradedAsset(spec),
    quote: contract?.settle ?? spec.quote,
    tick: spec.tickUnits,
    lot: contract?.quantoUnits ?? spec.lotUnits,
    feeE8,
    type: contract === undefined ? 'spot' : contract.isInverse ? 'inverse' : 'linear',
  };
}

export function countingOf({ lot, tick, type }: VenueMarket): Counting {
  return {
    pieceOf: ({ lots, quote, fee }) => ({ quantity: lots * lot, quote, fee }),
    lotsOf: (quantity) => quantity / lot,
    isSpot: type === 'spot',
    ticksOf({ quantity, quote }, side) {
      const [over, under] = type === 'inverse' ? [quantity * COIN, quote * tick] : [quote * COIN, quantity * tick];
      return Number(side === 'buy' ? (over + under - 1n) / under : over / under);
    },
  };
}

/**
 * What so much of the ledger is worth at a price, 1e-16 of the asset that is paid with: coins and linear contracts exactly, inverse
 * contracts as their owner would get for them.
 */
export function worthAt({ tick, type }: VenueMarket, units: bigint, ticks: number): bigint {
  const price = BigInt(ticks) * tick;
  if (type !== 'inverse') return units * price;
  const [over, under] = [units * COIN, price];
  const whole = over >= 0n ? over / under : -((-over + under - 1n) / under);
  return whole * COIN;
}

/** A bot's prices by feed at a moment; of contracts the mark price is the last one. */
export function pricesOf(markets: readonly FeedMarket[], ticks: ReadonlyMap<number, number>): number[] {
  return markets.flatMap(({ feed, spec }) => {
    const last = ticks.get(feed) as number;
    return spec.contract === undefined ? [last] : [last, last];
  });
}

/** What was seen of the markets, as K-lines; before it minutes that follow from their time alone. */
export class PriceTape {
  private readonly points = new Map<number, { readonly timeMs: number; readonly ticks: number }[]>();
  private readonly fromMs: number;

  constructor(fromMs: number) {
    this.fromMs = fromMs;
  }

  see(feed: number, ticks: number, timeMs: number): void {
    const points = this.points.get(feed) ?? [];
    points.push({ timeMs, ticks });
    this.points.set(feed, points);
  }

  /** Everything that is asked of a market but what orders have moved. */
  view(): MarketView {
    return {
      movingAverage: () => PRICE,
      marketFillTicks: (_feed, side, _quantity, ticks) => (side === 'buy' ? ticks + SLIP : Math.max(1, ticks - SLIP)),
      // A limit order takes nothing: it is at the venue.
      depthWithin: () => 0n,
      fundingRate: (_feed, timeMs) => BigInt(Math.round((seededRandom(timeMs / FUNDING_MS)() - 0.5) * 800_000)),
      bar: (feed, periodMs, openMs) => {
        const seen = this.seen(feed, openMs, openMs + periodMs);
        if (seen.length === 0) return null;
        const [open, close] = [seen[0] as number, seen.at(-1) as number];
        return { openMs, open, close, high: Math.max(...seen), low: Math.min(...seen), volume: seen.length };
      },
    };
  }

  private seen(feed: number, fromMs: number, toMs: number): number[] {
    if (toMs <= this.fromMs) return [PRICE * (1 + (seededRandom(fromMs / 60_000)() - 0.5) * 0.02)];
    const points = this.points.get(feed) ?? [];
    return points.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs).map(({ ticks }) => ticks);
  }
}
