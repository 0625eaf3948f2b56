import { AI_PARAMS } from '#server/exchange/ai/ai-record.ts';
import { startAiSearch } from '#server/exchange/ai/ai-search.ts';
import { gathered } from '#tests/unit/store-fixture.ts';
import { lateness, TICK_MS, withLiveExchange } from './support/live-exchange.ts';

const WARM_MS = 2_000;
const CALM_MS = 8_000;
const SEARCH_MS = 24_000;
const WORLD = { bots: 60, days: 3 };

/** A live exchange ticking by the clock, first alone and then beside the AI search. */
function liveTicks(): Promise<Record<string, unknown>> {
  return withLiveExchange(WORLD, async ({ parts, exchange }) => {
    await lateness(exchange, WARM_MS);
    const calm = await lateness(exchange, CALM_MS);
    const search = startAiSearch({ ...parts, jobs: exchange.jobs }, 1);
    const busy = await lateness(exchange, SEARCH_MS);
    await search.stop();
    return {
      size: `${WORLD.bots} bots, a tick every ${TICK_MS} ms, searched by the worker in the exchange`,
      seconds: SEARCH_MS / 1000,
      searches: (await gathered(parts.store.all(AI_PARAMS))).length,
      calmWorstMs: Math.round(calm.worst),
      worstMs: Math.round(busy.worst),
      p99Ms: Math.round(busy.p99),
      addedMs: Math.max(0, Math.round(busy.worst - calm.worst)),
      target: 'ticks ≤ 250 ms later than without a search',
    };
  });
}

export const benches = [{ name: 'ai-search-live-ticks', run: liveTicks }] as const;
