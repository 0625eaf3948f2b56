import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { floorDivide, usdtPrice } from '../bots/bot-equity.ts';
import type { MarketFeed } from '../market/feed.ts';

/** USDT values of amounts at the prices of one moment; each amount's is rounded down by itself. */
export class Valuation {
  /** Assets that were asked for and have no price: they count as nothing. */
  readonly unvalued = new Set<string>();
  private readonly prices = new Map<string, bigint | null>();
  private readonly feed: MarketFeed;
  private readonly timeMs: number;
  private readonly percent: bigint;

  /** `percent`: how much other prices are higher than at that moment; USDT stays what it is. */
  constructor(feed: MarketFeed, timeMs: number, percent = 0) {
    this.feed = feed;
    this.timeMs = timeMs;
    this.percent = BigInt(percent);
  }

  /** Units of an asset in USDT units. */
  of(asset: string, amount: bigint): bigint {
    if (amount === 0n) return 0n;
    const price = this.priceOf(asset);
    return price === null ? 0n : floorDivide(amount * price, UNITS_PER_COIN);
  }

  /** Of one coin; null = no market tells it. */
  priceOf(asset: string): bigint | null {
    const known = this.prices.get(asset);
    if (known !== undefined) return known;
    const now = usdtPrice(this.feed, asset, this.timeMs);
    const price = now === null || asset === 'USDT' ? now : this.moved(now);
    if (price === null) this.unvalued.add(asset);
    this.prices.set(asset, price);
    return price;
  }

  /** A price of that moment, as much higher as the others are. */
  moved(price: bigint): bigint {
    return (price * (100n + this.percent)) / 100n;
  }
}
