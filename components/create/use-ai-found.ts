'use client';

import { useEffect, useMemo, useState } from 'react';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { toast } from '#lib/client/toasts.ts';
import { Refused, useCall } from '#lib/client/use-call.ts';
import { gridAiParams, martingaleAiParams, subTypeOf } from '#lib/contract/ai-params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { type AiFound, gridChanges, hasAi, martingaleChanges } from './ai-parameters.ts';
import type { AnyDefinition } from './any-definition.ts';

/** Days that a search looks back on (C-385), in the order in which they are preferred. */
export const AI_CYCLES = ['7', '30'] as const;
export type AiCycle = (typeof AI_CYCLES)[number];

type CycleAnswer =
  | { readonly state: 'loading' }
  /** Not computed, not offered for this kind, or no answer (C-398): there are no AI parameters. */
  | { readonly state: 'absent'; readonly refused: Refused | null }
  | { readonly state: 'ready'; readonly found: AiFound };

/** The parameters of every window that has some, and those of the chosen one. */
export interface AiChoice {
  readonly found: AiFound;
  readonly byCycle: Readonly<Partial<Record<AiCycle, AiFound>>>;
  readonly choose: (cycle: AiCycle) => void;
}

export type AiAnswer =
  | { readonly state: 'loading' }
  | { readonly state: 'absent' }
  | ({ readonly state: 'ready' } & AiChoice);

/** Parameters do not change under the trader's hands: they are read when the form opens. */
const ONCE = { revalidateOnFocus: false, revalidateIfStale: false, revalidateOnReconnect: false };

/** What the AI found on one window for this kind, instrument and – of martingales – transaction type. */
function useCycle(definition: AnyDefinition, spec: MarketSpec, values: FormValues, cycle: AiCycle): CycleAnswer {
  const { kind } = definition;
  const { market } = spec;
  const settle = spec.contract?.settle === 'BTC' ? 'btc' : 'usdt';
  const sub_type = subTypeOf(values.transaction_type);
  const spot = useCall('aiSpotGrid', kind === 'spot_grid' ? { query: { symbol: market, cycle } } : null, ONCE);
  const futures = useCall('aiFuturesGrid', kind === 'futures_grid' ? { query: { market, settle, cycle } } : null, ONCE);
  const infinite = useCall('aiInfiniteGrid', kind === 'infinite_grid' ? { query: { market, cycle } } : null, ONCE);
  const martingale = useCall(
    'martingaleBacktestProfit',
    kind === 'martingale' ? { query: { market, strategy_type: 'grid_martingale', sub_type, cycle } } : null,
    { ...ONCE, keepPreviousData: false },
  );
  const asked = { spot_grid: spot, futures_grid: futures, infinite_grid: infinite }[kind as string];
  const { data, error } = kind === 'martingale' ? martingale : (asked ?? { data: undefined, error: undefined });
  const transactionType = values.transaction_type ?? '';
  return useMemo((): CycleAnswer => {
    if (!hasAi(kind) || error !== undefined)
      return { state: 'absent', refused: error instanceof Refused ? error : null };
    if (data === undefined) return { state: 'loading' };
    const reply = data.data;
    if (reply === undefined || reply === null || !('grade' in reply)) return { state: 'absent', refused: null };
    const changes =
      'price_step' in reply
        ? martingaleChanges(martingaleAiParams(reply), transactionType)
        : gridChanges(kind, gridAiParams(reply), 'price_type' in reply ? reply : {});
    return { state: 'ready', found: { judged: reply, changes } };
  }, [kind, data, error, transactionType]);
}

/** C-399: why there is no backtest profit is said; a grid's missing parameters are not (C-398). */
function useSayRefusal(kind: string, refused: Refused | null): void {
  const replyText = useReplyText();
  useEffect(() => {
    if (kind !== 'martingale' || refused === null) return;
    const { code, serverMessage, issue } = refused;
    toast('warning', replyText({ code, message: serverMessage, data: { issue } }));
  }, [kind, refused, replyText]);
}

/**
 * What the AI found on windows of 7 and 30 days. The trader's choice counts, at first the shorter one; while it has no
 * parameters, those of the other window stand in.
 */
export function useAiFound(definition: AnyDefinition, spec: MarketSpec, values: FormValues): AiAnswer {
  const [chosen, choose] = useState<AiCycle>(AI_CYCLES[0]);
  const week = useCycle(definition, spec, values, '7');
  const month = useCycle(definition, spec, values, '30');
  const [first, second] = chosen === '7' ? [week, month] : [month, week];
  useSayRefusal(definition.kind, first.state === 'absent' ? first.refused : null);
  return useMemo((): AiAnswer => {
    const shown = first.state === 'absent' ? second : first;
    if (shown.state !== 'ready') return { state: shown.state };
    const byCycle = {
      ...(week.state === 'ready' ? { 7: week.found } : {}),
      ...(month.state === 'ready' ? { 30: month.found } : {}),
    };
    return { state: 'ready', found: shown.found, byCycle, choose };
  }, [first, second, week, month]);
}
