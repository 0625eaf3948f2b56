import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { threadMs } from '#server/exchange/surroundings/turn-time.ts';
import { type LiveExchange, withExchangeOn } from './support/live-exchange.ts';
import { storeOfGrids } from './support/many-grids.ts';

const BOTS = Number(process.env.BENCH_BOTS ?? 100_000);
const BEGIN_MS = Date.UTC(2026, 4, 20, 12);
/** Longer than a look at all bots takes. */
const STRETCH_MS = 150_000;
/** An answer is to be there in so many ms, and keeping the ranks may take so much of the exchange's thread (issue 11). */
const LONGEST_ANSWER_MS = 20;
const MOST_SHARE = 0.01;

const ORDERS = ['default', 'rate', 'year_pft_rate', 'adj_sharp_rate'] as const;

/** Visitors of every list, ten a second: what each answer took of the thread, and until it was there, ms. */
async function visitors({ exchange }: LiveExchange, nowMs: () => number) {
  const [worked, waited]: [number[], number[]] = [[], []];
  const began = performance.now();
  for (let asked = 0; performance.now() - began < STRETCH_MS; asked += 1) {
    await delay(Math.max(0, began + asked * 100 - performance.now()));
    const query = {
      ...{ strategy_type: asked % 3 === 0 ? 'spot_grid' : 'all', order_by: ORDERS[asked % ORDERS.length] },
      ...{ params_open_type: asked % 5 === 0 ? '1' : '0', page: 1 + (asked % 50), page_size: 20 },
    };
    const [at, before] = [performance.now(), threadMs()];
    await exchange.handlers.recommendList({ query, nowMs: nowMs(), user: null } as never);
    waited.push(performance.now() - at);
    worked.push(threadMs() - before);
  }
  return { worked, waited };
}

async function ticks({ exchange }: LiveExchange): Promise<void> {
  const began = performance.now();
  for (let due = began; due < began + STRETCH_MS; due += 1_000) {
    await delay(Math.max(0, due - performance.now()));
    await exchange.tick();
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1));
}

async function ranking(): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-ranking-'));
  const feed = createSimulatedFeed({ seed: 'bench' });
  try {
    await storeOfGrids(dataDir, feed, BOTS, BEGIN_MS - (BOTS / 500) * 1_000, { isOld: true, owners: 2_000 });
    let beganAt = performance.now();
    const nowMs = () => BEGIN_MS + Math.floor(performance.now() - beganAt);
    return await withExchangeOn({ dataDir, feed, clock: { nowMs } }, async (live) => {
      beganAt = performance.now();
      await live.exchange.tick();
      const first = performance.now();
      const query = { strategy_type: 'all', page: 1, page_size: 20 };
      await live.exchange.handlers.recommendList({ query, nowMs: nowMs(), user: null } as never);
      const firstMs = performance.now() - first;
      const [began, kept, looks] = [performance.now(), live.exchange.upkeep.workedMs, live.exchange.upkeep.done];
      const [{ worked, waited }] = await Promise.all([visitors(live, nowMs), ticks(live)]);
      const share = (live.exchange.upkeep.workedMs - kept) / (performance.now() - began);
      const answer = { worked: percentile(worked, 0.99), waited: percentile(waited, 0.99) };
      return {
        size: `${BOTS} public bots of 2,000 providers, a tick a second, ten lists a second`,
        firstLookMs: Math.round(firstMs),
        looks: live.exchange.upkeep.done - looks,
        lookMs: Number(((live.exchange.upkeep.workedMs - kept) / (live.exchange.upkeep.done - looks)).toFixed(0)),
        answerP50: { worked: percentile(worked, 0.5), waited: percentile(waited, 0.5) },
        answerP99: answer,
        upkeepShare: Number(share.toFixed(4)),
        tooLong: [...(answer.waited > LONGEST_ANSWER_MS ? ['answer'] : []), ...(share > MOST_SHARE ? ['upkeep'] : [])],
      };
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'ranking', run: ranking }];
