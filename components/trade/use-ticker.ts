'use client';

import { useEffect, useRef, useState } from 'react';
import { type InstrumentRow, instrumentQuery } from '#lib/client/market-rows.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';

export type Ticker = NonNullable<ReplyOf<'tickers'>['data']>[number];

const REFRESH_MS = 1_000;

/** The market's ticker, every second while the tab is looked at. `isStale`: the last attempt failed, older figures are shown. */
export function useTicker(
  instrument: Pick<InstrumentRow, 'market' | 'type'>,
  initial?: Ticker,
): { readonly ticker: Ticker | undefined; readonly isStale: boolean } {
  const { data, error } = useCall(
    'tickers',
    { query: instrumentQuery(instrument) },
    {
      refreshInterval: REFRESH_MS,
      dedupingInterval: REFRESH_MS / 2,
      ...(initial === undefined ? {} : { fallbackData: { code: 200, message: '', data: [initial] } }),
    },
  );
  return { ticker: data?.data?.find((row) => row.market === instrument.market), isStale: error !== undefined };
}

/** Which way the last change of a price went; 'flat' until it changes. */
export function useMove(price: string | undefined): 'up' | 'down' | 'flat' {
  const before = useRef(price);
  const [move, setMove] = useState<'up' | 'down' | 'flat'>('flat');
  useEffect(() => {
    const previous = before.current;
    before.current = price;
    if (previous === undefined || price === undefined || previous === price) return;
    setMove(Number(price) > Number(previous) ? 'up' : 'down');
  }, [price]);
  return move;
}
