'use client';

import { useAtomValue } from 'jotai';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { botsViewAtom } from '#lib/client/bots-view.ts';
import { callUrl } from '#lib/client/call.ts';
import { Refused } from '#lib/client/failures.ts';
import { type Staleness, useStalenessOf } from '#lib/client/live-lines.ts';
import { toast } from '#lib/client/toasts.ts';
import { useAskedAnew } from '#lib/client/use-asked-anew.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useListPace } from '#lib/client/use-list-pace.ts';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';

/** E-268. */
export const BACKTESTS_PAGE_SIZE = 20;

export interface BacktestCounts {
  readonly running: number;
  readonly stopped: number;
  readonly abnormal: number;
  readonly total: number;
}

export interface BacktestList {
  /** Undefined while the first load runs. */
  readonly rows: readonly BacktestRecord[] | undefined;
  /** The first load of this question runs; the rows may be those of the one before. */
  readonly isLoading: boolean;
  /** What the newest load failed with. */
  readonly error: unknown;
  /** Set when the rows are those of an earlier answer. */
  readonly staleness: Staleness | null;
  readonly pages: number | undefined;
  readonly counts: BacktestCounts | undefined;
  readonly refresh: () => void;
}

/** The session's backtests of one kind (null: of all), refreshed every 10 s, every 2 s while the fast timer is on (E-147). */
export function useBacktestList(kind: RunnableKind | null, page: number, isOn: boolean): BacktestList {
  const t = useTranslations('backtests.list');
  const { refreshToken } = useAtomValue(botsViewAtom);
  const { refreshInterval, heard } = useListPace();
  const ofKind = kind === null ? {} : { strategy_type: kind };
  const query = { ...ofKind, status: 'all' as const, page, page_size: BACKTESTS_PAGE_SIZE };
  const list = useCall('backtests', isOn ? { query } : null, {
    refreshInterval,
    onSuccess: (reply) => heard(!(reply.data ?? []).some(({ status }) => status === 'running')),
  });
  const isCountMissing = useRef(false);
  const counts = useCall('backtestCount', isOn ? { query: ofKind } : null, {
    refreshInterval,
    onSuccess: () => {
      isCountMissing.current = false;
    },
    // Asked again until it comes; said once, and to nobody whose session has ended meanwhile (E-310).
    onError: (error) => {
      if (error instanceof Refused && error.code === CODE.loginRequired) return;
      if (!isCountMissing.current) toast('warning', t('countFailed'));
      isCountMissing.current = true;
    },
  });
  const staleness = useStalenessOf(isOn ? callUrl('backtests', { query }) : null);
  const { mutate } = list;
  const { mutate: recount } = counts;
  useAskedAnew(refreshToken, isOn, () => {
    void mutate();
    void recount();
  });
  return {
    rows: list.data?.data,
    isLoading: list.isLoading,
    error: list.error,
    staleness: list.data === undefined ? null : staleness,
    pages: list.data?.pagecount,
    counts: counts.data?.data,
    refresh: () => {
      void mutate();
      void recount();
    },
  };
}
