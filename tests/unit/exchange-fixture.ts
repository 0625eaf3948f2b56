import { onTestFinished, TestRunner } from 'vitest';
import { CONTRACT } from '#lib/contract/contract.ts';
import { ENDPOINTS } from '#lib/contract/endpoints.ts';
import { isGoodCode } from '#lib/contract/vocabulary.ts';
import { envelope, refusalData } from '#lib/contract/wire.ts';
import { openAccountDoor } from '#server/exchange/accounts/account-door.ts';
import { openAccounts } from '#server/exchange/accounts/accounts.ts';
import { openFundGate } from '#server/exchange/accounts/fund-gate.ts';
import { secretHasher } from '#server/exchange/accounts/secret-hash.ts';
import { seedAccounts } from '#server/exchange/accounts/seeded-accounts.ts';
import { openBotExchange } from '#server/exchange/bot-exchange.ts';
import { COLLECTIONS } from '#server/exchange/collections.ts';
import { accountHandlers } from '#server/exchange/handlers/account-handlers.ts';
import { openDispatch } from '#server/exchange/http/dispatch.ts';
import type { UpstreamEndpointName } from '#server/exchange/http/handler.ts';
import { openIdempotencyKeys } from '#server/exchange/http/idempotency.ts';
import { openLedger } from '#server/exchange/ledger/memory-ledger.ts';
import { candlesHere } from '#server/exchange/market/candle-source.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import type { OutboundWays } from '#server/exchange/outbound/ways.ts';
import { openSequencer } from '#server/exchange/sequencer/turn-sequencer.ts';
import type { Standstill } from '#server/exchange/store/standstill.ts';
import type { Store } from '#server/exchange/store/store.ts';
import { createLog } from '#server/log/log.ts';
import { shutWays } from '#tests/support/shut-ways.ts';
import { SPOT_GRID_BODY } from '#tests/support/spot-grid-body.ts';
import { openStoreHere } from '#tests/support/store-here.ts';
import { countingRandom, handClock } from './store-fixture.ts';

/** 2026-05-20, mid-morning: an ordinary moment of the simulated market. */
export const MORNING_MS = Date.UTC(2026, 4, 20, 10, 0, 0);
const REFUSAL = envelope(refusalData.nullable());
const SEED = 'exchange-tests';
const CHEAP = { n: 16, r: 1, p: 1 };
/** One for all exchanges: a feed remembers nothing but what it could compute again, and each would compute the same days. */
const FEED = createSimulatedFeed({ seed: SEED });

type End = () => Promise<void>;
/** Of the exchanges that the present test has open. */
const open = new Set<End>();

async function endAll(): Promise<void> {
  for (const end of open) await end();
}

/**
 * What a test leaves open ends with it: its store is a thread and everything that it knows stays in memory, and a file with
 * a hundred of them spends its time on collecting garbage. What a file's own hooks open is closed by them.
 */
function endWithTest(end: End): void {
  if (TestRunner.getCurrentTest() === undefined) return;
  if (open.size === 0) onTestFinished(endAll);
  open.add(end);
}

export interface TestAnswer {
  readonly code: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every call.
  readonly data?: any;
  readonly totalcount?: number;
  readonly pagecount?: number;
  readonly page?: number;
  readonly require_fundpass?: boolean;
}

export interface Who {
  readonly authorization: string;
}

export interface TestExchangeOptions {
  readonly worldBots?: number;
  readonly worldDays?: number;
  readonly demoBots?: boolean;
  readonly aiSearch?: boolean;
  readonly clock?: ReturnType<typeof handClock>;
  readonly feed?: MarketFeed;
  readonly finishedAnHour?: number;
  readonly isDiskLow?: () => boolean;
  /** In place of the store's. */
  readonly standstill?: Standstill;
  readonly ways?: Partial<OutboundWays>;
  /** In place of SQLite: a disk of the test's own, which takes its time and fails. */
  readonly store?: Store;
  /** Where public lists are written, by hand (`lists.pass`): a database that a store in PostgreSQL has opened so often. */
  readonly lists?: { readonly url: string; readonly epoch: number };
  /** The demo account as if it were one person's: it has bots, money of every kind, and what public accounts are not offered. */
  readonly isDemoPrivate?: boolean;
  /** Jobs are done by nobody, or by workers that the test starts. */
  readonly localWorker?: 'none';
  /** Later tests of the file go on with it, and its hooks close it. */
  readonly outlivesTest?: boolean;
}

interface Send {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly who?: Who;
  readonly key?: string;
}

/**
 * The whole exchange in this process, as open-exchange.ts puts it together, but with a clock and ticks in the test's
 * hand. Opening another on the same folder after `close` is a restart after a kill: nothing is told to stop.
 */
