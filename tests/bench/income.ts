import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { countingTurns } from '#server/exchange/surroundings/turn-time.ts';
import { type LiveExchange, withExchangeOn } from './support/live-exchange.ts';
import { storeOfGrids } from './support/many-grids.ts';

const BOTS = 500;
const DAYS = 5 * 365 + 1;
const NOW_MS = Date.UTC(2026, 4, 20, 12);
/** Until everything that the page of all types shows is there (issue 12). */
const LONGEST_PAGE_MS = 150;
const PAGE_SIZE = 200;

/** What the page asks for: figures, every page of the line, the bars. Ms until all of it is there, and of the exchange's thread. */
async function page({ exchange }: LiveExchange, userId: number, nowMs: number) {
  const began = performance.now();
  const request = (query: object) => ({ query, nowMs, user: { id: userId } }) as never;
  const strategy_type = 'all';
  const days = await countingTurns(async (ms) => {
    const rest = Promise.all([
      exchange.handlers.userProfit(request({ strategy_type })),
      exchange.handlers.dailyProfit(request({ strategy_type, interval: '30' })),
    ]);
    let told = 0;
    for (let page = 1; ; page += 1) {
      const query = { strategy_type, interval: 'all', page, page_size: PAGE_SIZE };
      const reply = await exchange.handlers.totalProfit(request(query));
      if (!('pagecount' in reply) || !Array.isArray(reply.data)) throw new Error(`page ${page} was refused`);
      told += reply.data.length;
      if (page >= (reply.pagecount ?? 1)) break;
    }
    await rest;
    return { told, workedMs: ms() };
  });
  return { ...days, tookMs: performance.now() - began };
}

async function income(): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-income-'));
  const feed = createSimulatedFeed({ seed: 'bench' });
  try {
    const [owner] = await storeOfGrids(dataDir, feed, BOTS, NOW_MS, {
      isOld: true,
      owners: 1,
      isMixed: true,
      days: DAYS,
    });
    return await withExchangeOn({ dataDir, feed, clock: { nowMs: () => NOW_MS + 60_000 } }, async (live) => {
      await live.exchange.tick();
      const userId = owner?.id ?? 0;
      const first = await page(live, userId, NOW_MS + 60_000);
      // Another second each: nothing is told again that was told before.
      const later = [];
      for (let second = 1; second <= 20; second += 1)
        later.push(await page(live, userId, NOW_MS + 60_000 + second * 1_000));
      const took = later.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
      const p95 = took[Math.floor(took.length * 0.95)] as number;
      return {
        size: `${BOTS} bots of an account over ${DAYS} days, three of ten ended`,
        days: first.told,
        firstMs: Math.round(first.tookMs),
        firstWorkedMs: Math.round(first.workedMs),
        laterMs: Math.round(took[10] as number),
        laterP95Ms: Math.round(p95),
        tooLong: [...(first.tookMs > LONGEST_PAGE_MS ? ['first'] : []), ...(p95 > LONGEST_PAGE_MS ? ['later'] : [])],
      };
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'income', run: income }];
