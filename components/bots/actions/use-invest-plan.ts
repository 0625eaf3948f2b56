'use client';

import type { FieldRefusal } from '#components/bots/actions/use-action.ts';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { Refused } from '#lib/client/failures.ts';
import { refusedFieldOf } from '#lib/client/reply-text.ts';
import { fetchOk, useLive } from '#lib/client/use-call.ts';
import { useDebounced } from '#lib/client/use-debounced.ts';
import type { BodyOf, ReplyOf } from '#lib/contract/contract.ts';

export type InvestPlan = Extract<NonNullable<ReplyOf<'investPlan'>['data']>, { readonly plan_type: number }>;
export type PlanQuestion = BodyOf<'investPlan'>;

/** M-217. */
const DEBOUNCE_MS = 500;
/** Prices move while one reads: a plan is asked for anew as often as the other figures of a dialog. */
const REFRESH_MS = 10_000;

/** What the lines of a bot's plans begin with. */
export const investPlanKey = (strategyId: number): string => `invest plan ${strategyId} `;

export type PlanState =
  | { readonly state: 'none' }
  | { readonly state: 'pending' }
  | { readonly state: 'unknown' }
  | { readonly state: 'ready'; readonly plan: InvestPlan }
  | { readonly state: 'refused'; readonly refusal: FieldRefusal };

/**
 * What changing a bot would trade, said by the exchange before it happens (M-317); `question` null: there is nothing to ask. An
 * answer is of what is typed now, never of what was typed before.
 */
export function useInvestPlan(strategyId: number, question: PlanQuestion | null): PlanState {
  const replyText = useReplyText();
  const words = question === null ? '' : JSON.stringify(question);
  const rested = useDebounced(words, DEBOUNCE_MS);
  const isAsked = words !== '' && rested === words;
  const { data, error } = useLive(
    isAsked ? `${investPlanKey(strategyId)}${words}` : null,
    () => fetchOk('investPlan', { path: { id: String(strategyId) }, body: question ?? {} }),
    { refreshInterval: REFRESH_MS, keepPreviousData: false, revalidateOnFocus: false },
  );
  if (words === '') return { state: 'none' };
  if (!isAsked) return { state: 'pending' };
  if (error instanceof Refused) {
    return { state: 'refused', refusal: { field: refusedFieldOf(error.parts), text: replyText(error.parts) } };
  }
  if (error !== undefined) return { state: 'unknown' };
  const plan = data?.data;
  return plan !== undefined && plan !== null && 'plan_type' in plan ? { state: 'ready', plan } : { state: 'pending' };
}
