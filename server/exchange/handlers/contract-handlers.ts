import { CODE } from '#lib/contract/vocabulary.ts';
import { type ContractSpec, isContract, restingFeeRate } from '#lib/formulas/contract-value.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks, instrumentOf } from '#lib/money/market-spec.ts';
import type { Handlers } from '../http/handler.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findContract, findSpec, specsOfKind } from '../market/instruments.ts';
import { marginTermsOf } from '../market/margin-terms.ts';
import { ok, refuse, refuseField } from '../replies/reply.ts';
import { UNKNOWN_PRICE } from './market-handlers.ts';

/** Longest stretch of funding history that one reply tells, a hundred settlements of eight hours: more than any preview replays. */
const MOST_FUNDING_MS = 100 * 28_800_000;

/** What is fixed about contracts and loans, and the contract prices that nobody trades at. */
export function contractHandlers(feed: MarketFeed): Pick<Handlers, 'futuresContracts' | 'fundingRates' | 'marginPair'> {
  return {
    futuresContracts: ({ query, nowMs }) => ({
      ...ok(null),
      futures_contracts_data: specsOfKind(feed, `futures_${query.settle}`)
        .filter(isContract)
        .map((spec) => contractView(feed, spec, nowMs)),
    }),
    fundingRates: ({ query, nowMs }) => {
      const spec = findContract(feed, query.market, query.settle);
      if (spec === undefined) return refuse(CODE.unknown, 'market-unknown');
      const toMs = Math.min(query.to * 1000, nowMs + 1);
      const fromMs = Math.max(query.from * 1000, toMs - MOST_FUNDING_MS);
      const { timesMs, ratesE8 } = feed.fundingRates(instrumentOf(spec), fromMs, toMs);
      return ok(
        Array.from(timesMs, (timeMs, i): [number, string] => [timeMs / 1000, formatAmount(BigInt(ratesE8[i] ?? 0))]),
      );
    },
    marginPair: ({ query }) => {
      const spec = findSpec(feed, query.market);
      if (spec === undefined) return refuseField('market', 'market-unknown');
      const terms = marginTermsOf(spec);
      return ok({
        max_multiple: terms.maxMultiple,
        hourly_rate: formatAmount(terms.hourlyRateE8),
        base_borrow_max: formatAmount(terms.baseBorrowMax),
        quote_borrow_max: formatAmount(terms.quoteBorrowMax),
      });
    },
  };
}

function contractView(feed: MarketFeed, spec: ContractSpec, nowMs: number) {
  const { contract } = spec;
  const instrument = instrumentOf(spec);
  const priceText = (ticks: number | null): string => (ticks === null ? UNKNOWN_PRICE : formatTicks(spec, ticks));
  return {
    name: spec.market,
    mark_price: priceText(feed.markTicks(instrument, nowMs)),
    index_price: priceText(feed.indexTicks(instrument, nowMs)),
    last_price: priceText(feed.lastTicks(instrument, nowMs)),
    leverage_max: contract.leverageMax,
    order_size_min: Number(contract.sizeMin),
    order_size_max: Number(contract.sizeMax),
    quanto_multiplier: formatAmount(contract.quantoUnits),
    price_decimals: spec.priceDecimals,
    min_quote_amount: formatAmount(spec.minQuoteUnits),
    max_grid: spec.maxGrid,
    maintenance_rate: formatAmount(contract.riskTiers[0]?.maintenanceE8 ?? 0n),
    taker_fee_rate: formatAmount(contract.takerE8),
    // What resting orders are really charged: no rebates (lib/engine/DECISIONS.md).
    maker_fee_rate: formatAmount(restingFeeRate(contract)),
    liquidation_fee_rate: formatAmount(contract.liquidationFeeE8),
    is_inverse: contract.isInverse,
    // While no premium is known there is nothing that longs would pay.
    funding_rate: formatAmount(feed.expectedFundingRate(instrument, nowMs) ?? 0n),
    funding_interval: contract.fundingIntervalMs / 1000,
    funding_next_apply: (feed.nextFundingMs(instrument, nowMs) ?? 0) / 1000,
    risk_tiers: contract.riskTiers.map((tier) => ({
      up_to: formatAmount(tier.upToUnits),
      maintenance_rate: formatAmount(tier.maintenanceE8),
      leverage_max: tier.leverageMax,
    })),
  };
}
