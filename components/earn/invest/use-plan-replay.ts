'use client';

import { useRef, useState } from 'react';
import { isOutage, NoAnswer, Refused } from '#lib/client/failures.ts';
import { fetchOk } from '#lib/client/use-call.ts';
import type { QueryOf } from '#lib/contract/contract.ts';
import { type PlanReplay, type ReplayedCoin, type ReplayTerms, replayPlan } from '#lib/formulas/plan-replay.ts';
import { monthsLater } from '#lib/formulas/schedule.ts';
import { inParallel } from '#lib/limits/in-parallel.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { PORTFOLIO_QUOTE } from '#lib/strategies/portfolio/coins.ts';
import { DAY_MS, DAY_SECONDS } from '#lib/time/durations.ts';

/** Days of one question: what an exchange that has not looked at them yet puts together in a second or two. */
const DAYS_AT_ONCE = 183;
/** The page's own polling needs some of the connections. */
const PARALLEL = 3;
/** How often a stretch is asked for that does not come in time. */
const TRIES = 3;

export const REPLAY_YEARS = ['1', '3', '5'] as const;
export type ReplayYears = (typeof REPLAY_YEARS)[number];

export interface ReplayedPlan extends ReplayTerms {
  /** Shares are 1e-8. */
  readonly coins: readonly ({ readonly asset: string } & Pick<ReplayedCoin, 'shareE8' | 'market'>)[];
}

type State =
  | { readonly state: 'idle' }
  | { readonly state: 'loading'; readonly done: number; readonly of: number }
  | { readonly state: 'failed' }
  /** `fromMs`: where it was to begin; null: the exchange knows no day that all of its coins have. */
  | { readonly state: 'ready'; readonly replay: PlanReplay | null; readonly fromMs: number };

interface Stretch {
  readonly asset: string;
  readonly from: number;
  readonly to: number;
}

/** Past days of a plan's coins, read when somebody asks for it; of what was asked before nothing is shown. */
export function usePlanReplay() {
  const [state, setState] = useState<State>({ state: 'idle' });
  const turn = useRef(0);

  const run = async (plan: ReplayedPlan, years: ReplayYears, nowMs: number): Promise<void> => {
    turn.current += 1;
    const own = turn.current;
    const untilMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
    const fromMs = monthsLater(untilMs, -12 * Number(years));
    const stretches = plan.coins.flatMap(({ asset }) => stretchesOf(asset, fromMs / 1_000, untilMs / 1_000));
    let done = 0;
    const show = (next: State): void => {
      if (turn.current === own) setState(next);
    };
    show({ state: 'loading', done, of: stretches.length });
    try {
      const read = await inParallel(stretches, PARALLEL, async ({ asset, from, to }) => {
        const query = { market: `${asset}_${PORTFOLIO_QUOTE}`, period: '1d' as const, from, to };
        const candles = await candlesOf(query);
        done += 1;
        show({ state: 'loading', done, of: stretches.length });
        return { asset, candles };
      });
      const coins = plan.coins.map(({ asset, ...coin }): ReplayedCoin => {
        const candles = read.filter((one) => one.asset === asset).flatMap((one) => one.candles);
        const opens = new Map(candles.map(([time, open]) => [time * 1_000, parseAmount(open) ?? 0n]));
        return { ...coin, opens, last: parseAmount(candles.at(-1)?.[4] ?? '') ?? 0n };
      });
      show({ state: 'ready', replay: replayPlan(coins, plan, fromMs, untilMs), fromMs });
    } catch (error) {
      if (!(error instanceof NoAnswer || error instanceof Refused)) throw error;
      show({ state: 'failed' });
    }
  };

  return { state, run };
}

/** What an exchange has not put together in time it goes on with, and the next question finds it there. Who asks for patience is not asked again. */
async function candlesOf(query: QueryOf<'candles'>) {
  for (let tried = 1; ; tried += 1) {
    try {
      return (await fetchOk('candles', { query })).data ?? [];
    } catch (error) {
      const isLate = error instanceof NoAnswer || (error instanceof Refused && isOutage(error.code));
      if (!isLate || error.retryAfterMs > 0 || tried === TRIES) throw error;
    }
  }
}

function stretchesOf(asset: string, fromS: number, toS: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (let from = fromS; from < toS; from += DAYS_AT_ONCE * DAY_SECONDS)
    stretches.push({ asset, from, to: Math.min(toS, from + DAYS_AT_ONCE * DAY_SECONDS) });
  return stretches;
}
