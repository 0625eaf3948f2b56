'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { rowNow } from '#components/bots/row-query.ts';
import { closeAccountOf } from '#components/bots/terminate/close-leg.ts';
import { fetchOk } from '#lib/client/use-call.ts';
import type { EndObstacle } from '#lib/contract/protection-words.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { asksForSpread, isSpreadTooHigh, type PlannedEnd, stateObstacle, type Wanted, wayOf } from './plan.ts';

/** Bots that are asked about at the same time. */
const AT_ONCE = 4;
/** M-153: what is older is not sent. */
const TIMEOUT_MS = 60_000;

async function plannedEnd(bot: StrategyRow, wanted: Wanted): Promise<PlannedEnd> {
  const way = { bot, ...wayOf(bot, wanted), isOld: false };
  const stopped = stateObstacle(bot);
  if (stopped !== null) return { ...way, preview: null, obstacle: stopped };
  const of = { strategy_id: String(bot.strategy_id), strategy_type: bot.strategy_type };
  try {
    if (asksForSpread(bot, way.type)) {
      const query = { ...of, account: closeAccountOf(bot), market: bot.market };
      const prices = await fetchOk('enquiryPrice', { query });
      if (isSpreadTooHigh(prices.data)) return { ...way, preview: null, obstacle: 'spread' };
    }
    const { data } = await fetchOk('closePreview', { query: { ...of, type: way.type } });
    if (data !== undefined && 'returns' in data) return { ...way, preview: data, obstacle: null };
  } catch {
    // What stands against it is asked.
  }
  return { ...way, preview: null, obstacle: await obstacleNow(bot) };
}

/** Why nothing is known of a bot's end: it may have ended since it was chosen. */
async function obstacleNow(bot: StrategyRow): Promise<EndObstacle> {
  const now = await rowNow(bot);
  return (now === undefined ? null : stateObstacle(now)) ?? 'unknown';
}

const NONE: ReadonlySet<number> = new Set();

/** One plan for the end of many bots, bot by bot in their order, as the exchange tells it. */
export function useEndPlan(bots: readonly StrategyRow[], wanted: Wanted) {
  const [ends, setEnds] = useState<readonly PlannedEnd[] | null>(null);
  const [asked, setAsked] = useState<ReadonlySet<number>>(NONE);
  const latest = useRef(0);
  const timers = useRef<readonly ReturnType<typeof setTimeout>[]>([]);
  const stop = useCallback((): void => {
    latest.current += 1;
    for (const timer of timers.current) clearTimeout(timer);
    timers.current = [];
  }, []);
  /** Plans the ends of these anew; those of the others stay as they are. */
  const renew = useCallback(
    async (some: readonly StrategyRow[]): Promise<void> => {
      latest.current += 1;
      const question = latest.current;
      setAsked(new Set(some.map(({ strategy_id }) => strategy_id)));
      const planned = new Map<number, PlannedEnd>();
      for (let from = 0; from < some.length; from += AT_ONCE) {
        const answers = some.slice(from, from + AT_ONCE).map((bot) => plannedEnd(bot, wanted));
        for (const end of await Promise.all(answers)) planned.set(end.bot.strategy_id, end);
        if (latest.current !== question) return;
      }
      setEnds((before) => before?.map((end) => planned.get(end.bot.strategy_id) ?? end) ?? [...planned.values()]);
      setAsked(NONE);
      // Each plan has its own age: those that stayed as they were are as old as they were.
      const age = (end: PlannedEnd): PlannedEnd =>
        planned.get(end.bot.strategy_id) === end ? { ...end, isOld: true } : end;
      const grow = setTimeout(() => setEnds((now) => now?.map(age) ?? null), TIMEOUT_MS);
      timers.current = [...timers.current, grow];
    },
    [wanted],
  );
  useEffect(() => {
    setEnds(null);
    void renew(bots);
    return stop;
  }, [bots, renew, stop]);
  return { ends, asked, renew };
}