export async function openTestExchange(dataDir: string, options: TestExchangeOptions = {}) {
  const clock = options.clock ?? handClock(MORNING_MS);
  const feed = options.feed ?? FEED;
  const random = countingRandom();
  const store = options.store ?? (await openStoreHere({ dataDir, collections: COLLECTIONS }));
  const ledger = await openLedger(store);
  const fatal: unknown[] = [];
  const sequencer = openSequencer({ store, clock, participants: [ledger], onFatal: (error) => void fatal.push(error) });
  const opened = await openAccounts(store, random);
  const accounts = options.isDemoPrivate === true ? { ...opened, isPublished: () => false } : opened;
  const hasher = secretHasher(random, clock, CHEAP);
  await seedAccounts(accounts, ledger, sequencer, hasher);
  const progress: string[] = [];
  const logged: string[] = [];
  const log = createLog((line) => logged.push(line), clock.nowMs);
  const door = openAccountDoor({ clock, log });
  const bots = await openBotExchange({
    store,
    ledger,
    sequencer,
    accounts,
    hasher,
    door,
    feed,
    candles: candlesHere(feed),
    clock,
    log,
    random,
    progress: (line) => void progress.push(line),
    ...(options.lists === undefined ? {} : { lists: options.lists }),
    ways: shutWays(clock, random, options.ways),
    settings: {
      worldBots: options.worldBots ?? 0,
      worldDays: options.worldDays ?? 3,
      demoBots: options.demoBots ?? false,
      aiSearch: options.aiSearch ?? false,
      typicalReplays: false,
      finishedAnHour: options.finishedAnHour ?? 300,
      seed: SEED,
      tickMs: 1_000,
      ...(options.localWorker === undefined ? {} : { localWorker: options.localWorker }),
    },
  });
  await bots.prepare();
  const dispatch = openDispatch({
    handlers: { ...bots.handlers, ...accountHandlers({ accounts, ledger, hasher, door, random }) },
    accounts,
    sequencer,
    clock,
    fundGate: openFundGate({ accounts, sequencer, hasher, door }),
    keys: openIdempotencyKeys(store),
    disk: { isLow: () => options.isDiskLow?.() ?? false },
    standstill: options.standstill ?? store.standstill,
    refusal: bots.refusal,
    events: bots.events,
  });

  /** Sends a call by its name in the contract. */
  async function send(name: UpstreamEndpointName, { path, query, body, who, key }: Send = {}): Promise<TestAnswer> {
    const { method, path: pattern, isForm } = ENDPOINTS[name];
    const url = pattern.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(String(path?.[part] ?? '')));
    const search = new URLSearchParams(Object.entries(query ?? {}).map(([field, value]) => [field, String(value)]));
    const reply = await dispatch({
      method,
      url: search.size > 0 ? `${url}?${search}` : url,
      authorization: who?.authorization ?? '',
      idempotencyKey: key ?? null,
      clientIp: '127.0.0.1',
      device: '',
      agent: '',
      bodyText: body === undefined ? undefined : bodyText(body, isForm),
    });
    // Every reply of every test is held to the contract.
    const isRefused = 'code' in reply && typeof reply.code === 'number' && !isGoodCode(reply.code);
    (isRefused ? REFUSAL : CONTRACT[name].reply).parse(reply);
    return reply as TestAnswer;
  }

  async function logIn(account = 'demo', password = `paper-${account}`): Promise<Who> {
    const { data } = await send('upstreamLogin', { body: { account, password } });
    return { authorization: `Bearer ${data.token}` };
  }

  /** A session that has signed the agreement and given the fund password once. */
  async function trader(account = 'demo'): Promise<Who> {
    const who = await logIn(account);
    const { data } = await send('agreement', { who });
    if (!data.signed) await send('signAgreement', { who, body: { version: data.version } });
    return who;
  }

  /** Lets time pass in ticks of a second and brings the market along at the end of each `tickMs`. */
  async function pass(ms: number, tickMs = 1_000): Promise<void> {
    for (let left = ms; left > 0; left -= tickMs) {
      clock.advance(Math.min(left, tickMs));
      await bots.tick();
      // Bought beside the ticks.
      await bots.invest.closer.look();
      await bots.invest.runner.look();
      // What has expired is settled beside the ticks.
      await bots.dual.settlement.done();
    }
  }

  async function end(): Promise<void> {
    open.delete(end);
    await bots.stop();
    await store.close();
  }
  if (options.outlivesTest !== true) endWithTest(end);

  return {
    clock,
    feed,
    store,
    sequencer,
    ledger,
    accounts,
    fatal,
    progress,
    logged,
    handlers: bots.handlers,
    events: bots.events,
    notifications: bots.notifications,
    protection: bots.protection,
    invest: bots.invest,
    dual: bots.dual,
    jobs: bots.jobs,
    days: bots.days,
    lists: bots.lists,
    dispatch,
    send,
    logIn,
    trader,
    pass,
    /** The market's turn without any time going by: what waits for a turn is done. */
    tick: bots.tick,
    /** The orderly end: nothing of the exchange goes on. */
    async stop() {
      open.delete(end);
      await bots.stop();
      await sequencer.stop();
      await store.close();
    },
    /** As after kill -9: the disk keeps what was committed, nothing else is done. */
    async kill() {
      open.delete(end);
      await store.close();
    },
  };
}

export type TestExchange = Awaited<ReturnType<typeof openTestExchange>>;

function bodyText(body: unknown, isForm: boolean): string {
  return isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
}

/** A spot grid around the present price of BTC_USDT that the check lets through. */
export function gridBody(exchange: TestExchange, changes: Readonly<Record<string, unknown>> = {}) {
  const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
  return {
    ...SPOT_GRID_BODY,
    low_price: (last * 0.97).toFixed(1),
    high_price: (last * 1.03).toFixed(1),
    grid_num: '30',
    money: '3000',
    is_hide: 0,
    fundpass: 'paper-fund',
    ...changes,
  };
}

/** Creates a bot and lets the market start it. Returns its id. */
export async function startGrid(
  exchange: TestExchange,
  who: Who,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const { code, data } = await exchange.send('createGrid', { who, body: gridBody(exchange, changes) });
  if (code !== 200) throw new Error(`create answered ${code} ${JSON.stringify(data)}`);
  await exchange.pass(1_000);
  return data.strategy_id;
}
