import type { OrderRole } from '#lib/contract/vocabulary.ts';
import type { EquityStatement, Holdings } from '#lib/engine/machine.ts';
import type { ExactTicks } from '#lib/formulas/martingale-terms.ts';

/** Why a position is left: the documents' two exits, the owner's own end (or the exchange's), and a liquidation. */
export type ExitKind = 'take_profit' | 'stop_loss' | 'close' | 'liquidation';

/** An executed order of a cycle. Quantity and amount as Fill.quantity and Fill.quote record them. */
export interface AccountFill {
  readonly ticks: number;
  readonly quantity: bigint;
  readonly amount: bigint;
  readonly fee: bigint;
}

export interface EntryOrder {
  /** 0: the first order, at the market. Add orders rest. */
  readonly index: number;
  /** Base units in whole lots, or contracts. */
  readonly quantity: bigint;
  readonly ticks: number;
}

export interface ExitOrder {
  readonly kind: ExitKind;
  readonly role: OrderRole;
  readonly quantity: bigint;
  readonly ticks: number;
  /** A resting order met by the price; false: an order at the market. */
  readonly isResting: boolean;
}

/**
 * What stands behind a martingale: coins on a spot market, or a position in a contract. The cycle (when to buy, when to
 * take profit, when to stop) is the same for both; the account books the fills, tells them and knows what they cost.
 * Quantities that it is given are lots or contracts, and `recorded` says how records count them.
 */
export interface MartingaleAccount {
  /** Money that a new cycle may use, units. */
  budget(): bigint;
  /** A cycle begins: its round's profit is counted from here. */
  beginCycle(): void;
  /** Average cost of the cycle's position; null without one. */
  average(): ExactTicks | null;
  /** Quote units that the cycle's orders have paid; on a contract the margin that its position binds, settle units. */
  invested(): bigint;
  /** Held by the cycle, in recorded quantity; and the money that is left, units. */
  held(): bigint;
  money(): bigint;
  marketTicks(side: 'buy' | 'sell', quantity: bigint, ticks: number, timeMs: number): number;
  enter(order: EntryOrder, timeMs: number): AccountFill;
  /** What an exit at a price closes: 0n when nothing is held or the market would not take the order. */
  exitQuantity(kind: ExitKind, ticks: number): bigint;
  /** Ends the cycle. `profit`: the net profit of the round, units. */
  exit(order: ExitOrder, timeMs: number): AccountFill & { readonly profit: bigint };
  recorded(quantity: bigint): bigint;
  holdings(): Holdings;
  equity(prices: readonly number[]): EquityStatement;
  /** JSON-safe. */
  snapshot(): Readonly<Record<string, string>>;
}
