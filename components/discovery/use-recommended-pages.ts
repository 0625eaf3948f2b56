'use client';

import { useReducer, useRef } from 'react';
import type { ListKind, SortOrder } from '#components/addresses/paths.ts';
import type { RefusalParts } from '#lib/client/reply-text.ts';
import type { QueryOf, ReplyOf } from '#lib/contract/contract.ts';
import type { CardItem } from './card-item.ts';
import { type ListedFrom, listQuery, nextPages, type RecommendedPages } from './recommended-pages.ts';

export interface RecommendedList {
  readonly pages: RecommendedPages;
  /** Fetches a page and appends it; page 1 starts the list anew. */
  readonly fetchPage: (order: SortOrder, page: number) => void;
}

/** What asks, and what makes cards of the answer, come with the first question: who reads the first page needs none of it. */
async function askFor(query: QueryOf<'recommendList'>): Promise<Answer> {
  const parts = [import('#lib/client/call.ts'), import('./card-item.ts'), import('./strategy-card.tsx')] as const;
  const [{ call }, { toCardItem }] = await Promise.all(parts);
  const reply = await call('recommendList', { query });
  return { reply, items: reply.data?.map(toCardItem) };
}

interface Answer {
  readonly reply: ReplyOf<'recommendList'>;
  /** Undefined where the reply has none. */
  readonly items: readonly CardItem[] | undefined;
}

/**
 * The list behind the cards, of one market where one is given (C-384), narrowed or not. `onFailed` gets what the reply says, or undefined when there was no answer at all.
 */
export function useRecommendedPages(
  kind: ListKind,
  from: ListedFrom,
  first: Pick<RecommendedPages, 'order' | 'items' | 'page' | 'pageCount'>,
  onFailed: (refusal: RefusalParts | undefined) => void,
): RecommendedList {
  const [pages, dispatch] = useReducer(nextPages, { ...first, state: 'idle', fetchNumber: 0 });
  const fetchNumber = useRef(0);
  const fetchPage = (order: SortOrder, page: number): void => {
    fetchNumber.current += 1;
    const number = fetchNumber.current;
    const fail = (refusal: RefusalParts | undefined): void => {
      dispatch({ type: 'failed', fetchNumber: number });
      if (number === fetchNumber.current) onFailed(refusal);
    };
    dispatch({ type: 'asked', fetchNumber: number, order, page });
    askFor(listQuery(kind, order, page, from)).then(
      ({ reply, items }) => {
        const { code, pagecount } = reply;
        if (code !== 200 || items === undefined) return fail(reply);
        dispatch({
          type: 'arrived',
          fetchNumber: number,
          items,
          page,
          pageCount: pagecount ?? page,
        });
      },
      () => fail(undefined),
    );
  };
  return { pages, fetchPage };
}
