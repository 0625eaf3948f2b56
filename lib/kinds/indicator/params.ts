import type { IndicatorConditions } from '../../indicators/condition.ts';
import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';

/** Take profit that closes a part of the position (H24): at this rate of the position's cost, that part of it. 1e-8. */
export interface PartialTakeProfit {
  readonly rateE8: bigint;
  readonly partE8: bigint;
}

/**
 * An indicator bot, exactly; the single-indicator bots and custom strategies are the same. Conditions are
 * looked at on the close of their own K-lines, stops on every price (last price of spot markets, mark of contracts).
 * Rates are 1e-8; those of a position are parts of its cost (spot) or of its margin (contracts).
 */
export interface IndicatorParams {
  readonly spec: MarketSpec;
  readonly feeRate: FeeRateE8;
  /** Units of the quote (spot) or settle asset (contracts). */
  readonly investment: bigint;
  /** Contracts: long or short. Spot is always buy. */
  readonly side: 'buy' | 'sell';
  /** 1 for spot. */
  readonly leverage: number;
  readonly conditions: IndicatorConditions;
  /** true: ratios are of the present equity, so profits are put to work; false: of the investment (pft_increase_ptn). */
  readonly reinvests: boolean;
  /** Loss of the whole bot, part of the investment, at which it ends (stop_rate). */
  readonly totalStopE8: bigint | null;
  /** Profit of the whole bot at which it ends (stop_profit, spot). */
  readonly totalProfitE8: bigint | null;
  /** Loss of a position at which it is closed; the bot goes on (position_stop_rate). */
  readonly positionStopE8: bigint | null;
  readonly positionProfit: PartialTakeProfit | null;
  /**
   * Once a position has gained `startE8`, `partE8` of it is closed when its gain falls back to `keepE8` (start and
   * protect profit, close percentage; H24). All of it unless a close percentage was set.
   */
  readonly protection: { readonly startE8: bigint; readonly keepE8: bigint; readonly partE8: bigint } | null;
  /**
   * Orders that conditions ask for fill at most this far from the price that was seen, part of it: one that the book
   * would fill further is withheld, and asked for again on the next K-line. Stops and the owner's close take what the
   * book gives. Null: as the book gives.
   */
  readonly slipE8: bigint | null;
}
