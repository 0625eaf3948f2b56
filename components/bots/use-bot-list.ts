'use client';

import { useAtomValue } from 'jotai';
import { botsViewAtom } from '#lib/client/bots-view.ts';
import { callUrl } from '#lib/client/call.ts';
import { type Staleness, useStalenessOf } from '#lib/client/live-lines.ts';
import { useAskedAnew } from '#lib/client/use-asked-anew.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useListPace } from '#lib/client/use-list-pace.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { isInTransition } from './bot-state.ts';

/** M-019. */
export const BOTS_PAGE_SIZE = 20;

export interface BotList {
  /** Undefined while the first load runs. */
  readonly rows: readonly StrategyRow[] | undefined;
  /** Set when the rows are those of an earlier answer. */
  readonly staleness: Staleness | null;
  /** The first load of this question runs; the rows may be those of the one before. */
  readonly isLoading: boolean;
  /** What the newest load failed with. */
  readonly error: unknown;
  readonly pages: number | undefined;
  readonly refresh: () => void;
}

/** The session's bots of one kind, refreshed every 10 s, or every 2 s after an action until every row has settled (M-169, H30). */
export function useBotList(
  kind: RunnableKind,
  status: 'running' | 'finished',
  page: number,
  isOn: boolean,
  sort = '',
): BotList {
  const { refreshToken } = useAtomValue(botsViewAtom);
  const { refreshInterval, heard } = useListPace();
  const query = { strategy_type: kind, status, page, page_size: BOTS_PAGE_SIZE, ...(sort === '' ? {} : { sort }) };
  const { data, error, isLoading, mutate } = useCall('strategies', isOn ? { query } : null, {
    refreshInterval,
    // The calm-down rule needs the fresh rows, also while the trader looks at another window.
    onSuccess: (reply) => heard(status === 'running' && !(reply.data ?? []).some(isInTransition)),
  });
  const staleness = useStalenessOf(isOn ? callUrl('strategies', { query }) : null);
  useAskedAnew(refreshToken, isOn, mutate);
  return {
    // H55: rows that were there stay, with their age: they are old, not gone.
    rows: data?.data,
    isLoading,
    error,
    staleness: data === undefined ? null : staleness,
    pages: data?.pagecount,
    refresh: () => void mutate(),
  };
}
