import { UNITS_PER_COIN } from '../money/amount.ts';

/**
 * How often an opening is tried while the book's slippage exceeds the trader's limit: at once and then at the end of
 * each minute. After that the bot ends as `failed` and the investment goes back untouched.
 */
export const OPENING_TRIES = 10;

/** Rounds of asking the book model for the opening's price until the plan and the price agree. */
const PRICING_ROUNDS = 16;

/** A plan and the market order that it begins with; quantity 0n when it needs none. */
export interface Opening<L> {
  readonly layout: L;
  readonly side: 'buy' | 'sell';
  /** As the kind counts: base units, or contracts. */
  readonly quantity: bigint;
}

export interface PricedOpening<L> extends Opening<L> {
  /** Average fill price of the opening order, ticks. */
  readonly fillTicks: number;
}

/** Asks the book for the price of the order that the plan needs, until the plan was made for a price at least as bad. */
export function priceOpening<L>(
  ticks: number,
  planAt: (openTicks: number) => Opening<L>,
  fillTicksOf: (side: 'buy' | 'sell', quantity: bigint) => number,
): PricedOpening<L> | null {
  let openTicks = ticks;
  for (let round = 0; round < PRICING_ROUNDS; round += 1) {
    const opening = planAt(openTicks);
    if (opening.quantity === 0n) return { ...opening, fillTicks: ticks };
    const fillTicks = fillTicksOf(opening.side, opening.quantity);
    if (opening.side === 'buy' ? fillTicks <= openTicks : fillTicks >= openTicks) return { ...opening, fillTicks };
    openTicks = fillTicks;
  }
  return null;
}

/** Whether an opening fills further from the last price than the trader's limit (1e-8; null = none). */
export function exceedsSlippage(
  limitE8: bigint | null,
  { quantity, fillTicks }: Pick<PricedOpening<unknown>, 'quantity' | 'fillTicks'>,
  ticks: number,
): boolean {
  if (limitE8 === null || quantity === 0n) return false;
  return BigInt(Math.abs(fillTicks - ticks)) * UNITS_PER_COIN > BigInt(ticks) * limitE8;
}
