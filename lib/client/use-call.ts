'use client';

import { useRef } from 'react';
import useSWR, { type SWRConfiguration, type SWRResponse, useSWRConfig } from 'swr';
import type { ReplyOf } from '../contract/contract.ts';
import { ENDPOINTS, type EndpointName, isSharedCall } from '../contract/endpoints.ts';
import { isOutage } from '../contract/vocabulary.ts';
import { type CallInput, call, callUrl, lastEventOf, retryAfterOf } from './call.ts';
import { NoAnswer, Refused } from './failures.ts';
import { lineOf, useLine } from './live-lines.ts';
import { standing } from './session-loss.ts';
import { useIsShown } from './shown.ts';

interface Envelope {
  readonly code?: number;
  readonly message?: string;
  readonly data?: unknown;
}

/**
 * The reply when its code says yes; Refused otherwise. A question's good reply says something beside that – null as data where its contract has none
 * (read-reply.ts) – or its answer is none: a place that waits for data would wait for ever.
 */
export async function fetchOk<N extends EndpointName>(name: N, input: CallInput<N>): Promise<ReplyOf<N>> {
  const reply = await call(name, input);
  const { code, message, ...said } = reply as Envelope;
  if (code !== undefined && code !== 200 && code !== 0) {
    throw new Refused({ code, message, data: said.data }, retryAfterOf(reply));
  }
  if (code !== undefined && Object.keys(said).length === 0 && !ENDPOINTS[name].mutates) throw new NoAnswer(name);
  return reply;
}

/** For what a screen shows: its line learns how old it is and when to ask again (live-line.ts). */
export async function fetchLive<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const line = lineOf(key);
  if (line.mustWait) throw new NoAnswer(`${key}: the exchange asked for patience`);
  line.asked();
  try {
    const reply = await ask();
    line.answered(lastEventOf(reply));
    return reply;
  } catch (error) {
    if (error instanceof Refused && !isOutage(error.code)) line.refused();
    else line.failed(error instanceof Refused || error instanceof NoAnswer ? error.retryAfterMs : 0);
    throw error;
  }
}

export interface LiveOptions<T>
  extends Omit<SWRConfiguration<T>, 'refreshInterval' | 'shouldRetryOnError' | 'onErrorRetry' | 'fallbackData'> {
  /** What the server has asked already, of whatever key is asked now (the caller sees to that): shown until there is more, also while asking fails. */
  readonly fallbackData?: T;
  /** Ms between two questions; absent or 0: asked once. After a bad reply every call is asked again; a refusal of one that is asked once is its answer. */
  readonly refreshInterval?: number | ((latest: T | undefined) => number);
  /** The same for whoever looks: what another was told stands in as well. */
  readonly isShared?: boolean;
  /** That it fails is told nowhere: what stands in its place says that it is not known. */
  readonly isSilent?: boolean;
}

export type CallOptions<N extends EndpointName> = LiveOptions<ReplyOf<N>>;

/** Keys of one component that SWR may still ask for; a screen that lives for hours goes through many. Too few for an LRU cache that browsers would load. */
const MOST_ASKS = 16;

function remember<T>(asks: Map<string, T>, key: string, ask: T): void {
  asks.delete(key);
  asks.set(key, ask);
  const [oldest] = asks.keys();
  if (asks.size > MOST_ASKS && oldest !== undefined) asks.delete(oldest);
}

/**
 * Live data of one key, got by `ask`, which rejects with NoAnswer or Refused. `key` null = do not fetch (yet). Old data
 * stays while a refresh fails; how old it is says `useStalenessOf` (live-lines.ts). Data of the key before stand in while
 * the first load of a new one runs, and go when it fails: page 1 is no answer to what was asked of page 2 (H55). So do those
 * of a session that is over, whoever comes after it.
 */
export function useLive<T>(
  key: string | null,
  ask: () => Promise<T>,
  { refreshInterval = 0, isShared = false, isSilent = false, ...options }: LiveOptions<T> = {},
): SWRResponse<T> {
  // SWR may ask for a key a frame later, when another is shown: each key is asked its own question.
  const asks = useRef(new Map<string, () => Promise<T>>());
  if (key !== null) remember(asks.current, key, ask);
  const isShown = useIsShown();
  const asksAtFocus = options.revalidateOnFocus !== false;
  const response = useSWR<T>(key, (asked: string) => fetchLive(asked, asks.current.get(asked) ?? ask), {
    keepPreviousData: true,
    ...options,
    // When to ask again is the line's business alone: SWR's own polling ends with the first bad reply.
    refreshInterval: 0,
    shouldRetryOnError: false,
    revalidateOnReconnect: false,
    // What is not looked at asks nothing, also when the window is looked at again.
    revalidateOnFocus: isShown && asksAtFocus,
  });
  useLine(
    key,
    typeof refreshInterval === 'function' ? refreshInterval(response.data) : refreshInterval,
    asksAtFocus,
    response.mutate,
    isSilent,
  );
  const { cache } = useSWRConfig();
  const hasOwn = key !== null && cache.get(key)?.data !== undefined;
  const turn = isShared ? 0 : standing().turn;
  const seenIn = useRef(turn);
  if (hasOwn) seenIn.current = turn;
  // Getters, as SWR's own: a component is drawn anew only for what it reads.
  return {
    get data() {
      const mayStandIn = seenIn.current === turn && response.error === undefined;
      return hasOwn || mayStandIn ? response.data : options.fallbackData;
    },
    get error() {
      return response.error;
    },
    get isLoading() {
      return response.isLoading;
    },
    get isValidating() {
      return response.isValidating;
    },
    mutate: response.mutate,
  };
}

/** Reads of balances: that one cannot be had is ignored in silence (M-345, E-325). Its place says that it is not known, and it is asked for again. */
const BALANCES: ReadonlySet<EndpointName> = new Set([
  'availableBalance',
  'smartBalance',
  'trialBalance',
  'gridBalance',
]);

/** Live data of one call. The key is its URL, so `mutate(callUrl(...))` and every component asking the same share one request. */
export function useCall<N extends EndpointName>(
  name: N,
  input: CallInput<N> | null,
  options: CallOptions<N> = {},
): SWRResponse<ReplyOf<N>> {
  return useLive(input === null ? null : callUrl(name, input), () => fetchOk(name, input ?? {}), {
    isShared: isSharedCall(ENDPOINTS[name]),
    isSilent: BALANCES.has(name),
    ...options,
  });
}
