import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from 'vitest';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';
import { auditAccountBook, auditDisk, countFills } from './crash-audit.ts';
import { type Answer, ask, gridAround, readyTrader, type SentCall, send, type Trader } from './crash-client.ts';
import { type ExchangeProcess, startExchange } from './crash-process.ts';

/**
 * Kills of one exchange; a night is twenty exchanges of them. An ordinary run sees that a real kill works at all: every
 * point at which a process can die is gone through inside one process (exchange-commands, store-barrier).
 */
const ROUNDS = runs(5, 25);
const WORLDS = runs(1, 20);
const SEED = Number(process.env.CRASH_SEED ?? 20_260_101);
const CLIENTS = 8;
/** Acknowledged calls that are asked again after each restart. */
const ASKED_AGAIN = 10;
/** Bots of one trader at most; then it terminates more than it creates. */
const MAX_BOTS = 25;

/** Mulberry32: the same moments of death in every run with the same seed (what the processes do meanwhile varies). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Load {
  readonly random: () => number;
  readonly traders: readonly Trader[];
  /** Of the last start: grids are laid around them. */
  prices: readonly { readonly market: string; readonly last: number; readonly decimals: number }[];
  readonly calls: SentCall[];
  readonly living: Set<string>;
}

async function prepare(url: string, random: () => number): Promise<Load> {
  const traders = await Promise.all([
    readyTrader(url, 'demo', 'paper-demo'),
    readyTrader(url, 'copier', 'paper-copier'),
  ]);
  return { random, traders, prices: [], calls: [], living: new Set() };
}

/** The two markets with the lowest fees, where narrow grids pay. */
async function readPrices(url: string): Promise<Load['prices']> {
  const markets = (await ask(url, 'GET', '/apiw/v2/market/spot_markets'))?.data as unknown as {
    market: string;
    price_decimals: number;
  }[];
  return Promise.all(
    ['BTC_USDT', 'ETH_USDT'].map(async (market) => {
      const path = `/strategybot/last_price?symbol=${market}&type=spot`;
      const reply = (await ask(url, 'GET', path)) as unknown as { last_price: string };
      const decimals = markets.find((each) => each.market === market)?.price_decimals ?? 0;
      return { market, last: Number(reply.last_price), decimals };
    }),
  );
}

function pick<T>(random: () => number, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function nextCall(load: Load): SentCall {
  const { random, calls, living } = load;
  const key = `crash-key-${String(calls.length).padStart(8, '0')}`;
  if (living.size > 0 && (random() < 0.4 || living.size > MAX_BOTS * load.traders.length)) {
    const [userId, id] = pick(random, [...living]).split('/');
    const trader = load.traders.find((each) => each.userId === Number(userId)) ?? pick(random, load.traders);
    return {
      trader,
      endpoint: 'cancelGrid',
      path: `/apiw/v2/grid-trading/cancel/${id}`,
      key,
      body: { fundpass: 'paper-fund' },
      answer: null,
    };
  }
  const { market, last, decimals } = pick(random, load.prices);
  const body = gridAround(last, decimals, market, 300 + Math.floor(random() * 500), 4 + Math.floor(random() * 13));
  return {
    trader: pick(random, load.traders),
    endpoint: 'createGrid',
    path: '/apiw/v2/grid-trading/create',
    key,
    body,
    answer: null,
  };
}

function note(load: Load, call: SentCall, answer: Answer): void {
  call.answer = answer;
  if (answer?.code !== 200) return;
  const bot = `${call.trader.userId}/${answer.data?.strategy_id}`;
  if (call.endpoint === 'createGrid') load.living.add(bot);
  else load.living.delete(bot);
}

/** Clients that send one call after the other until the exchange answers no more. */
async function loadUntilDead(url: string, load: Load): Promise<void> {
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (;;) {
        const call = nextCall(load);
        load.calls.push(call);
        note(load, call, await send(url, call));
        if (call.answer === null) return;
        // Its allowance is used up: the trader waits instead of hammering.
        if (call.answer.code === 429) await delay(20);
      }
    }),
  );
}

/** Calls without an answer are sent again under their keys, twice: once is enough for the exchange. */
async function resolveUnanswered(url: string, load: Load): Promise<number> {
  const open = load.calls.filter((call) => call.answer === null);
  for (const call of open) {
    const first = await send(url, call);
    expect(first, call.key).not.toBeNull();
    if (first?.code === 200) expect(await send(url, call), call.key).toEqual(first);
    note(load, call, first);
  }
  return open.length;
}

async function askAgain(url: string, load: Load): Promise<void> {
  const done = load.calls.filter((call) => call.answer?.code === 200);
  for (let count = 0; count < Math.min(ASKED_AGAIN, done.length); count += 1) {
    const call = pick(load.random, done);
    expect(await send(url, call), call.key).toEqual(call.answer);
  }
}

/** Now and then the exchange dies again while it starts. */
async function restart(dataDir: string, random: () => number): Promise<ExchangeProcess> {
  if (random() < 0.2) await startExchange({ dataDir, killAfterMs: Math.floor(random() * 1500) });
  const started = await startExchange({ dataDir });
  if (started === null) throw new Error('the exchange did not start');
  return started;
}

/** One exchange through all its deaths; gives the line that sums it up. */
async function killRounds(dataDir: string, seed: number): Promise<string> {
  const random = seededRandom(seed);
  let exchange = await restart(dataDir, () => 1);
  const load = await prepare(exchange.url, random);
  let unanswered = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    load.prices = await readPrices(exchange.url);
    const dead = loadUntilDead(exchange.url, load);
    await delay(40 + random() * 400);
    await exchange.kill();
    await dead;
    expect(await auditDisk(dataDir, load.calls), `round ${round}, seed ${seed}`).toEqual([]);
    exchange = await restart(dataDir, random);
    unanswered += await resolveUnanswered(exchange.url, load);
    await askAgain(exchange.url, load);
  }
  expect(await exchange.stop()).toBe(0);
  expect(await auditDisk(dataDir, load.calls)).toEqual([]);
  expect(await auditAccountBook(dataDir)).toEqual([]);
  const done = load.calls.filter((call) => call.answer?.code === 200).length;
  // A test that never had an answer under way when it killed would prove nothing.
  expect(done).toBeGreaterThan(ROUNDS * 5);
  expect(unanswered).toBeGreaterThan(ROUNDS);
  return `crash test, seed ${seed}: ${ROUNDS} kills, ${load.calls.length} calls, ${done} done, ${unanswered} resolved by their keys, ${await countFills(dataDir)} fills`;
}

describe('kill -9 at any moment under load', () => {
  for (let world = 0; world < WORLDS; world += 1) {
    it(
      `loses and doubles nothing that was acknowledged, ${ROUNDS} times (exchange ${world + 1})`,
      async () => {
        process.stdout.write(`${await killRounds(temporaryFolder(), SEED + world)}\n`);
      },
      ROUNDS * 20_000,
    );
  }
});
