import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { definitionOf, RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { loadBacktests } from '#server/exchange/backtests/backtest-book.ts';
import { type BacktestEntry, isOver } from '#server/exchange/backtests/backtest-entry.ts';
import { startBacktests } from '#server/exchange/backtests/backtest-runner.ts';
import type { StoredPayload } from '#server/exchange/bots/bot-record.ts';
import { KIND_CASES } from '../unit/strategies-kind-cases.ts';
import { type LiveExchange, lateness, TICK_MS, withLiveExchange } from './support/live-exchange.ts';

const YEAR_MS = 365 * 86_400_000;
const MINUTE_MS = 60_000;
const WARM_MS = 2_000;
const CALM_MS = 8_000;
const QUEUED = 50;
const TRADERS = 5;
const WORLD = { bots: 60, days: 3 };

/** The runner as the exchange has it, and a way to ask it without HTTP. */
async function desk({ parts, exchange }: LiveExchange) {
  const book = await loadBacktests(parts.store);
  const runner = startBacktests({ ...parts, jobs: exchange.jobs }, book);
  const endMs = Math.floor(parts.clock.nowMs() / MINUTE_MS) * MINUTE_MS;
  return {
    runner,
    ask(kind: RunnableKind, ownerId: number): Promise<BacktestEntry> {
      const { spec, good } = KIND_CASES[kind];
      // The form's cases are around 60,000: a range that a year of the simulated market may leave.
      const payload = definitionOf(kind).encode(good, spec) as StoredPayload;
      const entry: BacktestEntry = {
        id: book.nextId(),
        ownerId,
        kind,
        payload,
        market: spec.market,
        createMs: endMs,
        beginMs: endMs - YEAR_MS,
        endMs,
        status: 'queued',
        reason: '',
        figures: null,
      };
      return parts.sequencer.submit((tx) => {
        book.put(tx, entry);
        tx.afterCommit(runner.wake);
        return entry;
      });
    },
    async done({ id }: BacktestEntry): Promise<BacktestEntry> {
      for (;;) {
        const entry = book.get(id);
        if (entry !== undefined && isOver(entry)) return entry;
        await delay(5);
      }
    },
    waiting: () => [...book.queued()].length,
  };
}

/** From the click to the stored result, a year of each kind; the first of a market generates its year, the second finds it. */
function yearOfEachKind(): Promise<Record<string, unknown>> {
  return withLiveExchange(WORLD, async (live) => {
    const { ask, done } = await desk(live);
    const ms: Record<string, number> = {};
    let slowest = 0;
    for (const kind of RUNNABLE_KINDS) {
      const begun = performance.now();
      const entry = await done(await ask(kind, 1));
      if (entry.status !== 'stopped') throw new Error(`${kind}: ${entry.reason}`);
      ms[kind] = Math.round(performance.now() - begun);
      slowest = Math.max(slowest, ms[kind]);
    }
    return { size: 'a year of minutes each', seconds: slowest / 1000, ms, target: 'each ≤ 2,000 ms' };
  });
}

/** Ticks of a live exchange, first alone, then while fifty backtests of five traders wait and run. */
function fiftyInTurn(): Promise<Record<string, unknown>> {
  return withLiveExchange(WORLD, async (live) => {
    const { exchange } = live;
    await lateness(exchange, WARM_MS);
    const calm = await lateness(exchange, CALM_MS);
    const { ask, done, waiting } = await desk(live);
    const kinds = ['spot_grid', 'martingale', 'futures_grid', 'boll', 'smart-position'] as const;
    const begun = performance.now();
    const entries = await Promise.all(
      Array.from({ length: QUEUED }, (_, i) => ask(kinds[i % kinds.length] as RunnableKind, i % TRADERS)),
    );
    let isDone = false;
    const all = Promise.all(entries.map(done)).then((ended) => {
      isDone = true;
      return ended;
    });
    const busy = await lateness(exchange, 600_000, () => isDone);
    const ended = await all;
    const seconds = (performance.now() - begun) / 1000;
    return {
      size: `${QUEUED} backtests of a year, ${TRADERS} traders, ${WORLD.bots} bots, a tick every ${TICK_MS} ms`,
      seconds,
      finished: ended.filter(({ status }) => status === 'stopped').length,
      stillWaiting: waiting(),
      calmWorstMs: Math.round(calm.worst),
      worstMs: Math.round(busy.worst),
      p99Ms: Math.round(busy.p99),
      addedMs: Math.max(0, Math.round(busy.worst - calm.worst)),
      target: 'ticks ≤ 250 ms later than without backtests',
    };
  });
}

export const benches = [
  { name: 'backtest-year-of-each-kind', run: yearOfEachKind },
  { name: 'backtests-fifty-queued', run: fiftyInTurn },
] as const;
