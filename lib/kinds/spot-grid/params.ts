import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';

/** Minutes of the moving average that the momentum gate looks at: half a day, so that an hour's spike does not move the grid. */
export const GATE_MINUTES = 720;

/** Exact parameters of a spot grid, as its engine takes them. Prices in ticks of `spec`, amounts in units, rates in 1e-8. */
export interface SpotGridParams {
  readonly spec: MarketSpec;
  readonly lowTicks: number;
  readonly highTicks: number;
  /** Number of intervals n; the grid has n + 1 lines. */
  readonly gridCount: number;
  readonly spacing: 'arithmetic' | 'geometric';
  /** 'quote': invests quote, buys the base it needs at the opening. 'base': invests base, sells what it must. */
  readonly investIn: 'quote' | 'base';
  /** Units of the investment asset. */
  readonly investment: bigint;
  /** Equal quantity per grid, or each lower grid (1 + ratio) times the one above (README formulas). */
  readonly quantity: { readonly type: 'equal' } | { readonly type: 'ratio'; readonly ratioE8: bigint };
  readonly triggerTicks: number | null;
  readonly stopLossTicks: number | null;
  readonly takeProfitTicks: number | null;
  /** H10: on every tick, or on the close of a 1-minute candle. */
  readonly stopCheck: 'tick' | 'close';
  readonly stopBelowRange: boolean;
  readonly stopAboveRange: boolean;
  readonly trailUpLimitTicks: number | null;
  readonly trailDownLimitTicks: number | null;
  /** Fraction in 1e-8; the gate on the 720-minute moving average. */
  readonly momentumE8: bigint;
  /** Largest slippage of the opening order in 1e-8; null = none set. */
  readonly openingSlippageE8: bigint | null;
  /** true: at the end the base coins are kept, not sold (store_coin_flag). */
  readonly keepCoins: boolean;
  readonly feeRate: FeeRateE8;
}
