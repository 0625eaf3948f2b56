'use client';

import { useEffect, useId, useState } from 'react';
import { callUrl } from '#lib/client/call.ts';
import { Refused } from '#lib/client/failures.ts';
import { fetchOk, useCall, useLive } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { isEnded } from '../bot-state.ts';
import { type Fill, isTornFrom, mergeFills } from './bot-fills.ts';

const PAGE = 100;
/** Marks of more fills than this cover each other, and the page would carry them all. */
const MOST_PAGES = 20;
const REFRESH_MS = 10_000;

export interface BotFills {
  /** Newest first. */
  readonly fills: readonly Fill[];
  /** hidden: its owner keeps them; by-day: only days and sides may be seen. */
  readonly state: 'loading' | 'ready' | 'failed' | 'hidden' | 'by-day';
}

interface Known {
  readonly fills: readonly Fill[];
  /** Pages that were read. */
  readonly depth: number;
  /** How often it was begun anew: pages that were read before have moved on since. */
  readonly turn: number;
}

const NOTHING: Known = { fills: [], depth: 0, turn: 0 };

/**
 * The fills of a bot back to a time (seconds; undefined: not asked yet): the newest page is a live call that the event stream carries, older ones are read one
 * after the other. Give the component that uses it a key of the bot: the fills of another never mix in.
 */
export function useBotFills(bot: StrategyRow, sinceS: number | undefined): BotFills {
  const id = String(bot.strategy_id);
  const asked = (page: number) => ({
    path: { id },
    query: { strategyId: id, page, page_size: PAGE, status: 'finished' as const },
  });
  const [{ fills, depth, turn }, setKnown] = useState<Known>(NOTHING);
  const newest = useCall('tradeRecords', asked(1), { refreshInterval: isEnded(bot) ? 0 : REFRESH_MS });
  const pages = newest.data?.pagecount ?? 1;
  useEffect(() => {
    const page: readonly Fill[] | undefined = newest.data?.data?.orders;
    if (page === undefined) return;
    setKnown((known) => {
      // What is missing between is read again from here on.
      const before = isTornFrom(known.fills, page, pages <= 1) ? { ...NOTHING, turn: known.turn + 1 } : known;
      return { ...before, fills: mergeFills(before.fills, page), depth: Math.max(1, before.depth) };
    });
  }, [newest.data, pages]);
  const oldest = fills.at(-1)?.finish_time;
  const isShort = sinceS !== undefined && oldest !== undefined && oldest >= sinceS;
  const isDeeper = depth > 0 && depth < Math.min(pages, MOST_PAGES) && isShort;
  const self = useId();
  const page = asked(depth + 1);
  // Under a key of its own: a page that was read by an earlier look holds other fills than this one.
  const older = useLive(
    isDeeper ? `${callUrl('tradeRecords', page)}#${self}${turn}` : null,
    () => fetchOk('tradeRecords', page),
    { keepPreviousData: false, revalidateOnFocus: false },
  );
  useEffect(() => {
    const page: readonly Fill[] | undefined = older.data?.data?.orders;
    if (page === undefined) return;
    setKnown((known) => ({ ...known, fills: mergeFills(known.fills, page), depth: known.depth + 1 }));
  }, [older.data]);
  return { fills, state: stateOf(newest.error, newest.data !== undefined, fills) };
}

function stateOf(error: unknown, hasAnswer: boolean, fills: readonly Fill[]): BotFills['state'] {
  if (error instanceof Refused && error.code === CODE.forbidden) return 'hidden';
  if (fills.length > 0) return fills.every(({ match_price }) => match_price === '-') ? 'by-day' : 'ready';
  if (error !== undefined) return 'failed';
  return hasAnswer ? 'ready' : 'loading';
}
