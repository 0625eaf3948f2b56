'use client';

import { useSWRConfig } from 'swr';
import type { ReplyOf } from '../contract/contract.ts';
import { useCall } from './use-call.ts';

export type SessionInfo = NonNullable<ReplyOf<'session'>['data']>;

/** Who is looking: undefined while unknown (hydration; `error`: why, LiveGap says it), then guest or trader. Public HTML never depends on it. */
export function useSession(): {
  readonly session: SessionInfo | undefined;
  readonly error: unknown;
  readonly refresh: () => Promise<unknown>;
} {
  // Nothing of the trader before stands in for the one who comes: between two it is not known who looks.
  const { data, error, mutate } = useCall('session', {}, { revalidateOnFocus: true, keepPreviousData: false });
  return { session: data?.data, error, refresh: () => mutate() };
}

/** Drops everything that was fetched for the previous viewer (after login and logout). */
export function useForgetPrivateData(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => mutate(() => true, undefined, { revalidate: true });
}
