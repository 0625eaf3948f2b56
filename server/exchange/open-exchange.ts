import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { openAccountDoor } from './accounts/account-door.ts';
import { openAccounts } from './accounts/accounts.ts';
import { openFundGate } from './accounts/fund-gate.ts';
import { secretHasher } from './accounts/secret-hash.ts';
import { seedAccounts } from './accounts/seeded-accounts.ts';
import { startAiSearch } from './ai/ai-search.ts';
import { openBotExchange } from './bot-exchange.ts';
import { loadClock } from './bots/bot-book.ts';
import { COLLECTIONS } from './collections.ts';
import { flowMeter, measuredDispatch, measuredStore, tickTimer } from './exchange-metrics.ts';
import { freeBytesOf, openDiskWatch } from './http/disk-watch.ts';
import { openDispatch } from './http/dispatch.ts';
import { openIdempotencyKeys } from './http/idempotency.ts';
import { openServer } from './http/server.ts';
import { assertSameKeys } from './key-marks.ts';
import { openLedger } from './ledger/memory-ledger.ts';
import { type CandleSource, candlesHere, candleThread } from './market/candle-source.ts';
import type { MarketFeed } from './market/feed.ts';
import { openOperatorDoor } from './operator/operator-door.ts';
import { openOutbound } from './outbound/guard.ts';
import { pushIdentity } from './outbound/push-identity.ts';
import type { ExchangeParts } from './parts/exchange-parts.ts';
import { openSequencer } from './sequencer/turn-sequencer.ts';
import type { ExchangeSettings } from './settings.ts';
import { openStore } from './store/open-store.ts';
import type { Clock, SystemClock } from './surroundings/clock.ts';
import type { Random } from './surroundings/random.ts';
import { createSeal, sealingKey } from './surroundings/seal.ts';

/** What the exchange is given from outside: time, randomness, prices, and where to talk to. */
export interface Surroundings {
  readonly settings: ExchangeSettings;
  /** Opened already. */
  readonly feed: MarketFeed;
  /** One that runs on: it is told of the last time that the store knows. */
  readonly clock: Clock & Partial<Pick<SystemClock, 'holdFrom'>>;
  readonly random: Random;
  readonly log: Log;
  readonly progress: (line: string) => void;
  /** Null: nobody looks. */
  readonly metrics: Metrics | null;
  /** The disk failed or memory cannot be trusted: end the process. */
  readonly onFatal: (error: unknown) => void;
  /** Another exchange has the store of STORE_URL and this one waits for it, with a warm market: told once, before it opens. */
  readonly onStandby?: () => void;
}

export interface RunningExchange {
  readonly port: number;
  /** Takes no new calls, finishes the turn under way, closes the store. */
  stop(): Promise<void>;
}

/** The market, the pages and the searches share the machine: one thread leaves room for the others on two cores. */
const SEARCH_THREADS = 1;

const DISK_LOOK_MS = 5_000;

