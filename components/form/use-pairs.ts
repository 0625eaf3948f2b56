'use client';

import { useMemo } from 'react';
import { useCall } from '#lib/client/use-call.ts';
import { parseTicks } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { type Pair, pairsOf } from './several-coins.ts';
import { useSpecs } from './use-specs.ts';

const PRICES_REFRESH_MS = 5_000;

/** The chosen coins with their markets and last prices; those whose market is not known are left out. */
export function usePairs(isWanted: boolean, values: FormValues): readonly Pair[] {
  const specs = useSpecs(isWanted);
  const { data } = useCall('tickers', isWanted ? { query: {} } : null, { refreshInterval: PRICES_REFRESH_MS });
  const chosen = isWanted ? pairsOf(values).join(',') : '';
  return useMemo(() => {
    const last = new Map((data?.data ?? []).map((ticker) => [ticker.market, ticker.last]));
    return chosen.split(',').flatMap((pair) => {
      const spec = specs.get(pair);
      return spec === undefined ? [] : [{ pair, spec, lastTicks: parseTicks(spec, last.get(pair) ?? '') }];
    });
  }, [chosen, specs, data]);
}
