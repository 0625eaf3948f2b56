import type { Executed, MarketView, Piece } from '../machine.ts';

/**
 * How an order came to trade: at the market; as one that has rested and that the price has met; as one that could not rest when its price
 * was passed, at the price of now; or a part of it that a venue has executed. The others are whole.
 */
export type Execution = 'market' | 'resting' | 'late' | Piece;

/** An order, or a part of one; units as records have them. */
interface Traded {
  readonly side: 'buy' | 'sell';
  readonly quantity: bigint;
  readonly ticks: number;
}

/** What it has moved where a venue has executed it; null where none does: it is valued at its price. Throws where it was another order. */
export function executedOf(
  { view, feed }: { readonly view: MarketView; readonly feed: number },
  { side, quantity, ticks }: Traded,
  execution: Execution,
  timeMs: number,
): Executed | null {
  if (execution === 'resting') return null;
  const isPiece = typeof execution === 'object';
  const executed = isPiece ? { ...execution, ticks } : (view.executed?.(feed, side, quantity, timeMs) ?? null);
  if (executed !== null && executed.quantity !== quantity) throw new Error('Another order was executed');
  return executed;
}
