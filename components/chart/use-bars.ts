'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { callUrl } from '#lib/client/call.ts';
import { Refused } from '#lib/client/failures.ts';
import { type Staleness, useStalenessOf } from '#lib/client/live-lines.ts';
import { type InstrumentRow, instrumentQuery } from '#lib/client/market-rows.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { CODE, isOutage } from '#lib/contract/vocabulary.ts';
import type { Bar } from './mount-chart.ts';
import { type ChartSpan, loadedSpan, type Period, secondsOf } from './periods.ts';

/** Bars of one page: three screens, so that a phone has drawn them soon; the rest comes by scrolling. */
const PAGE = 360;
/** The call gives no more at once. A tab that slept gets that much of what it missed, the rest by scrolling. */
const MOST_BARS = 1_500;
const REFRESH_MS = 1_500;

type Candle = NonNullable<ReplyOf<'candles'>['data']>[number];

export function barOf([time, open, high, low, close, volume]: Candle): Bar {
  return {
    time,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  };
}

/** Older bars, then those of a later read: where both know a bar, the later read is right. */
export function mergeBars(older: readonly Bar[], newer: readonly Bar[]): readonly Bar[] {
  const first = newer[0];
  if (first === undefined) return older;
  return [...older.filter((bar) => bar.time < first.time), ...newer];
}

export interface Bars {
  readonly bars: readonly Bar[];
  /** Bars up to here were replaced as a whole when `revision` grew; otherwise only the newest changed. */
  readonly revision: number;
  /** not-offered: the exchange has no candles. */
  readonly state: 'loading' | 'ready' | 'stale' | 'failed' | 'not-offered';
  /** Set when the bars are those of an earlier answer. */
  readonly staleness: Staleness | null;
  readonly loadOlder: () => void;
}

function stateWithoutBars(error: unknown, hasAnswer: boolean): Bars['state'] {
  if (error instanceof Refused && error.code === CODE.unknown) return 'not-offered';
  if (error !== undefined) return 'failed';
  return hasAnswer ? 'ready' : 'loading';
}

/**
 * Candles of a market and period: a page at first, then only from the newest known bar on, older pages on demand.
 * Of a span first what lies in it, and where it has an end nothing that comes after. Give the component that uses it a key of market
 * and period: the bars of another period never mix in.
 */
export function useBars(
  instrument: Pick<InstrumentRow, 'market' | 'type'>,
  period: Period,
  span: ChartSpan | null = null,
): Bars {
  const length = secondsOf(period);
  const [{ start, end }] = useState(() => {
    const nowS = Date.now() / 1000;
    if (span !== null) return loadedSpan(span, length, nowS, MOST_BARS);
    return { start: Math.floor(nowS / length) * length - PAGE * length, end: null };
  });
  const [bars, setBars] = useState<readonly Bar[]>([]);
  const [revision, setRevision] = useState(0);
  const hasAll = useRef(false);
  const from = bars.at(-1)?.time ?? start;
  const to = Math.min(from + MOST_BARS * length, end ?? Number.POSITIVE_INFINITY);
  const input = { query: { ...instrumentQuery(instrument), period, from, to } };
  const { data, error } = useCall('candles', input, {
    refreshInterval: end === null ? REFRESH_MS : 0,
    dedupingInterval: REFRESH_MS / 2,
    keepPreviousData: false,
  });
  const staleness = useStalenessOf(callUrl('candles', input));
  useEffect(() => {
    const page = data?.data;
    if (page === undefined || page.length === 0) return;
    setBars((known) => mergeBars(known, page.map(barOf)));
    if (page.length > 2) setRevision((before) => before + 1);
  }, [data]);
  const oldest = bars[0]?.time;
  // The oldest bar that older ones are wanted of; asked like every live call, so that a bad reply is said and made good (D1).
  const [olderThan, setOlderThan] = useState<number | null>(null);
  const older = useCall(
    'candles',
    olderThan === null
      ? null
      : {
          query: {
            ...instrumentQuery(instrument),
            period,
            from: Math.max(0, olderThan - PAGE * length),
            to: olderThan,
          },
        },
    { keepPreviousData: false, revalidateOnFocus: false },
  );
  useEffect(() => {
    const page = older.data?.data;
    if (page === undefined) return;
    if (page.length === 0) hasAll.current = true;
    setBars((known) => mergeBars(page.map(barOf), known));
    setRevision((before) => before + 1);
    setOlderThan(null);
  }, [older.data]);
  const isOlderRefused = older.error instanceof Refused && !isOutage(older.error.code);
  const { mutate: askOlder } = older;
  const loadOlder = useCallback(() => {
    if (oldest === undefined || hasAll.current) return;
    setOlderThan(oldest);
    // A refusal is not asked again by itself: scrolling on does.
    if (isOlderRefused) void askOlder();
  }, [oldest, isOlderRefused, askOlder]);
  const state =
    bars.length === 0 ? stateWithoutBars(error, data !== undefined) : staleness === null ? 'ready' : 'stale';
  return { bars, revision, state, staleness, loadOlder };
}
