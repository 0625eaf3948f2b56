'use client';

import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import type { ReplyOf } from '../contract/contract.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import { type CallInput, call, callUrl, NoAnswer } from './call.ts';

/** A reply whose code says no, with the server's message and the code of its issue. Kept apart from NoAnswer: unknown is not failed. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: number;
  readonly serverMessage: string;
  readonly issue: string | undefined;
  constructor(code: number, serverMessage: string, issue?: string) {
    super(`code ${code}`);
    this.code = code;
    this.serverMessage = serverMessage;
    this.issue = issue;
  }
}

interface Envelope {
  readonly code?: number;
  readonly message?: string;
  readonly data?: { readonly issue?: string } | null;
}

/** The reply when its code says yes; Refused otherwise. */
export async function fetchOk<N extends EndpointName>(name: N, input: CallInput<N>): Promise<ReplyOf<N>> {
  const reply = await call(name, input);
  const { code, message, data } = reply as Envelope;
  if (code !== undefined && code !== 200 && code !== 0) throw new Refused(code, message ?? '', data?.issue);
  return reply;
}

/**
 * Live data of one call. `input` null = do not fetch (yet). The key is the call's URL, so `mutate(callUrl(...))` and
 * every component asking the same share one request. Old data stays while a refresh fails (shown as stale, not gone).
 */
export function useCall<N extends EndpointName>(
  name: N,
  input: CallInput<N> | null,
  options: SWRConfiguration<ReplyOf<N>> = {},
): SWRResponse<ReplyOf<N>> {
  return useSWR<ReplyOf<N>>(input === null ? null : callUrl(name, input), () => fetchOk(name, input ?? {}), {
    keepPreviousData: true,
    shouldRetryOnError: (error: unknown) => error instanceof NoAnswer,
    ...options,
  });
}
