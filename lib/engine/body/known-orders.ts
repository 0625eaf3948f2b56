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
import { behindRows, namedWords } from './layout.ts';

/** Of which orders of a slot it is known what they come to: lots and price of a buy and of a sell. */
class KnownOrder extends namedWords(
  'boughtLots',
  'boughtTicks',
  'cost',
  'isFeeKnown',
  'feeLots',
  'feeParts',
  'feeUnits',
  'feeRest',
  'soldLots',
  'soldTicks',
  'proceeds',
  'soldFee',
) {}

/**
 * What the orders of a ladder came to when they were last worked out: on a ride along candles the same ones fill over and over. What is
 * known names its order by lots and price, so there is nothing to forget when a line or a plan changes. A bot that lives among
 * a hundred thousand has no such list and works out each order: it fills a few times a day.
 */
export class KnownOrders {
  declare private readonly orders: readonly KnownOrder[];
  declare private readonly scale: CoinScale;

  constructor(slots: number, scale: CoinScale) {
    const words = new Float64Array(behindRows(0, KnownOrder.size, slots));
    this.orders = Array.from({ length: slots }, (_, i) => new KnownOrder(words, behindRows(0, KnownOrder.size, i)));
    this.scale = scale;
  }

  /** What buying so many lots at a price in slot i costs, as costOf. */
  cost(i: number, lots: number, ticks: number): number {
    const order = this.orders[i] as KnownOrder;
    if (order.boughtLots !== lots || order.boughtTicks !== ticks) this.workOutCost(order, lots, ticks);
    return order.cost;
  }

  /** The fee on so many lots bought at a price in slot i, as feeOnLots, and its worth there: into `fee` and `value`. */
  takeFee(i: number, lots: number, ticks: number, fee: Coins, value: Value): void {
    const order = this.orders[i] as KnownOrder;
    if (order.boughtLots !== lots || order.boughtTicks !== ticks) this.workOutCost(order, lots, ticks);
    if (order.isFeeKnown === 0) this.workOutFee(order);
    fee.lots = order.feeLots;
    fee.parts = order.feeParts;
    value.units = order.feeUnits;
    value.parts = order.feeRest;
  }

  /** What selling so many lots at a price in slot i brings before the fee, as proceedsOf. */
  proceeds(i: number, lots: number, ticks: number): number {
    const order = this.orders[i] as KnownOrder;
    if (order.soldLots !== lots || order.soldTicks !== ticks) this.workOutSale(order, lots, ticks);
    return order.proceeds;
  }

  /** The fee on the sell of slot i whose proceeds were asked for last. */
  saleFee(i: number): number {
    return (this.orders[i] as KnownOrder).soldFee;
  }

  private workOutCost(order: KnownOrder, lots: number, ticks: number): void {
    order.cost = costOf(this.scale, lots, ticks);
    order.boughtLots = lots;
    order.boughtTicks = ticks;
    order.isFeeKnown = 0;
  }

  private workOutFee(order: KnownOrder): void {
    const fee: Coins = { lots: 0, parts: 0 };
    const value: Value = { units: 0, parts: 0 };
    feeOnLots(this.scale, order.boughtLots, fee);
    exactValueOf(fee, order.boughtTicks, this.scale, value);
    order.feeLots = fee.lots;
    order.feeParts = fee.parts;
    order.feeUnits = value.units;
    order.feeRest = value.parts;
    order.isFeeKnown = 1;
  }

  private workOutSale(order: KnownOrder, lots: number, ticks: number): void {
    order.proceeds = proceedsOf(this.scale, lots, ticks);
    order.soldFee = feeOnQuote(this.scale, order.proceeds);
    order.soldLots = lots;
    order.soldTicks = ticks;
  }
}
