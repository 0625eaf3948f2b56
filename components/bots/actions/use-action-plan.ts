'use client';

import { useAnnounces } from '#lib/client/use-announces.ts';
import { useAskedAnew } from '#lib/client/use-asked-anew.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useDebounced } from '#lib/client/use-debounced.ts';
import type { QueryOf, ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';

/** What is to be done, in the words of its call. */
export type AskedAct = Omit<QueryOf<'actionPlan'>, 'strategy_id' | 'strategy_type'>;
/** What it would come to, and the fingerprint that it is sent with: it is carried out only while it is still that. */
export type ActionPlan = Extract<NonNullable<ReplyOf<'actionPlan'>['data']>, { readonly fingerprint: string }>;

const DEBOUNCE_MS = 500;
/** As often as the other figures of a dialog. */
const REFRESH_MS = 10_000;

/**
 * What an act on a bot would come to, said by the exchange before it happens. Undefined while that is on its way: the act waits for it, or it
 * would go out without the plan that is about to be shown. Null where there is none: nothing is asked, the exchange refuses, has not answered, or makes
 * no plans. `asked` null: there is nothing to ask.
 */
export function useActionPlan(
  { strategy_id, strategy_type, trade_num }: StrategyRow,
  asked: AskedAct | null,
): ActionPlan | null | undefined {
  const makesPlans = useAnnounces('action_plan');
  const words = asked === null ? '' : JSON.stringify(asked);
  const isRested = useDebounced(words, DEBOUNCE_MS) === words;
  const query = asked === null ? null : { strategy_id: String(strategy_id), strategy_type, ...asked };
  const isAsked = makesPlans && isRested && query !== null;
  const { data, error, mutate } = useCall('actionPlan', isAsked ? { query } : null, {
    refreshInterval: REFRESH_MS,
    keepPreviousData: false,
    revalidateOnFocus: false,
  });
  // A fill makes it another.
  useAskedAnew(trade_num, isAsked, mutate);
  if (!makesPlans || query === null) return null;
  if (!isRested || (data === undefined && error === undefined)) return undefined;
  const plan = data?.data;
  return error === undefined && plan !== undefined && 'figures' in plan ? plan : null;
}

/** What goes with the call that carries a plan out. */
export function namedPlan(plan: { readonly fingerprint?: string | undefined } | null | undefined): {
  fingerprint?: string;
} {
  return plan?.fingerprint === undefined ? {} : { fingerprint: plan.fingerprint };
}
