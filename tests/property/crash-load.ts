import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '#tests/support/quick-expect.ts';
import { type Answer, gridAround, type SentCall, type Trader } from './crash-client.ts';

/** What traders do to an exchange that dies: grids are created and terminated under keys, and what has no answer is asked after. */

/** Acknowledged calls that are asked again after each restart. */
const ASKED_AGAIN = 10;
/** Bots of one trader at most; then it terminates more than it creates. */
const MAX_BOTS = 25;

/** Mulberry32: the same moments of death in every run with the same seed (what the processes do meanwhile varies). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Sends a money call, under its key. */
export type Send = (call: SentCall) => Promise<Answer>;

export interface Load {
  readonly random: () => number;
  readonly traders: readonly Trader[];
  /** Of the last start: grids are laid around them. */
  prices: readonly { readonly market: string; readonly last: number; readonly decimals: number }[];
  readonly calls: SentCall[];
  readonly living: Set<string>;
}

/** Of the two demo traders. */
export async function prepare(
  ready: (account: string, password: string) => Promise<Trader>,
  random: () => number,
): Promise<Load> {
  const traders = await Promise.all([ready('demo', 'paper-demo'), ready('copier', 'paper-copier')]);
  return { random, traders, prices: [], calls: [], living: new Set() };
}

/** The two markets with the lowest fees, where narrow grids pay. */
export async function readPrices(get: (path: string) => Promise<Answer>): Promise<Load['prices']> {
  const markets = (await get('/apiw/v2/market/spot_markets'))?.data as unknown as {
    market: string;
    price_decimals: number;
  }[];
  return Promise.all(
    ['BTC_USDT', 'ETH_USDT'].map(async (market) => {
      const path = `/strategybot/last_price?symbol=${market}&type=spot`;
      const reply = (await get(path)) as unknown as { last_price: string };
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

export function nextCall(load: Load): SentCall {
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

export function note(load: Load, call: SentCall, answer: Answer): void {
  call.answer = answer;
  if (answer?.code !== 200) return;
  const bot = `${call.trader.userId}/${answer.data?.strategy_id}`;
  if (call.endpoint === 'createGrid') load.living.add(bot);
  else load.living.delete(bot);
}

/** Before a client goes on after an answer that says that nothing was done, ms. */
const REST_MS = 200;

/** Clients that send one call after the other whatever happens. */
export async function loadUntil(isOver: () => boolean, send: Send, load: Load, clients: number): Promise<void> {
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (!isOver()) {
        const call = nextCall(load);
        load.calls.push(call);
        const answer = await send(call);
        note(load, call, answer);
        if (answer === null || answer.code === 429 || answer.code === 503) await delay(REST_MS);
      }
    }),
  );
}

/** How many calls were carried out, as far as clients know. */
export function doneOf({ calls }: Load): number {
  return calls.filter(({ answer }) => answer?.code === 200).length;
}

/** What is said of a call: that its sender asks too often says nothing of it. */
async function saidOf(send: Send, call: SentCall): Promise<Answer> {
  for (;;) {
    const answer = await send(call);
    if (answer?.code !== 429) return answer;
    await delay(REST_MS);
  }
}

/** Calls without an answer are sent again under their keys, twice: once is enough for the exchange. */
export async function resolveUnanswered(send: Send, load: Load): Promise<number> {
  const open = load.calls.filter((call) => call.answer === null);
  for (const call of open) {
    const first = await saidOf(send, call);
    expect(first, call.key).not.toBeNull();
    if (first?.code === 200) expect(await saidOf(send, call), call.key).toEqual(first);
    note(load, call, first);
  }
  return open.length;
}

export async function askAgain(send: Send, load: Load): Promise<void> {
  const done = load.calls.filter((call) => call.answer?.code === 200);
  for (let count = 0; count < Math.min(ASKED_AGAIN, done.length); count += 1) {
    const call = pick(load.random, done);
    expect(await saidOf(send, call), call.key).toEqual(call.answer);
  }
}
