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
import {
  botFigures,
  measuredDispatch,
  measuredStore,
  partMeters,
  type RoleMeter,
  roleFigures,
} from './exchange-metrics.ts';
import { freeBytesOf, openDiskWatch } from './http/disk-watch.ts';
import { openDispatch } from './http/dispatch.ts';
import { openIdempotencyKeys } from './http/idempotency.ts';
import { type Address, addressOf, type Listener } from './http/listener.ts';
import { type JobDoor, openServer } from './http/server.ts';
import { openStandbyDoor, type StandbyDoor } from './http/standby-door.ts';
import { openJobDoor } from './jobs/job-door.ts';
import { programVersion } from './jobs/program-version.ts';
import { openLedger } from './ledger/memory-ledger.ts';
import { type CandleSource, candlesHere, candleThread } from './market/candle-source.ts';
import type { MarketFeed } from './market/feed.ts';
import { keepWord } from './market/keep-word.ts';
import { leaveMarks, marksOf } from './marks.ts';
import { openOperatorDoor } from './operator/operator-door.ts';
import { openOutbound } from './outbound/guard.ts';
import { pushIdentity } from './outbound/push-identity.ts';
import type { BotExchange, ExchangeParts } from './parts/exchange-parts.ts';
import { openSequencer } from './sequencer/turn-sequencer.ts';
import type { ExchangeSettings } from './settings.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import type { StoreMark } from './store/store-marks.ts';
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

/** Searches that are done at once where there are workers of other processes; here one leaves room for the market and the pages. */
const SEARCHES_ABREAST = 8;

function startSearches(parts: ExchangeParts, { WORKER_KEY: key }: ExchangeSettings, { jobs }: BotExchange) {
  if (!parts.settings.aiSearch) return null;
  return startAiSearch({ ...parts, jobs }, key === undefined ? 1 : SEARCHES_ABREAST);
}

const DISK_LOOK_MS = 5_000;

/** Puts the exchange together: store, ledger, accounts, bots, HTTP. Resolves when it answers calls. */
export async function openExchange(around: Surroundings): Promise<RunningExchange> {
  const { settings, feed, clock, random, log, progress, metrics, onFatal } = around;
  const entrance = entranceOf(around);
  const ways = waysOf(settings, clock, random);
  const marks = marksOf(settings, keysOf(settings.DATA_DIR, ways, random));
  const store = await storeOf(around, marks, entrance.standBy);
  // The system's clock may have been set back while nothing ran.
  clock.holdFrom?.((await loadClock(store))?.cursorMs ?? 0);
  const ledger = await openLedger(store);
  const sequencer = openSequencer({ store, clock, participants: [ledger], onFatal });
  await leaveMarks(store, sequencer, marks);
  const accounts = await openAccounts(store, random, { hasPublished: settings.DEMO_ACCOUNTS === '1' });
  const hasher = secretHasher(random, clock);
  const door = openAccountDoor({ clock, log, registrationsAnHour: settings.REGISTRATIONS_AN_HOUR });
  if (settings.DEMO_ACCOUNTS === '1') await seedAccounts(accounts, ledger, sequencer, hasher);
  const candles = candlesOf(settings, feed);
  const parts: ExchangeParts = {
    ...{ store, ledger, sequencer, accounts, hasher, door },
    ...{ feed, candles, clock, log, random, progress },
    ...(metrics === null ? {} : partMeters(metrics)),
    ...(settings.STORE_URL === undefined ? {} : { lists: { url: settings.STORE_URL, epoch: store.position.epoch } }),
    ways,
    settings: partSettings(settings),
  };
  const bots = await openBotExchange(parts);
  await bots.start();
  if (metrics !== null) botFigures(metrics, bots);
  const fundGate = openFundGate(parts);
  const { disk, looking } = await watchDisk(settings, log);
  const dispatch = openDispatch({
    handlers: bots.handlers,
    refusal: bots.refusal,
    accounts,
    sequencer,
    clock,
    fundGate,
    keys: openIdempotencyKeys(store),
    disk,
    standstill: store.standstill,
    events: bots.events,
  });
  const server = await openServer(metrics === null ? dispatch : measuredDispatch(dispatch, metrics), {
    at: await entrance.at(),
    doorKey: settings.DOOR_KEY,
    jobDoor: jobDoorOf(settings, bots),
    log,
  });
  const operator = await openOperatorDoor(settings.DATA_DIR, store, log);
  const search = startSearches(parts, settings, bots);
  return {
    port: server.port,
    async stop() {
      clearInterval(looking);
      await operator.close();
      // Streams have no end of their own: the server would wait for them.
      bots.events.stop();
      await server.close();
      await search?.stop();
      await bots.stop();
      await candles.stop();
      await sequencer.stop();
      await feed.close();
      await store.close();
    },
  };
}

