'use client';

import { useEffect, useRef, useState } from 'react';
import { callUrl } from '#lib/client/call.ts';
import { type Staleness, useStalenessOf } from '#lib/client/live-lines.ts';
import { type InstrumentRow, instrumentQuery } from '#lib/client/market-rows.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';

export type Ticker = NonNullable<ReplyOf<'tickers'>['data']>[number];

const REFRESH_MS = 1_000;

/** The market's ticker, every second while the tab is looked at. `staleness`: the figures are those of an earlier answer. */
export function useTicker(
  instrument: Pick<InstrumentRow, 'market' | 'type'>,
  initial?: Ticker,
): { readonly ticker: Ticker | undefined; readonly staleness: Staleness | null } {
  const input = { query: instrumentQuery(instrument) };
  const { data } = useCall('tickers', input, {
    refreshInterval: REFRESH_MS,
    dedupingInterval: REFRESH_MS / 2,
    ...(initial === undefined ? {} : { fallbackData: { code: 200, message: '', data: [initial] } }),
  });
  const staleness = useStalenessOf(callUrl('tickers', input));
  return { ticker: data?.data?.find((row) => row.market === instrument.market), staleness };
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
