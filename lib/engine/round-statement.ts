/** What a bot with rounds says of them. */

/** One order of a martingale's round (M-107), for the rounds tabs. */
export interface RoundOrder {
  readonly cycle: number;
  /** The documents' words, and for exits that they do not name the truth: `close` (told by the owner or the exchange), `liquidation`. */
  readonly type: 'first_order' | 'take_profit' | 'stop_loss' | 'close' | 'liquidation' | `increase_order_${number}`;
  readonly side: 'buy' | 'sell';
  readonly orderTicks: number;
  readonly matchTicks: number | null;
  readonly quantity: bigint;
  readonly matchQuantity: bigint;
  readonly matchAmount: bigint;
  readonly fee: bigint;
  readonly state: 'running' | 'filled' | 'cancelled' | 'failed';
  readonly timeMs: number;
}

/** A martingale's present round (M-109). */
export interface RoundStatement {
  readonly cycle: number;
  readonly baseHeld: bigint;
  readonly quoteHeld: bigint;
  readonly invested: bigint;
  readonly averageCostTicks: number | null;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
  readonly orders: readonly RoundOrder[];
}

/** A completed round (M-108). */
export interface CompletedRound {
  readonly cycle: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly invested: bigint;
  readonly profit: bigint;
}
