'use client';

import { useMemo } from 'react';
import { specOf } from '#lib/client/market-rows.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

const useMarkets = (isWanted: boolean) => useCall('markets', isWanted ? {} : null, { revalidateOnFocus: false });

/** Why the specs are not known, for LiveGap. */
export function useSpecsError(isWanted: boolean): unknown {
  return useMarkets(isWanted).error;
}

/** Exact specs of all spot markets by name; empty while they are not wanted or not there yet. */
export function useSpecs(isWanted: boolean): ReadonlyMap<string, MarketSpec> {
  const { data } = useMarkets(isWanted);
  return useMemo(() => {
    const specs = new Map<string, MarketSpec>();
    for (const row of data?.data ?? []) {
      const spec = specOf(row);
      if (spec !== null) specs.set(row.market, spec);
    }
    return specs;
  }, [data]);
}
