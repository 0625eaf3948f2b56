'use client';

import { type CallInput, callUrl } from '#lib/client/call.ts';
import { everyPage } from '#lib/client/every-page.ts';
import { fetchOk, useLive } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';

type PagedName = 'dailyCurve' | 'operateRecords' | 'tradeRecords';
type Input<N extends PagedName> = CallInput<N> & { readonly query: object };

/** A bot lives for years at most: more pages than this are a fault of the server, not of the bot. */
const MOST_PAGES = 50;

/**
 * All pages of a list, one after the other (the documents: "all curve pages fetched"), asked again as every live call
 * is; the last good ones stay (H55). `null` = do not fetch.
 */
export function useAllPages<N extends PagedName>(
  name: N,
  input: Input<N> | null,
  refreshMs: number,
): { readonly replies: readonly ReplyOf<N>[] | undefined; readonly error: unknown } {
  const { data, error } = useLive<readonly ReplyOf<N>[]>(
    input === null ? null : `${callUrl(name, input)}#all`,
    () =>
      everyPage(
        MOST_PAGES,
        (page) => fetchOk(name, { ...input, query: { ...(input?.query ?? {}), page } } as CallInput<N>),
        (reply) => (reply as { pagecount?: number }).pagecount,
      ),
    { refreshInterval: refreshMs },
  );
  return { replies: data, error };
}
