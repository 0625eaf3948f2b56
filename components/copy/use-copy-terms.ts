'use client';

import { typedAmount } from '#components/bots/actions/amount-input.tsx';
import { isOutage, Refused } from '#lib/client/failures.ts';
import { fetchOk, useLive } from '#lib/client/use-call.ts';
import { useDebounced } from '#lib/client/use-debounced.ts';
import type { BodyOf } from '#lib/contract/contract.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { type CopyTerms, checkCopy, chosen } from './copy-values.ts';

/** X50. */
const DEBOUNCE_MS = 500;
/** Prices move while one reads. */
const REFRESH_MS = 10_000;

interface Told {
  readonly terms: CopyTerms | null;
  readonly error: unknown;
}

function useTermsOf(body: BodyOf<'followTerms'> | null): Told {
  const words = body === null ? '' : JSON.stringify(body);
  const { data, error } = useLive(
    body === null ? null : `copy terms ${words}`,
    () => fetchOk('followTerms', { body: body ?? { follow_id: 0 } }),
    { refreshInterval: REFRESH_MS, isShared: false, keepPreviousData: false, revalidateOnFocus: false },
  );
  const terms: CopyTerms | null =
    data?.data !== undefined && data.data !== null && 'stops' in data.data ? data.data : null;
  return { terms, error };
}

/**
 * What the exchange says of the copy: `first` of any, from the moment on that the form opens; `typed` of what is typed, never of what was typed
 * before – null while that is asked, and while there is nothing to ask. `refusal`: there is no such copy, also not of a bot that could be copied as the form opened;
 * an outage says nothing of it (H55).
 */
export function useCopyTerms(followId: number, values: FormValues) {
  const first = useTermsOf({ follow_id: followId });
  const isAskable =
    first.terms !== null && checkCopy(values, first.terms, 'submit').every(({ field }) => field === 'money');
  const hasMoney = (typedAmount(values.money ?? '') ?? 0n) > 0n;
  const body =
    isAskable && first.terms !== null && hasMoney
      ? { follow_id: followId, money: values.money ?? '', ...chosen(values, first.terms) }
      : null;
  const words = JSON.stringify(body);
  const rested = useDebounced(words, DEBOUNCE_MS);
  const typed = useTermsOf(rested === words ? body : null);
  const error = first.error ?? typed.error;
  const refusal = [first.error, typed.error].find((one) => one instanceof Refused && !isOutage(one.code));
  return {
    first: first.terms,
    typed: typed.terms,
    error,
    refusal: refusal instanceof Refused ? refusal.parts : null,
  };
}
