import type { ContractSpec } from '../../formulas/contract-value.ts';
import type { FuturesSide } from '../../formulas/futures-grid-layout.ts';
import type { GridSpacing } from '../../formulas/grid-levels.ts';
import type { GridQuantity } from '../../formulas/grid-quantities.ts';

/** Exact parameters of a futures grid, as its engine takes them. Prices in ticks of `spec`, amounts in settle units, rates in 1e-8. */
export interface FuturesGridParams {
  readonly spec: ContractSpec;
  readonly lowTicks: number;
  readonly highTicks: number;
  /** Number of intervals n; the grid has n + 1 lines. */
  readonly gridCount: number;
  readonly spacing: GridSpacing;
  readonly side: FuturesSide;
  /** Settle units: the bot's whole margin. */
  readonly investment: bigint;
  /** ≥ 1, whole. */
  readonly leverage: number;
  readonly quantity: GridQuantity;
  /** The price that the bot waits for, and of which feed (X52). */
  readonly trigger: { readonly ticks: number; readonly price: 'last' | 'mark' } | null;
  /** Loss and profit of the whole account at which the bot ends, as fractions of the investment (X14). */
  readonly stopLossE8: bigint | null;
  readonly takeProfitE8: bigint | null;
  /** H10: on every tick, or on the close of a 1-minute candle. */
  readonly stopCheck: 'tick' | 'close';
  readonly stopBelowRange: boolean;
  readonly stopAboveRange: boolean;
  /** Largest slippage of the opening order; null = none set. */
  readonly openingSlippageE8: bigint | null;
}
