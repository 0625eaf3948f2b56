import type { Executed, MarketView } from '../machine.ts';

/** What a market order has moved at the venue that has executed it; null where none does. Throws where it was another order. */
export function executedOf(
  { view, feed }: { readonly view: MarketView; readonly feed: number },
  side: 'buy' | 'sell',
  quantity: bigint,
  timeMs: number,
): Executed | null {
  const executed = view.executed?.(feed, side, quantity, timeMs) ?? null;
  if (executed !== null && executed.quantity !== quantity) throw new Error('Another order was executed');
  return executed;
}
