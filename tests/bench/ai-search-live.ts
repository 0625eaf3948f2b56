import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { openAccounts } from '#server/exchange/accounts/accounts.ts';
import { secretHasher } from '#server/exchange/accounts/secret-hash.ts';
import { seedAccounts } from '#server/exchange/accounts/seeded-accounts.ts';
import { AI_PARAMS } from '#server/exchange/ai/ai-record.ts';
import { startAiSearch } from '#server/exchange/ai/ai-search.ts';
import { openBotExchange, type SteeredBotExchange } from '#server/exchange/bots/bot-exchange.ts';
import { systemClock } from '#server/exchange/clock.ts';
import { openLedger } from '#server/exchange/ledger/memory-ledger.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { COLLECTIONS } from '#server/exchange/open-exchange.ts';
import { openSequencer } from '#server/exchange/sequencer/turn-sequencer.ts';
import { openSqliteStore } from '#server/exchange/store/sqlite-store.ts';

/** Ten times as often as a live exchange ticks: ten times as many chances to be late. */
const TICK_MS = 100;
const WARM_MS = 2_000;
const CALM_MS = 8_000;
const SEARCH_MS = 24_000;
/** Both cores of the reference machine; the exchange itself searches in one thread. */
const THREADS = 2;
const WORLD_BOTS = 60;
const WORLD_DAYS = 3;
const SEED = 'bench';

const SILENT = { info() {}, warn() {}, error() {} };

/** How late the ticks of a while were on disk, ms after they were due: the largest, and what 99 of 100 stay under. */
async function lateness(exchange: SteeredBotExchange, forMs: number): Promise<{ worst: number; p99: number }> {
  const late: number[] = [];
  const begin = performance.now();
  for (let due = begin; due < begin + forMs; due += TICK_MS) {
    const early = due - performance.now();
    if (early > 0) await delay(early);
    await exchange.tick();
    late.push(performance.now() - due);
  }
  late.sort((a, b) => a - b);
  return { worst: late.at(-1) as number, p99: late[Math.floor(late.length * 0.99)] as number };
}

/** A whole exchange – world of bots, market, ledger, disk – ticking by the clock, first alone and then beside the AI search. */
async function liveTicks(): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-ai-live-'));
  const clock = systemClock();
  const random = { bytes: (length: number) => randomBytes(length) };
  const feed = createSimulatedFeed({ seed: SEED });
  const store = openSqliteStore({ dataDir, collections: COLLECTIONS });
  const ledger = openLedger(store);
  let broken: unknown = null;
  const onFatal = (error: unknown) => {
    broken = error;
  };
  const sequencer = openSequencer({ store, clock, participants: [ledger], onFatal });
  try {
    const accounts = openAccounts(store, random);
    const hasher = secretHasher(random, { n: 16, r: 1, p: 1 });
    await seedAccounts(accounts, ledger, sequencer, hasher);
    const parts = { store, ledger, sequencer, accounts, hasher, feed, clock, random, log: SILENT, progress() {} };
    const settings = { worldBots: WORLD_BOTS, worldDays: WORLD_DAYS, seed: SEED, tickMs: TICK_MS };
    const exchange = await openBotExchange({ ...parts, settings });
    await exchange.prepare();
    await lateness(exchange, WARM_MS);
    const calm = await lateness(exchange, CALM_MS);
    const search = startAiSearch(parts, THREADS);
    const busy = await lateness(exchange, SEARCH_MS);
    await search.stop();
    if (broken !== null) throw broken;
    return {
      size: `${WORLD_BOTS} bots, a tick every ${TICK_MS} ms, ${THREADS} search threads`,
      seconds: SEARCH_MS / 1000,
      searches: [...store.all(AI_PARAMS)].length,
      calmWorstMs: Math.round(calm.worst),
      worstMs: Math.round(busy.worst),
      p99Ms: Math.round(busy.p99),
      addedMs: Math.max(0, Math.round(busy.worst - calm.worst)),
      target: 'ticks ≤ 250 ms later than without a search',
    };
  } finally {
    await sequencer.stop();
    store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'ai-search-live-ticks', run: liveTicks }] as const;