/** Puts the exchange together: store, ledger, accounts, bots, HTTP. Resolves when it answers calls. */
export async function openExchange(around: Surroundings): Promise<RunningExchange> {
  const { settings, feed, clock, random, log, progress, metrics, onFatal, onStandby } = around;
  const { STORE_URL: url, DATA_DIR: dataDir } = settings;
  const opened = await openStore({
    ...{ url, dataDir, collections: COLLECTIONS, random, onStandby },
    onLost: onFatal,
    onStandstill: (isOn) => (isOn ? log.error('store-waits') : log.info('store-goes-on')),
  });
  const store = metrics === null ? opened : measuredStore(opened, metrics);
  // The system's clock may have been set back while nothing ran.
  clock.holdFrom?.((await loadClock(store))?.cursorMs ?? 0);
  const ledger = await openLedger(store);
  const sequencer = openSequencer({ store, clock, participants: [ledger], onFatal });
  const ways = waysOf(settings, clock, random);
  if (url !== undefined) await assertSameKeys(store, sequencer, keysOf(dataDir, ways, random));
  const accounts = await openAccounts(store, random, { hasPublished: settings.DEMO_ACCOUNTS === '1' });
  const hasher = secretHasher(random, clock);
  const door = openAccountDoor({ clock, log, registrationsAnHour: settings.REGISTRATIONS_AN_HOUR });
  if (settings.DEMO_ACCOUNTS === '1') await seedAccounts(accounts, ledger, sequencer, hasher);
  const candles = candlesOf(settings, feed);
  const parts: ExchangeParts = {
    ...{ store, ledger, sequencer },
    accounts,
    hasher,
    door,
    feed,
    candles,
    clock,
    log,
    random,
    progress,
    ...(metrics === null ? {} : { onTick: tickTimer(metrics), flowMeter: flowMeter(metrics) }),
    ...(url === undefined ? {} : { lists: { url, epoch: store.position.epoch } }),
    ways,
    settings: partSettings(settings),
  };
  const bots = await openBotExchange(parts);
  await bots.start();
  metrics?.figure('running_bots', 'Bots that have not ended', bots.running);
  metrics?.figure('event_streams', 'Open event streams', () => bots.events.count);
  const fundGate = openFundGate(parts);
  const disk = openDiskWatch({ freeBytes: freeBytesOf(settings.DATA_DIR), log });
  await disk.look();
  const looking = setInterval(() => void disk.look(), DISK_LOOK_MS);
  const dispatch = openDispatch({
    handlers: bots.handlers,
    refusal: bots.refusal,
    accounts,
    sequencer,
    clock,
    fundGate,
    keys: await openIdempotencyKeys(store),
    disk,
    standstill: store.standstill,
  });
  const server = await openServer(metrics === null ? dispatch : measuredDispatch(dispatch, metrics), {
    port: settings.EXCHANGE_PORT,
    doorKey: settings.DOOR_KEY,
    log,
  });
  const operator = await openOperatorDoor(settings.DATA_DIR, store, log);
  const search = parts.settings.aiSearch ? startAiSearch(parts, SEARCH_THREADS) : null;
  return {
    port: server.port,
    async stop() {
      clearInterval(looking);
      await operator.close();
      // Streams have no end of their own: the server would wait for them.
      bots.events.stop();
      await server.close();
      await candles.stop();
      await search?.stop();
      await bots.stop();
      await sequencer.stop();
      await feed.close();
      await store.close();
    },
  };
}

function waysOf(settings: ExchangeSettings, { nowMs }: Clock, random: Random): ExchangeParts['ways'] {
  const { SMTP_URL: url, SMTP_FROM: from, OUTBOUND_ALLOW: allow, TELEGRAM_API: telegram, DATA_DIR: dataDir } = settings;
  return {
    guard: openOutbound({ allow, nowMs }),
    seal: createSeal(sealingKey(dataDir, random), random),
    mail: url === undefined ? null : { url, from },
    telegram: telegram.replace(/\/+$/, ''),
    push: pushIdentity(dataDir, settings.PUSH_SUBJECT, random),
  };
}

/** What other hosts on the same store must have too, by the names of their files. */
function keysOf(dataDir: string, { push }: ExchangeParts['ways'], random: Random): Record<string, Uint8Array> {
  const sealing = { 'sealing-key': sealingKey(dataDir, random) };
  return push === null ? sealing : { ...sealing, 'push-key': Buffer.from(push.privateKey, 'base64url') };
}

function partSettings(settings: ExchangeSettings): ExchangeParts['settings'] {
  return {
    worldBots: settings.WORLD_BOTS,
    worldDays: settings.WORLD_DAYS,
    demoBots: settings.DEMO_BOTS === '1' && settings.DEMO_ACCOUNTS === '1',
    aiSearch: settings.AI_SEARCH === '1',
    typicalReplays: (settings.TYPICAL_REPLAYS ?? settings.AI_SEARCH) === '1',
    finishedAnHour: settings.FINISHED_BOTS_AN_HOUR,
    seed: settings.MARKET_SEED,
    tickMs: settings.TICK_MS,
  };
}

/** A live feed's past is in its own memory; that of the others is opened again by a thread. */
function candlesOf(settings: ExchangeSettings, feed: MarketFeed): CandleSource {
  const { MARKET_FEED, MARKET_DATA: marketData, MARKET_SEED: seed, DATA_DIR: dataDir } = settings;
  return MARKET_FEED === 'live' ? candlesHere(feed) : candleThread({ feed: MARKET_FEED, marketData, seed, dataDir });
}