/** Where it listens: from the moment at which it has to wait for the store, else from when it answers. */
function entranceOf({ settings, log, onStandby, onFatal }: Surroundings) {
  let door: Promise<StandbyDoor> | undefined;
  return {
    standBy(): void {
      onStandby?.();
      door = openStandbyDoor(settings, log);
      door.catch(onFatal);
    },
    at: async (): Promise<Address | Listener> => (await door)?.listener ?? addressOf(settings, log),
  };
}

/** The store that the settings name, measured where somebody looks. */
async function storeOf(around: Surroundings, marks: readonly StoreMark[], onStandby: () => void): Promise<Store> {
  const { settings, random, log, metrics, onFatal } = around;
  // Not before it is known: who finds the store in use tries again, and a figure has its name once.
  let known: RoleMeter | undefined;
  if (metrics === null) return open(onStandby, () => {});
  const role = () => {
    known ??= roleFigures(metrics, around);
    return known;
  };
  const store = await open(
    () => {
      role().standsBy();
      onStandby();
    },
    (isReached) => role().reaches(isReached),
  );
  role().hasStore(store);
  return measuredStore(store, metrics);

  function open(standsBy: () => void, reaches: (isReached: boolean) => void): Promise<Store> {
    return openStore({
      ...{ url: settings.STORE_URL, dataDir: settings.DATA_DIR, collections: COLLECTIONS, marks, random },
      onStandby: standsBy,
      onReached(complaint) {
        reaches(complaint === null);
        if (complaint === null) log.info('store-reached');
        else log.error('store-not-reached', { complaint });
      },
      onLost: onFatal,
      onStandstill(isOn) {
        known?.standsStill(isOn);
        if (isOn) log.error('store-waits');
        else log.info('store-goes-on');
      },
    });
  }
}

async function watchDisk({ DATA_DIR: folder }: ExchangeSettings, log: Log) {
  const disk = openDiskWatch({ freeBytes: freeBytesOf(folder), log });
  await disk.look();
  return { disk, looking: setInterval(() => void disk.look(), DISK_LOOK_MS) };
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
    localWorker: settings.LOCAL_WORKER === '0' ? 'none' : settings.WORKER_KEY === undefined ? 'alone' : 'reserve',
  };
}

/** Workers of other processes are let in by their key. */
function jobDoorOf(settings: ExchangeSettings, { jobs, days }: BotExchange): JobDoor | undefined {
  const { WORKER_KEY: key, MARKET_FEED: feed, MARKET_DATA: marketData, MARKET_SEED: seed } = settings;
  if (key === undefined) return undefined;
  const version = programVersion();
  return openJobDoor({ jobs, days, key, version, keepAs: keepWord({ feed, marketData, seed }, version) });
}

/** A live feed's past is in its own memory; that of the others is opened again by a thread. */
function candlesOf(settings: ExchangeSettings, feed: MarketFeed): CandleSource {
  const { MARKET_FEED, MARKET_DATA: marketData, MARKET_SEED: seed, DATA_DIR: dataDir } = settings;
  return MARKET_FEED === 'live' ? candlesHere(feed) : candleThread({ feed: MARKET_FEED, marketData, seed, dataDir });
}
