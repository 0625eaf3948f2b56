import type { StrategyType } from '#lib/contract/vocabulary.ts';
import type { SpotGridParams } from '#lib/engine/grid-params.ts';
import { ENGINES, type RunnableKind } from '#lib/engine/registry.ts';
import { DEFAULT_TAKER_FEE, DEFAULT_VIP_DISCOUNT, effectiveTakerFee } from '#lib/formulas/fees.ts';
import { minimumInvestment } from '#lib/formulas/minimum-investment.ts';
import type { FeeRateE8, MarketSpec } from '#lib/money/market-spec.ts';
import type { CheckContext, FormValues } from '#lib/strategies/definition.ts';
import { STRATEGIES } from '#lib/strategies/registry.ts';
import { readLayout } from '#lib/strategies/spot-grid/values.ts';
import type { MarketFeed } from '../market/feed.ts';
import { usdtPrice } from './bot-equity.ts';
import type { StoredPayload } from './bot-record.ts';

/** Whether the exchange can run a kind. */
export function isRunnable(kind: StrategyType): kind is RunnableKind {
  return Object.hasOwn(ENGINES, kind);
}

/** Fee that a bot of this kind pays on this market. Every account has the default fees: there are no VIP tiers here. */
export function botFeeRate(market: string, kind: StrategyType): FeeRateE8 {
  return effectiveTakerFee(market, kind, DEFAULT_TAKER_FEE, DEFAULT_VIP_DISCOUNT);
}

/** Exact engine parameters of a stored payload that has passed the check. */
export function engineParamsOf(payload: StoredPayload, spec: MarketSpec, feeRate: FeeRateE8): SpotGridParams {
  const definition = STRATEGIES.spot_grid;
  return definition.engineParams(definition.decode(payload, spec), spec, feeRate);
}

/** What the check needs to know of the market; `available` is the trader's, null for guests and questions. */
export function checkContext(
  feed: MarketFeed,
  spec: MarketSpec,
  values: FormValues,
  available: bigint | null,
  timeMs: number,
): CheckContext {
  const lastTicks = feed.lastTicks(spec.market, timeMs);
  const feeRate = botFeeRate(spec.market, 'spot_grid');
  const layout = readLayout(values, spec, lastTicks, feeRate);
  return {
    spec,
    lastTicks,
    maxGrid: spec.maxGrid,
    feeRate,
    minAmount: layout === null ? null : minimumInvestment(layout, usdtPrice(feed, spec.quote, timeMs)),
    available,
    phase: 'exchange',
  };
}
