import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { ENGINES, type EngineParamsByKind, type RunnableKind } from '#lib/engine/registry.ts';
import { DEFAULT_TAKER_FEE, DEFAULT_VIP_DISCOUNT, effectiveTakerFee } from '#lib/formulas/fees.ts';
import { type FeeRateE8, instrumentOf, type MarketSpec, marketKindOf } from '#lib/money/market-spec.ts';
import type { CheckContext, FormValues } from '#lib/strategies/definition.ts';
import { definitionOf, type PayloadByKind } from '#lib/strategies/registry.ts';
import type { TradingAccount } from '../ledger/account-names.ts';
import type { MarketFeed } from '../market/feed.ts';
import { profitAssetOf, usdtPrice } from './bot-equity.ts';
import type { StoredPayload } from './bot-record.ts';
import type { KindPlan } from './kinds/exchange-kind.ts';
import { kindOf } from './kinds/registry.ts';
import type { LiveBot } from './live-bot.ts';

/** Whether the exchange can run a kind. */
export function isRunnable(kind: StrategyType): kind is RunnableKind {
  return Object.hasOwn(ENGINES, kind);
}

/** Fee that a bot of this kind pays on this market: the contract's own taker fee, or the account's. Every account has the default fees: there are no VIP tiers here. */
export function botFeeRate(spec: MarketSpec, kind: StrategyType): FeeRateE8 {
  return spec.contract?.takerE8 ?? effectiveTakerFee(spec.market, kind, DEFAULT_TAKER_FEE, DEFAULT_VIP_DISCOUNT);
}

/** Account that a bot's money comes from and goes back to (E9): a definition says "futures", the contract which of them. */
export function tradingAccountOf(kind: RunnableKind, spec: MarketSpec): TradingAccount {
  const { account } = definitionOf(kind).calls;
  return account === 'futures' ? marketKindOf(spec) : account;
}

/** Form values of a stored payload. */
export function valuesOf<K extends RunnableKind>(kind: K, payload: PayloadByKind[K], spec: MarketSpec): FormValues {
  return definitionOf(kind).decode(payload, spec);
}

/** Exact engine parameters of a stored payload that has passed the check. */
export function engineParamsOf<K extends RunnableKind>(
  kind: K,
  payload: PayloadByKind[K],
  spec: MarketSpec,
  feeRate: FeeRateE8,
): EngineParamsByKind[K] {
  const definition = definitionOf(kind);
  return definition.engineParams(definition.decode(payload, spec), spec, feeRate);
}

/** What the check needs to know of the market. `available` is the trader's, null for guests and questions; `minAmount` is null until it is known. */
export function checkContext(
  feed: MarketFeed,
  spec: MarketSpec,
  kind: RunnableKind,
  known: Pick<CheckContext, 'available' | 'minAmount'>,
  timeMs: number,
): CheckContext {
  return {
    spec,
    lastTicks: feed.lastTicks(instrumentOf(spec), timeMs),
    maxGrid: spec.maxGrid,
    feeRate: botFeeRate(spec, kind),
    phase: 'exchange',
    ...known,
  };
}

/** What a bot of this payload needs – `minimum`, units of the investment asset – and would be at the last price. Only for payloads whose check has no error but in the money. */
export function planOf(
  feed: MarketFeed,
  kind: RunnableKind,
  payload: StoredPayload,
  spec: MarketSpec,
  lastTicks: number,
  timeMs: number,
): KindPlan & { readonly minimum: bigint } {
  const params = engineParamsOf(kind, payload, spec, botFeeRate(spec, kind));
  const assetInUsdt = usdtPrice(feed, profitAssetOf(spec), timeMs);
  const minimum = definitionOf(kind).minimum(params, lastTicks, assetInUsdt);
  return { ...kindOf(kind).plan(params, lastTicks), minimum };
}

/** Where a bot trades, in the word of its create call. */
export function instrumentTypeOf({ record, spec }: LiveBot): string {
  return 'instrument_type' in record.payload ? record.payload.instrument_type : marketKindOf(spec);
}
