'use client';

import { useMemo } from 'react';
import { useSession } from '#lib/client/session.ts';
import { useCall } from '#lib/client/use-call.ts';
import { parseAmountDown } from '#lib/money/amount.ts';
import { type MarketSpec, marketKindOf, parseTicks } from '#lib/money/market-spec.ts';
import type { CheckContext, FormValues } from '#lib/strategies/definition.ts';
import type { AnyDefinition } from './any-definition.ts';
import { type FundingAccount, fundingAccount } from './funding-account.ts';
import { useKindTerms } from './use-kind-terms.ts';
import { useSeveralMarkets } from './use-several-markets.ts';
import { useStrategyFee } from './use-strategy-fee.ts';

/** X1: the grid maximum while the call fails, and when its answer lacks it. */
const MAX_GRID_UNREAD = 200;
const MAX_GRID_ABSENT = 100;
const BALANCE_REFRESH_MS = 10_000;

/** Everything that a check may look at but the minimum and the phase, as the exchange says it now. */
export interface MarketFacts extends Omit<CheckContext, 'minAmount' | 'phase'> {
  /** Least investment of the kind on this market by the exchange's own terms, units; null while it is not known. */
  readonly minTotal: bigint | null;
}

function useMaxGrid({ kind, fields }: AnyDefinition, spec: MarketSpec): number {
  const hasGrids = fields.some(({ name }) => name === 'grid_num');
  // C-364: `settle` is empty for spot.
  const settle = spec.contract?.settle.toLowerCase() ?? '';
  const { data } = useCall(
    'gridBase',
    hasGrids ? { query: { market: spec.market, settle, strategy_type: kind } } : null,
  );
  if (data === undefined) return MAX_GRID_UNREAD;
  return data.data?.max_grid ?? MAX_GRID_ABSENT;
}

/** Available balance of an asset of one account in units; null for guests and while unknown. */
export function useAvailable(asset: string, account: FundingAccount): bigint | null {
  const { session } = useSession();
  const isTrader = session?.logged_in === true;
  const query = account === 'spot' ? { currency: asset } : { currency: asset, account };
  const { data } = useCall('availableBalance', isTrader ? { query } : null, {
    refreshInterval: BALANCE_REFRESH_MS,
    keepPreviousData: false,
  });
  if (!isTrader || data?.data === undefined) return null;
  const entry = data.data.currency_outables.find((one) => one.asset === asset);
  return parseAmountDown(entry?.outable ?? data.data.max_outable.outable);
}

/** How often the documented last price is asked for (C-366, M-174). The header's ticker beside it is our own call. */
const LAST_PRICE_REFRESH_MS = 5_000;

/** `trialFunds`: what comes on top of the balance, units. */
export function useMarketFacts(
  definition: AnyDefinition,
  spec: MarketSpec,
  values: FormValues,
  trialFunds: bigint,
): MarketFacts {
  const { data: price } = useCall(
    'lastPrice',
    { query: { symbol: spec.market, type: marketKindOf(spec) } },
    // Another market's price is none: a market chosen in the form would be reckoned and checked at it.
    { refreshInterval: LAST_PRICE_REFRESH_MS, dedupingInterval: 1_000, keepPreviousData: false },
  );
  const maxGrid = useMaxGrid(definition, spec);
  const { spot } = useStrategyFee(definition.kind, spec.market);
  const feeRate = spec.contract?.takerE8 ?? spot;
  const own = useAvailable(definition.investmentAsset(values, spec), fundingAccount(definition.calls.account, spec));
  const available = own === null ? null : own + trialFunds;
  const lastTicks = parseTicks(spec, price?.last_price ?? '');
  const { leverageMax, minTotal, periods } = useKindTerms(definition, spec);
  const others = useSeveralMarkets(definition.kind, spec, values);
  return useMemo(
    () => ({ spec, maxGrid, feeRate, available, lastTicks, leverageMax, minTotal, periods, ...others }),
    [spec, maxGrid, feeRate, available, lastTicks, leverageMax, minTotal, periods, others],
  );
}
