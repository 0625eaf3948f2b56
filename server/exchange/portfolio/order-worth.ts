import { assetOf, baseOf } from '../dual/dual-order.ts';
import { type OpenOrder, type Payout, payoutAt } from '../dual/dual-worth.ts';
import type { Balance } from './balances.ts';
import type { Valuation } from './valuation.ts';

/** A balance as it would be if the orders in it were settled now: what counts in every sum, beside what the ledger has. */
export interface StandingBalance extends Balance {
  readonly parts: readonly Payout[];
  /** Coins whose price is not known: the orders that hang on it are in no part. */
  readonly unknown: ReadonlySet<string>;
}

/** The price that an order stands at, USDT units per coin; null = not known. */
export type PriceOf = (open: OpenOrder) => bigint | null;

const NONE: ReadonlySet<string> = new Set();

export function standing(
  balances: readonly Balance[],
  orders: readonly OpenOrder[],
  priceOf: PriceOf,
): readonly StandingBalance[] {
  return balances.map((balance) => {
    if (balance.account !== 'hold') return { ...balance, parts: [balance], unknown: NONE };
    return settled(
      balance,
      orders.filter(({ order }) => assetOf(order) === balance.asset),
      priceOf,
    );
  });
}

function settled(balance: Balance, orders: readonly OpenOrder[], priceOf: PriceOf): StandingBalance {
  // What is held for something else stays what it is.
  const parts = new Map([[balance.asset, balance.amount]]);
  const add = ({ asset, amount }: Payout): void => void parts.set(asset, (parts.get(asset) ?? 0n) + amount);
  const unknown = new Set<string>();
  for (const open of orders) {
    const { order } = open;
    add({ asset: balance.asset, amount: -order.invested });
    const price = priceOf(open);
    if (price === null) unknown.add(baseOf(order));
    else add(payoutAt(order, price));
  }
  return { ...balance, parts: [...parts].map(([asset, amount]) => ({ asset, amount })), unknown };
}

/** Prices of a valuation: its move moves the price of now, not that of what has expired. Where the index is not known the last price stands in, as in all of the portfolio. */
export function pricesOf(value: Valuation): PriceOf {
  return ({ order, price, isFixed }) => {
    if (price === null) return value.priceOf(baseOf(order));
    return isFixed ? price : value.moved(price);
  };
}

/** USDT units, each part rounded down. */
export function worthOf(value: Valuation, { parts }: StandingBalance): bigint {
  return parts.reduce((sum, { asset, amount }) => sum + value.of(asset, amount), 0n);
}
