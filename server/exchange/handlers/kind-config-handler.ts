import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { CODE, STRATEGY_TYPES } from '#lib/contract/vocabulary.ts';
import { arbitrageMinimum } from '#lib/formulas/arbitrage-terms.ts';
import { type ContractSpec, isContract } from '#lib/formulas/contract-value.ts';
import { indicatorMinimum } from '#lib/formulas/indicator-minimum.ts';
import { platformMinimum } from '#lib/formulas/minimum-investment.ts';
import { portfolioMinimum } from '#lib/formulas/portfolio-minimum.ts';
import { KLINE_PERIODS } from '#lib/indicators/kline-periods.ts';
import { ARBITRAGE_LEVERAGES } from '#lib/kinds/arbitrage/definition/values.ts';
import { isMadeOn } from '#lib/kinds/catalogue.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { indicatorLeverage } from '#lib/kinds/indicator/definition/values.ts';
import { formatAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { usdtPrice } from '../bots/bot-equity.ts';
import type { Handlers } from '../http/handler.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findContract } from '../market/instruments.ts';
import { marginTermsOf } from '../market/margin-terms.ts';
import { ok, refuse } from '../replies/reply.ts';

interface Terms {
  readonly min_total_amount: string;
  readonly leverage_max: number;
}

/** Terms of a kind by market (C-148, E-287): the least that its bots need at the present price, and their leverage. */
export function kindConfigHandler(feed: MarketFeed): Pick<Handlers, 'kindConfig'> {
  return {
    kindConfig: ({ path, nowMs }) => {
      const kind = STRATEGY_TYPES.find((one) => one === path.type);
      if (kind === undefined) return refuse(CODE.unknown, 'kind-unknown');
      const usdt: Record<string, Terms> = {};
      const btc: Record<string, Terms> = {};
      for (const spec of marketsOfKind(feed, kind)) {
        const terms = termsOf(feed, kind, spec, nowMs);
        const asset = spec.contract?.settle ?? spec.quote;
        if (terms !== null) (asset === 'BTC' ? btc : usdt)[spec.market] = terms;
      }
      const periods = factsOf(kind).usesConditions ? KLINE_PERIODS.map((period) => ({ period, name: period })) : [];
      return ok({ usdt, btc, period_config: periods });
    },
  };
}

/** Kinds of both pages are told of by their contracts where a market has both. */
function marketsOfKind(feed: MarketFeed, kind: StrategyType): readonly MarketSpec[] {
  return [...(isMadeOn(kind, 'trade') ? feed.specs : []), ...(isMadeOn(kind, 'futures') ? feed.contracts : [])];
}

/** Null for a market that the kind does not trade, or whose price is not known. */
function termsOf(feed: MarketFeed, kind: StrategyType, spec: MarketSpec, nowMs: number): Terms | null {
  const lastTicks = feed.lastTicks(instrumentOf(spec), nowMs);
  const asset = spec.contract?.settle ?? spec.quote;
  const assetInUsdt = usdtPrice(feed, asset, nowMs);
  if (lastTicks === null) return null;
  if (factsOf(kind).usesConditions) {
    const { max } = indicatorLeverage(spec);
    const minimum = indicatorMinimum({ spec, leverage: max, ratioE8: UNITS_PER_COIN, lastTicks, assetInUsdt });
    return { min_total_amount: formatAmount(minimum), leverage_max: max };
  }
  const { trades, isOnMargin } = factsOf(kind);
  if (trades === 'legs') return arbitrageTerms(feed, spec, lastTicks, nowMs);
  if (trades === 'portfolio') {
    return spec.quote === 'USDT' ? { min_total_amount: formatAmount(portfolioMinimum(1)), leverage_max: 1 } : null;
  }
  const ofSpot = isOnMargin ? marginTermsOf(spec).maxMultiple : 1;
  const leverage = isContract(spec) ? spec.contract.leverageMax : ofSpot;
  return { min_total_amount: formatAmount(platformMinimum(asset, assetInUsdt)), leverage_max: leverage };
}

/** E-288: the minimum at the leverage that needs least. */
function arbitrageTerms(feed: MarketFeed, spec: MarketSpec, lastTicks: number, nowMs: number): Terms | null {
  const contract: ContractSpec | undefined =
    spec.quote === 'USDT' ? findContract(feed, spec.market, 'usdt') : undefined;
  if (contract === undefined) return null;
  const leverage = Math.min(ARBITRAGE_LEVERAGES.length, contract.contract.leverageMax);
  const funding = feed.expectedFundingRate(instrumentOf(contract), nowMs);
  const minimum = arbitrageMinimum(spec, contract, lastTicks, leverage, funding);
  return { min_total_amount: formatAmount(minimum), leverage_max: leverage };
}
