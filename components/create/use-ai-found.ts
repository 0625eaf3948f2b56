'use client';

import { useMemo } from 'react';
import { useCall } from '#lib/client/use-call.ts';
import { gridAiParams, martingaleAiParams } from '#lib/contract/ai-params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { type AiFound, gridChanges, hasAi, martingaleChanges, subTypeOf } from './ai-parameters.ts';
import type { AnyDefinition } from './any-definition.ts';

export type AiAnswer =
  | { readonly state: 'loading' }
  /** Not computed, not offered for this kind, or no answer (C-398): there are no AI parameters. */
  | { readonly state: 'absent' }
  | { readonly state: 'ready'; readonly found: AiFound };

/** Parameters do not change under the trader's hands: they are read when the form opens. */
const ONCE = { revalidateOnFocus: false, revalidateIfStale: false, revalidateOnReconnect: false };
const CYCLE = '7';

/** What the AI found for this kind, instrument and – of martingales – transaction type. */
export function useAiFound(definition: AnyDefinition, spec: MarketSpec, values: FormValues): AiAnswer {
  const { kind } = definition;
  const { market } = spec;
  const settle = spec.contract?.settle === 'BTC' ? 'btc' : 'usdt';
  const spot = useCall('aiSpotGrid', kind === 'spot_grid' ? { query: { symbol: market, cycle: CYCLE } } : null, ONCE);
  const futures = useCall(
    'aiFuturesGrid',
    kind === 'futures_grid' ? { query: { market, settle, cycle: CYCLE } } : null,
    ONCE,
  );
  const infinite = useCall(
    'aiInfiniteGrid',
    kind === 'infinite_grid' ? { query: { market, cycle: CYCLE } } : null,
    ONCE,
  );
  const martingale = useCall(
    'martingaleBacktestProfit',
    kind === 'martingale'
      ? {
          query: {
            market,
            strategy_type: 'grid_martingale',
            sub_type: subTypeOf(values.transaction_type),
            cycle: CYCLE,
          },
        }
      : null,
    { ...ONCE, keepPreviousData: false },
  );
  const asked = { spot_grid: spot, futures_grid: futures, infinite_grid: infinite }[kind as string];
  const { data, error } = kind === 'martingale' ? martingale : (asked ?? { data: undefined, error: null });
  const transactionType = values.transaction_type ?? '';
  return useMemo((): AiAnswer => {
    if (!hasAi(kind) || error !== undefined) return { state: 'absent' };
    if (data === undefined) return { state: 'loading' };
    const reply = data.data;
    if (reply === undefined || reply === null || !('grade' in reply)) return { state: 'absent' };
    const changes =
      'price_step' in reply
        ? martingaleChanges(martingaleAiParams(reply), transactionType)
        : gridChanges(kind, gridAiParams(reply), 'price_type' in reply ? reply : {});
    return { state: 'ready', found: { judged: reply, changes } };
  }, [kind, data, error, transactionType]);
}
