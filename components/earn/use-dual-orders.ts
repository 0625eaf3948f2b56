'use client';

import { useAtomValue } from 'jotai';
import { botsViewAtom } from '#lib/client/bots-view.ts';
import { callUrl } from '#lib/client/call.ts';
import { useStalenessOf } from '#lib/client/live-lines.ts';
import { useAskedAnew } from '#lib/client/use-asked-anew.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useListPace } from '#lib/client/use-list-pace.ts';
import type { DualList } from '#lib/contract/dual-words.ts';
import type { DualType } from '#lib/formulas/dual-outcome.ts';

/** E-073. */
const PAGE_SIZE = 20;

/** The session's orders of one type, refreshed every 10 s, or every 2 s after an action, as bots are (E-148). */
export function useDualOrders(type: DualType, status: DualList, page: number, isOn: boolean) {
  const { refreshToken } = useAtomValue(botsViewAtom);
  const { refreshInterval, heard } = useListPace();
  const query = { type, status, page, page_size: PAGE_SIZE };
  const { data, error, isLoading, mutate } = useCall('dualOrders', isOn ? { query } : null, {
    refreshInterval,
    onSuccess: (reply) => {
      const hasSettled = (reply.data?.data ?? []).every((row) => row.status !== 'SETTLEMENT_PROCESSING');
      heard(status === 'PROCESSING' && hasSettled);
    },
  });
  const staleness = useStalenessOf(isOn ? callUrl('dualOrders', { query }) : null);
  useAskedAnew(refreshToken, isOn, mutate);
  const total = data?.data?.total;
  return {
    rows: data?.data?.data,
    isLoading,
    error,
    staleness: data === undefined ? null : staleness,
    pages: total === undefined ? undefined : Math.ceil(total / PAGE_SIZE),
  };
}
