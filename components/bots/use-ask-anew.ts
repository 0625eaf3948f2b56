'use client';

import { useSWRConfig } from 'swr';
import { askedCall } from '#lib/client/asked-call.ts';
import { watchBotsClosely } from '#lib/client/bots-view.ts';
import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';

/** What was heard of a bot, and of lists that it stands in, is no answer any more: whoever shows it asks anew. */
export function useAskAnew({ strategy_id: id }: Pick<StrategyRow, 'strategy_id'>): () => void {
  const { mutate } = useSWRConfig();
  return () => {
    void mutate((key) => typeof key === 'string' && askedCall(key)?.bot === String(id));
    watchBotsClosely(Date.now());
  };
}

/** The same of all that is the trader's own: several bots were acted on, and with them his accounts and their sums. */
export function useAskAllAnew(): () => void {
  const { mutate } = useSWRConfig();
  return () => {
    void mutate((key) => typeof key === 'string' && isOwn(askedCall(key)?.name));
    watchBotsClosely(Date.now());
  };
}

function isOwn(name: EndpointName | undefined): boolean {
  return name !== undefined && ENDPOINTS[name].access !== 'public';
}
