'use client';

import { useAtomValue } from 'jotai';
import { botsViewAtom, FAST_MODE_MS, watchBotsCalmly } from '#lib/client/bots-view.ts';
import { callUrl } from '#lib/client/call.ts';
import { type Staleness, useStalenessOf } from '#lib/client/live-lines.ts';
import { useAskedAnew } from '#lib/client/use-asked-anew.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { isInTransition } from './bot-state.ts';

/** M-019. */
export const BOTS_PAGE_SIZE = 20;
/** M-169. */
const SLOW_MS = 10_000;
const FAST_MS = 2_000;
/** A bot that was just created may not be in the first answer: fast mode lasts at least this long. */
const LEAST_FAST_MS = 10_000;

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
  const { fastUntilMs, refreshToken } = useAtomValue(botsViewAtom);
  const query = { strategy_type: kind, status, page, page_size: BOTS_PAGE_SIZE, ...(sort === '' ? {} : { sort }) };
  const { data, error, isLoading, mutate } = useCall('strategies', isOn ? { query } : null, {
    refreshInterval: fastUntilMs === null ? SLOW_MS : FAST_MS,
    // The calm-down rule needs the fresh rows, also while the trader looks at another window.
    onSuccess: (reply) => {
      if (fastUntilMs === null || status !== 'running') return;
      const hasSettled = !(reply.data ?? []).some(isInTransition);
      const calmFromMs = hasSettled ? fastUntilMs - FAST_MODE_MS + LEAST_FAST_MS : fastUntilMs;
      if (Date.now() >= calmFromMs) watchBotsCalmly();
    },
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
