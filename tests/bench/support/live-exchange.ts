import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { openAccountDoor } from '#server/exchange/accounts/account-door.ts';
import { openAccounts } from '#server/exchange/accounts/accounts.ts';
import { secretHasher } from '#server/exchange/accounts/secret-hash.ts';
import { seedAccounts } from '#server/exchange/accounts/seeded-accounts.ts';
import { openBotExchange, type SteeredBotExchange } from '#server/exchange/bot-exchange.ts';
import { COLLECTIONS } from '#server/exchange/collections.ts';
import { openLedger } from '#server/exchange/ledger/memory-ledger.ts';
import { candlesHere } from '#server/exchange/market/candle-source.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import type { ExchangeParts } from '#server/exchange/parts/exchange-parts.ts';
import { openSequencer } from '#server/exchange/sequencer/turn-sequencer.ts';
import { openStore } from '#server/exchange/store/open-store.ts';
import type { Store } from '#server/exchange/store/store.ts';
import { type Clock, systemClock } from '#server/exchange/surroundings/clock.ts';
import { shutWays } from '#tests/support/shut-ways.ts';

/** Ten times as often as a live exchange ticks: ten times as many chances to be late. */
export const TICK_MS = 100;
const SEED = 'bench';
const SILENT = { info() {}, warn() {}, error() {} };

export interface LiveExchange {
  readonly parts: ExchangeParts;
  readonly exchange: SteeredBotExchange;
  readonly store: Store;
}

/** What an exchange stands on. */
export interface Ground {
  readonly dataDir: string;
  readonly feed: MarketFeed;
  readonly clock: Clock;
  /** PostgreSQL that has the store; SQLite in `dataDir` when it is not given. */
  readonly storeUrl?: string;
  /** The demo world that is made when the folder is new; none by default. */
  readonly world?: { readonly bots: number; readonly days: number };
}

/** A whole exchange – world of bots, market, ledger, disk – by the clock of the machine, for as long as `work` takes. Throws when it broke meanwhile. */
export async function withLiveExchange<T>(
  world: { readonly bots: number; readonly days: number },
  work: (live: LiveExchange) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-live-'));
  try {
    return await withExchangeOn(
      { dataDir, feed: createSimulatedFeed({ seed: SEED }), clock: systemClock(), world },
      work,
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The same on a folder that is there, which stays. */
export async function withExchangeOn<T>(ground: Ground, work: (live: LiveExchange) => Promise<T>): Promise<T> {
  const { dataDir, feed, clock, storeUrl: url, world = { bots: 0, days: 0 } } = ground;
  const random = { bytes: (length: number) => randomBytes(length) };
  let broken: unknown = null;
  const onFatal = (error: unknown) => {
    broken = error;
  };
  const onStandstill = () => onFatal(new Error('the store stands still'));
  const given = { url, dataDir, collections: COLLECTIONS, marks: [], random };
  const store = await openStore({ ...given, onLost: onFatal, onStandstill });
  const ledger = await openLedger(store);
  const sequencer = openSequencer({ store, clock, participants: [ledger], onFatal });
  const accounts = await openAccounts(store, random);
  const hasher = secretHasher(random, clock, { n: 16, r: 1, p: 1 });
  const settings = {
    worldBots: world.bots,
    worldDays: world.days,
    demoBots: false,
    aiSearch: false,
    typicalReplays: false,
    finishedAnHour: 1_000_000,
    seed: SEED,
    tickMs: TICK_MS,
  };
  const parts = {
    store,
    ledger,
    sequencer,
    accounts,
    hasher,
    door: openAccountDoor({ clock, log: SILENT }),
    feed,
    candles: candlesHere(feed),
    clock,
    random,
    log: SILENT,
    progress() {},
    ways: shutWays(clock, random),
    settings,
  };
  try {
    await seedAccounts(accounts, ledger, sequencer, hasher);
    const exchange = await openBotExchange(parts);
    await exchange.prepare();
    const result = await work({ parts, exchange, store });
    await exchange.stop();
    if (broken !== null) throw broken;
    return result;
  } finally {
    await sequencer.stop();
    await store.close();
  }
}

/** How late the ticks of a while were on disk, ms after they were due: the largest, and what 99 of 100 stay under. */
export async function lateness(
  exchange: SteeredBotExchange,
  forMs: number,
  isOver: () => boolean = () => false,
): Promise<{ worst: number; p99: number }> {
  const late: number[] = [];
  const begin = performance.now();
  for (let due = begin; due < begin + forMs && !isOver(); due += TICK_MS) {
    const early = due - performance.now();
    if (early > 0) await delay(early);
    await exchange.tick();
    late.push(performance.now() - due);
  }
  late.sort((a, b) => a - b);
  return { worst: late.at(-1) as number, p99: late[Math.floor(late.length * 0.99)] as number };
}
