import type { DualType } from '#lib/formulas/dual-outcome.ts';

/** What an order is worth at its expiry, in floats: for pictures and worst cases, where nothing is paid by it. */
export interface Payoff {
  readonly type: DualType;
  readonly invested: number;
  readonly strike: number;
  /** What is paid in what was put in, and in the other asset once it is exercised. */
  readonly kept: number;
  readonly exchanged: number;
}

export function isExchangedAt({ type, strike }: Pick<Payoff, 'type' | 'strike'>, price: number): boolean {
  return type === 'call' ? price >= strike : price <= strike;
}

/** Worth in USDT at a price of the expiry. */
export function worthAt(payoff: Payoff, price: number): number {
  const { type, kept, exchanged } = payoff;
  if (type === 'call') return isExchangedAt(payoff, price) ? exchanged : kept * price;
  return isExchangedAt(payoff, price) ? exchanged * price : kept;
}

/** What had been put in would be worth, had it been kept: coins of a call, the same dollars of a put. */
export function heldWorthAt({ type, invested }: Payoff, price: number): number {
  return type === 'call' ? invested * price : invested;
}

/** The corners of both lines between two prices: they are straight but for the exercise price. */
export function payoffLines(payoff: Payoff, low: number, high: number) {
  const prices = [low, payoff.strike, high];
  return {
    order: prices.map((price) => ({ price, worth: worthAt(payoff, price) })),
    held: [low, high].map((price) => ({ price, worth: heldWorthAt(payoff, price) })),
  };
}

/** Six digits of a figure above 0, plain, never with an exponent: enough for a picture and for what is only likely. */
export function sixDigits(value: number): string {
  if (!(value > 0)) return '0';
  return value.toFixed(Math.min(12, Math.max(0, 5 - Math.floor(Math.log10(value)))));
}
