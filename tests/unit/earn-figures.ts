import { quoteValueDown } from '#lib/money/market-spec.ts';
import { dualSources } from '#server/exchange/dual/dual-sources.ts';
import { userInvest } from '#server/exchange/ledger/account-names.ts';
import type { BookEntry } from '#server/exchange/ledger/ledger.ts';
import { ACCOUNT_BOOK } from '#server/exchange/ledger/memory-ledger.ts';
import { findSpec } from '#server/exchange/market/instruments.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { dualList } from './exchange-dual-orders.ts';
import type { TestExchange, Who } from './exchange-fixture.ts';
import { planOf } from './exchange-plans.ts';
import { units } from './portfolio-figures.ts';

/** What plans and orders brought, read off the ledger's own book and not off their rows. */

const DAY_MS = 86_400_000;

function worthOf({ feed }: TestExchange, asset: string, amount: bigint, atMs: number): bigint {
  const spec = findSpec(feed, `${asset}_USDT`);
  const ticks = spec === undefined ? null : feed.lastTicks(spec.market, atMs);
  if (spec === undefined || ticks === null) throw new Error(`${asset} has no price`);
  return quoteValueDown(spec, amount, ticks);
}

interface Flow {
  readonly asset: string;
  readonly amount: bigint;
  readonly from: string;
  readonly to: string;
  readonly timeMs: number;
}

async function flowsOf({ store }: TestExchange, reference: string): Promise<readonly Flow[]> {
  const flows: Flow[] = [];
  for await (const { value, timeMs } of store.since(ACCOUNT_BOOK, reference, 0)) {
    for (const [from, to, asset, amount] of (JSON.parse(value) as BookEntry).postings)
      flows.push({ from, to, asset, amount: BigInt(amount), timeMs });
  }
  return flows;
}

/** Money that came from the market less what went there, coins that were given back at their worth of then, and what is still held. */
async function planProfit(exchange: TestExchange, who: Who, userId: number): Promise<bigint> {
  const { ledger, clock, invest } = exchange;
  const held = new Map<string, bigint>();
  const account = userInvest(userId);
  let profit = 0n;
  for (const { id } of invest.parts.plans.ofOwner(userId)) {
    for (const { from, to, asset, amount, timeMs } of await flowsOf(exchange, `plan:${id}`)) {
      if (asset === 'USDT') {
        if (to.startsWith('user:')) profit += amount;
        if (from.startsWith('user:')) profit -= amount;
      } else if (from === account && to.startsWith('user:')) profit += worthOf(exchange, asset, amount, timeMs);
    }
    for (const { plan_version: version } of (await planOf(exchange, who, id)).versions) {
      for (const { asset, quantity } of (await planOf(exchange, who, id, { version })).holdings) {
        profit += worthOf(exchange, asset, units(quantity), clock.nowMs());
        held.set(asset, (held.get(asset) ?? 0n) + units(quantity));
      }
    }
  }
  for (const [asset, amount] of ledger.assets(account)) expect(held.get(asset) ?? 0n).toBe(amount);
  return profit;
}

/** By asset: what came to the trader less what he gave, of orders that have ended. */
async function dualProfit(exchange: TestExchange, who: Who, type: 'call' | 'put') {
  const net = new Map<string, bigint>();
  for (const { id } of await dualList(exchange, who, type, 'SETTLEMENT_SUCCESS')) {
    for (const { from, to, asset, amount } of await flowsOf(exchange, `dual:${id}`)) {
      if (to.startsWith('user:')) net.set(asset, (net.get(asset) ?? 0n) + amount);
      if (from.startsWith('user:')) net.set(asset, (net.get(asset) ?? 0n) - amount);
    }
  }
  return net;
}

/** By `type asset`. */
export async function bookedEarn(exchange: TestExchange, who: Who): Promise<ReadonlyMap<string, bigint>> {
  const userId: number = (await exchange.send('upstreamProfile', { who })).data.user_id;
  const booked = new Map([['auto-investment USDT', await planProfit(exchange, who, userId)]]);
  for (const [asset, amount] of await dualProfit(exchange, who, 'call')) booked.set(`sell-high ${asset}`, amount);
  for (const [asset, amount] of await dualProfit(exchange, who, 'put')) booked.set(`buy-low ${asset}`, amount);
  return booked;
}

/** What each product tells of the days before today, by `type day asset`; by sources that have read nothing before. */
export async function endedEarnDays(exchange: TestExchange, userId: number): Promise<ReadonlyMap<string, bigint>> {
  const nowMs = exchange.clock.nowMs();
  const today = new Date(Math.floor(nowMs / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
  const days = new Map<string, bigint>();
  for (const source of [exchange.invest.source, ...dualSources(exchange.dual)]) {
    const income = await source.incomeOf(userId, nowMs);
    for (const { day, asset, earned } of income.days) {
      if (day >= today) continue;
      const key = `${source.type} ${day} ${asset}`;
      expect(days.has(key)).toBe(false);
      days.set(key, earned);
    }
  }
  return days;
}
