import type { OrderRole, SignalType } from '#lib/contract/vocabulary.ts';
import type { EquityStatement, OrderReason } from '#lib/engine/machine.ts';
import type { ClosableAccount } from './account-holder.ts';

/** A trade of an indicator bot. */
export interface ComposeTrade {
  readonly role: OrderRole;
  readonly signal: SignalType;
  /** Base units in whole lots, or contracts; > 0. */
  readonly quantity: bigint;
  /** Where it fills. */
  readonly ticks: number;
}

/** A price level: it is reached at and below `ticks`, or at and above them. NO_LEVEL_… of machine.ts mean always and never. */
export interface PriceLevel {
  readonly isBelow: boolean;
  readonly ticks: number;
}

/** What a stop of an indicator bot can do. */
export type StopAction =
  | 'liquidation'
  | 'total-stop'
  | 'total-profit'
  | 'position-stop'
  | 'protect'
  | 'take-part'
  | 'start-protection';

/** A price at which something happens to the position or the bot. */
export interface StopLevel extends PriceLevel {
  readonly action: StopAction;
}

/** How an entry sees its size: what it would buy if it filled at a price, and why not when that is nothing. */
export interface EntrySize {
  readonly quantity: bigint;
  readonly withheld: OrderReason | null;
}

/**
 * What stands behind an indicator bot: coins on a spot market, or a position in a contract. It sizes and books the
 * trades, tells them, and knows at which prices a gain or an equity is reached. Prices are those of the feeds.
 */
export interface ComposeAccount extends ClosableAccount {
  /** Whether there is a position. Coins that an earlier one could not sell are none. */
  readonly isOpen: boolean;
  /** An entry's size by price, for `ratioE8` of the capital (F5): fixed now, at the present prices of the feeds. */
  entrySizer(ratioE8: bigint, prices: readonly number[]): (fillTicks: number) => EntrySize;
  enter(trade: ComposeTrade, timeMs: number): void;
  /** That part (1e-8, below 1) of the position; 0n when the market would not take the order. */
  partQuantity(partE8: bigint, ticks: number): bigint;
  /** Closes so much of the position; returns the net profit of that part, units. */
  exit(trade: ComposeTrade & { readonly isResting: boolean }, timeMs: number): bigint;
  /** The position is over, whatever is left of it. */
  leave(): void;
  /** Where the position's gain (signed part of its cost or margin, 1e-8) is reached. Needs a position. */
  gainLevel(gainE8: bigint, wanted: 'atMost' | 'atLeast'): PriceLevel;
  /** Where the whole bot's equity, units, is reached. */
  equityLevel(equity: bigint, wanted: 'atMost' | 'atLeast'): PriceLevel;
  equity(prices: readonly number[]): EquityStatement;
  /** JSON-safe. */
  snapshot(): Readonly<Record<string, string>>;
}
