'use client';

import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import type { ReplyOf } from '../contract/contract.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import { type CallInput, call, callUrl, isOutage, NoAnswer, retryAfterOf } from './call.ts';
import { lineOf, useLine } from './live-lines.ts';

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

/** The same for what a screen shows: its line learns how old it is and when to ask again (live-line.ts). */
async function fetchLive<N extends EndpointName>(key: string, name: N, input: CallInput<N>): Promise<ReplyOf<N>> {
  const line = lineOf(key);
  if (line.mustWait) throw new NoAnswer(`${name}: the exchange asked for patience`);
  line.asked();
  try {
    const reply = await call(name, input);
    const { code = 200, message, data } = reply as Envelope;
    if (isOutage(code)) line.failed(retryAfterOf(reply));
    else if (code === 200 || code === 0) line.answered();
    else line.refused();
    if (code !== 200 && code !== 0) throw new Refused(code, message ?? '', data?.issue);
    return reply;
  } catch (error) {
    if (error instanceof NoAnswer) line.failed(error.retryAfterMs);
    else if (!(error instanceof Refused)) line.failed();
    throw error;
  }
}

export type CallOptions<N extends EndpointName> = Omit<
  SWRConfiguration<ReplyOf<N>>,
  'refreshInterval' | 'shouldRetryOnError' | 'onErrorRetry'
> & {
  /** Ms between two questions; absent or 0: asked once. After a bad reply every call is asked again, whatever the reply was. */
  readonly refreshInterval?: number | ((latest: ReplyOf<N> | undefined) => number);
};

/**
 * Live data of one call. `input` null = do not fetch (yet). The key is the call's URL, so `mutate(callUrl(...))` and
 * every component asking the same share one request. Old data stays while a refresh fails; how old it is says
 * `useStalenessOf` (live-lines.ts).
 */
export function useCall<N extends EndpointName>(
  name: N,
  input: CallInput<N> | null,
  { refreshInterval = 0, ...options }: CallOptions<N> = {},
): SWRResponse<ReplyOf<N>> {
  const key = input === null ? null : callUrl(name, input);
  const response = useSWR<ReplyOf<N>>(key, () => fetchLive(key ?? '', name, input ?? {}), {
    keepPreviousData: true,
    ...options,
    // When to ask again is the line's business alone: SWR's own polling ends with the first bad reply.
    refreshInterval: 0,
    shouldRetryOnError: false,
    revalidateOnReconnect: false,
  });
  useLine(
    key,
    typeof refreshInterval === 'function' ? refreshInterval(response.data) : refreshInterval,
    response.mutate,
  );
  return response;
}
