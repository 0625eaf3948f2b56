'use client';

import { useCallback, useEffect, useState } from 'react';
import { closeAccountOf } from '#components/bots/terminate/close-leg.ts';
import { fetchOk } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { asksForSpread, isSpreadTooHigh, type PlannedEnd, stateObstacle, type Wanted, wayOf } from './plan.ts';

/** Bots that are asked about at the same time. */
const AT_ONCE = 4;
/** M-153: what is older is not sent. */
const TIMEOUT_MS = 60_000;

async function plannedEnd(bot: StrategyRow, wanted: Wanted): Promise<PlannedEnd> {
  const way = { bot, ...wayOf(bot, wanted) };
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
    return data === undefined || !('returns' in data)
      ? { ...way, preview: null, obstacle: 'unknown' }
      : { ...way, preview: data, obstacle: null };
  } catch {
    return { ...way, preview: null, obstacle: 'unknown' };
  }
}

/** One plan for the end of many bots, bot by bot in their order, as the exchange tells it; and whether it is too old to be sent. */
export function useEndPlan(bots: readonly StrategyRow[], wanted: Wanted) {
  const [ends, setEnds] = useState<readonly PlannedEnd[] | null>(null);
  const [isOld, setIsOld] = useState(false);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks anew
  useEffect(() => {
    let isWanted = true;
    setEnds(null);
    setIsOld(false);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const planned: PlannedEnd[] = [];
      for (let from = 0; from < bots.length && isWanted; from += AT_ONCE) {
        planned.push(...(await Promise.all(bots.slice(from, from + AT_ONCE).map((bot) => plannedEnd(bot, wanted)))));
      }
      if (!isWanted) return;
      setEnds(planned);
      timer = setTimeout(() => setIsOld(true), TIMEOUT_MS);
    };
    void ask();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [bots, wanted, turn]);
  return { ends, isOld, again: useCallback(() => setTurn((before) => before + 1), []) };
}
