'use client';

import { useEffect, useMemo, useState } from 'react';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { Refused } from '#lib/client/failures.ts';
import { toast } from '#lib/client/toasts.ts';
import { useCall } from '#lib/client/use-call.ts';
import { subTypeOf } from '#lib/contract/ai-params.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { type MarketSpec, marketKindOf } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { type AiFound, foundIn, isAdvised, isBetter } from './ai-parameters.ts';

/** Days that a search looks back on (C-385); of equally good ones the first is chosen. */
export const AI_CYCLES = ['7', '30'] as const;
export type AiCycle = (typeof AI_CYCLES)[number];

type CycleAnswer =
  | { readonly state: 'loading' }
  /** Not computed, not offered on this market, or no answer (C-398): there are no AI parameters. */
  | { readonly state: 'absent'; readonly refused: Refused | null }
  | { readonly state: 'ready'; readonly found: AiFound };

/** The parameters of every window that has some, and those of the chosen one. */
export interface AiChoice {
  readonly found: AiFound;
  readonly byCycle: Readonly<Partial<Record<AiCycle, AiFound>>>;
  readonly choose: (cycle: AiCycle) => void;
  /** False when every window's parameters are graded D, or not at all: then the form is the trader's until he asks for them. */
  readonly isAdvised: boolean;
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
  const { aiCall } = factsOf(kind);
  const spot = useCall('aiSpotGrid', aiCall === 'aiSpotGrid' ? { query: { symbol: market, cycle } } : null, ONCE);
  const futures = useCall(
    'aiFuturesGrid',
    aiCall === 'aiFuturesGrid' ? { query: { market, settle, cycle } } : null,
    ONCE,
  );
  const infinite = useCall('aiInfiniteGrid', aiCall === 'aiInfiniteGrid' ? { query: { market, cycle } } : null, ONCE);
  const martingale = useCall(
    'martingaleBacktestProfit',
    aiCall === 'martingaleBacktestProfit'
      ? { query: { market, strategy_type: 'grid_martingale', sub_type, cycle } }
      : null,
    { ...ONCE, keepPreviousData: false },
  );
  const { ai } = definition;
  const variant = ai.variants === undefined ? {} : { variant: values[ai.variants.field] ?? '' };
  const query = { market, instrument_type: marketKindOf(spec), cycle, ...variant };
  const own = useCall('aiParams', aiCall === 'aiParams' ? { path: { type: kind }, query } : null, {
    ...ONCE,
    keepPreviousData: false,
  });
  const answers = {
    aiSpotGrid: spot,
    aiFuturesGrid: futures,
    aiInfiniteGrid: infinite,
    martingaleBacktestProfit: martingale,
    aiParams: own,
  };
  const { data, error } = answers[aiCall];
  const transactionType = values.transaction_type ?? '';
  return useMemo((): CycleAnswer => {
    if (error !== undefined) return { state: 'absent', refused: error instanceof Refused ? error : null };
    if (data === undefined) return { state: 'loading' };
    const found = foundIn(kind, data.data, transactionType);
    return found === null ? { state: 'absent', refused: null } : { state: 'ready', found };
  }, [kind, data, error, transactionType]);
}

/** C-399: why there is no backtest profit is said; a grid's missing parameters are not (C-398). */
function useSayRefusal(kind: string, refused: Refused | null): void {
  const replyText = useReplyText();
  useEffect(() => {
    if (factsOf(kind).aiCall !== 'martingaleBacktestProfit' || refused === null) return;
    toast('warning', replyText(refused.parts));
  }, [kind, refused, replyText]);
}

/**
 * What the AI found on windows of 7 and 30 days. The trader's choice counts, at first the one with the better grade (H51);
 * while a window has no parameters, those of the other stand in.
 */
export function useAiFound(definition: AnyDefinition, spec: MarketSpec, values: FormValues): AiAnswer {
  const [chosen, choose] = useState<AiCycle | null>(null);
  const week = useCycle(definition, spec, values, '7');
  const month = useCycle(definition, spec, values, '30');
  useSayRefusal(definition.kind, week.state === 'absent' ? week.refused : null);
  return useMemo((): AiAnswer => {
    // The better of the two is only known when both are.
    if (week.state === 'loading' || month.state === 'loading') return { state: 'loading' };
    const byCycle = {
      ...(week.state === 'ready' ? { 7: week.found } : {}),
      ...(month.state === 'ready' ? { 30: month.found } : {}),
    };
    const all = Object.values(byCycle);
    const [first, second] = all;
    if (first === undefined) return { state: 'absent' };
    const best = second !== undefined && isBetter(second, first) ? second : first;
    const found = (chosen === null ? undefined : byCycle[chosen]) ?? best;
    return { state: 'ready', found, byCycle, choose, isAdvised: isAdvised(best) };
  }, [chosen, week, month]);
}
