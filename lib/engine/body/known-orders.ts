import {
  type CoinScale,
  type Coins,
  costOf,
  exactValueOf,
  feeOnLots,
  feeOnQuote,
  proceedsOf,
  type Value,
} from './coin-scale.ts';
import { behindRows, cellAt, namedWords } from './layout.ts';

/** The buy of a slot of which it is known what it comes to, by its lots and price. */
class KnownBuy extends namedWords(
  'lots',
  'ticks',
  'cost',
  'isFeeKnown',
  'feeLots',
  'feeParts',
  'feeUnits',
  'feeRest',
) {}

/** The same of a sell. */
class KnownSale extends namedWords('lots', 'ticks', 'proceeds', 'fee') {}

/** Sells that are known of a slot: fees leave it a lot more or less from fill to fill, so one of even and one of odd lots. */
const SALES = 2;

/**
 * What the orders of a ladder came to when they were last worked out: on a ride along candles the same ones fill over and over. What is
 * known names its order by lots and price, so there is nothing to forget when a line or a plan changes. A bot that lives among
 * a hundred thousand has no such list and works out each order: it fills a few times a day.
 */
export class KnownOrders {
  declare private readonly buys: readonly KnownBuy[];
  declare private readonly sales: readonly KnownSale[];
  declare private readonly scale: CoinScale;

  constructor(slots: number, scale: CoinScale) {
    const salesAt = behindRows(0, KnownBuy.size, slots);
    const words = new Float64Array(behindRows(salesAt, KnownSale.size, SALES * slots));
    const listOf = <T>(length: number, one: (i: number) => T): T[] => Array.from({ length }, (_, i) => one(i));
    this.buys = listOf(slots, (i) => new KnownBuy(words, behindRows(0, KnownBuy.size, i)));
    this.sales = listOf(SALES * slots, (i) => new KnownSale(words, behindRows(salesAt, KnownSale.size, i)));
    this.scale = scale;
  }

  /** What buying so many lots at a price in slot i costs, as costOf. */
  cost(i: number, lots: number, ticks: number): number {
    const buy = this.buys[i] as KnownBuy;
    if (buy.lots !== lots || buy.ticks !== ticks) this.workOutCost(buy, lots, ticks);
    return buy.cost;
  }

  /** The fee on so many lots bought at a price in slot i, as feeOnLots, and its worth there: into `fee` and `value`. */
  takeFee(i: number, lots: number, ticks: number, fee: Coins, value: Value): void {
    const buy = this.buys[i] as KnownBuy;
    if (buy.lots !== lots || buy.ticks !== ticks) this.workOutCost(buy, lots, ticks);
    if (buy.isFeeKnown === 0) this.workOutFee(buy);
    fee.lots = buy.feeLots;
    fee.parts = buy.feeParts;
    value.units = buy.feeUnits;
    value.parts = buy.feeRest;
  }

  /** What selling so many lots at a price in slot i brings before the fee, as proceedsOf. */
  proceeds(i: number, lots: number, ticks: number): number {
    const sale = this.sale(i, lots);
    if (sale.lots !== lots || sale.ticks !== ticks) this.workOutSale(sale, lots, ticks);
    return sale.proceeds;
  }

  /** The fee on a sell of slot i whose proceeds were asked for last. */
  saleFee(i: number, lots: number): number {
    return this.sale(i, lots).fee;
  }

  /** Where such a sell is known. (A remainder of floats costs more than what it saves.) */
  private sale(i: number, lots: number): KnownSale {
    return this.sales[cellAt(0, SALES, i, lots & 1)] as KnownSale;
  }

  private workOutCost(buy: KnownBuy, lots: number, ticks: number): void {
    buy.cost = costOf(this.scale, lots, ticks);
    buy.lots = lots;
    buy.ticks = ticks;
    buy.isFeeKnown = 0;
  }

  private workOutFee(buy: KnownBuy): void {
    const fee: Coins = { lots: 0, parts: 0 };
    const value: Value = { units: 0, parts: 0 };
    feeOnLots(this.scale, buy.lots, fee);
    exactValueOf(fee, buy.ticks, this.scale, value);
    buy.feeLots = fee.lots;
    buy.feeParts = fee.parts;
    buy.feeUnits = value.units;
    buy.feeRest = value.parts;
    buy.isFeeKnown = 1;
  }

  private workOutSale(sale: KnownSale, lots: number, ticks: number): void {
    sale.proceeds = proceedsOf(this.scale, lots, ticks);
    sale.fee = feeOnQuote(this.scale, sale.proceeds);
    sale.lots = lots;
    sale.ticks = ticks;
  }
}
