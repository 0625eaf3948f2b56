import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import { testSpec } from '#tests/support/market-specs.ts';

/** Bots of a market share what is equal among them. */
const SPEC = testSpec();

/** A plain quote-invested grid at the discounted fee, on the market of the tests: what the engine's benchmarks run. */
export function benchGrid(
  grid: Pick<SpotGridParams, 'lowTicks' | 'highTicks' | 'gridCount' | 'investment'>,
): SpotGridParams {
  return {
    spec: SPEC,
    ...grid,
    spacing: 'arithmetic',
    investIn: 'quote',
    quantity: { type: 'equal' },
    triggerTicks: null,
    stopLossTicks: null,
    takeProfitTicks: null,
    stopCheck: 'tick',
    stopBelowRange: false,
    stopAboveRange: false,
    trailUpLimitTicks: null,
    trailDownLimitTicks: null,
    momentumE8: 0n,
    openingSlippageE8: null,
    keepCoins: false,
    feeRate: 25_000n,
  };
}
