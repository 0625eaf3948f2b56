import { expect } from 'vitest';
import { formatAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { BotBook } from '#server/exchange/bots/bot-book.ts';
import { equityAt, profitAssetOf } from '#server/exchange/bots/bot-equity.ts';
import { isFinished } from '#server/exchange/bots/bot-record.ts';
import type { LiveBot } from '#server/exchange/bots/live-bot.ts';
import { fundReference } from '#server/exchange/bots/settle-bot.ts';
import { botAccount } from '#server/exchange/ledger/account-names.ts';
import type { BookEntry } from '#server/exchange/ledger/ledger.ts';
import { ACCOUNT_BOOK } from '#server/exchange/ledger/memory-ledger.ts';
import { createBotViews } from '#server/exchange/views/bot-views.ts';
import { bookedEarn } from './earn-figures.ts';
import type { TestAnswer, TestExchange, Who } from './exchange-fixture.ts';
import { units } from './portfolio-figures.ts';

/** A trader's income held against the ledger's own book: what bots have, gave back and were given, and what was earned without one. */

type Sums = Map<string, bigint>;

function add(sums: Sums, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}

const withoutNothing = (sums: Sums) =>
  Object.fromEntries([...sums].flatMap(([key, sum]) => (sum === 0n ? [] : [[key, formatAmount(sum)]])).sort());

/** What went from a bot to its owner less what came from him, by asset: read off the journal, not off the bot. */
async function returned(exchange: TestExchange, { record }: LiveBot): Promise<Sums> {
  const sums: Sums = new Map();
  const bot = botAccount(record.id);
  for await (const { value } of exchange.store.since(ACCOUNT_BOOK, fundReference(record.id), 0)) {
    for (const [from, to, asset, amount] of (JSON.parse(value) as BookEntry).postings) {
      const other = from === bot ? to : from;
      if (!other.startsWith('user:')) continue;
      add(sums, asset, from === bot ? BigInt(amount) : -BigInt(amount));
    }
  }
  return sums;
}

/** What the ledger says that a bot brought, and what it has now; coins that came back count at the price of its end, those that were brought at the creation's. */
async function bookedProfit(exchange: TestExchange, bot: LiveBot): Promise<bigint> {
  const { record, spec } = bot;
  const asset = profitAssetOf(spec);
  const flows = await returned(exchange, bot);
  const own = flows.get(asset) ?? 0n;
  const coins = flows.get(spec.base) ?? 0n;
  if (!isFinished(record)) {
    const { feed, accounts, clock, notifications } = exchange;
    const views = createBotViews({ feed, accounts, book: notifications.parts.book as BotBook });
    return equityAt(bot, views.prices(bot, clock.nowMs())) + own;
  }
  if (spec.contract !== undefined || coins === 0n) return own;
  return own + (coins * BigInt(record.final?.ticks ?? 0) * spec.tickUnits) / UNITS_PER_COIN;
}

async function pages(exchange: TestExchange, who: Who, interval: string, type: string): Promise<TestAnswer['data']> {
  const query = { interval, strategy_type: type, page_size: 200 };
  const first = await exchange.send('totalProfit', { who, query });
  expect(first.code).toBe(200);
  const days = [...first.data];
  for (let page = 2; page <= (first.pagecount ?? 1); page += 1) {
    days.push(...(await exchange.send('totalProfit', { who, query: { ...query, page } })).data);
  }
  return days;
}

const sum = (...figures: readonly string[]): bigint => figures.reduce((all, figure) => all + units(figure), 0n);
const DAY_MS = 86_400_000;
const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** Everything that is told of a trader's income agrees with itself and, by type and asset, with the ledger to the last unit. `ids`: his bots. */
export async function expectIncome(
  exchange: TestExchange,
  who: Who,
  ids: readonly number[],
): Promise<TestAnswer['data']> {
  const book = exchange.notifications.parts.book as BotBook;
  const booked: Sums = new Map();
  for (const id of ids) {
    const bot = (await book.get(id)) as LiveBot;
    add(booked, `${bot.record.kind} ${profitAssetOf(bot.spec)}`, await bookedProfit(exchange, bot));
  }
  for (const [key, amount] of await bookedEarn(exchange, who)) add(booked, key, amount);
  const { data: all } = await exchange.send('userProfit', { who, query: { strategy_type: 'all' } });
  const told: Sums = new Map();
  for (const { strategy_type: type, asset, profit, shares } of all.parts) {
    add(told, `${type} ${asset}`, units(profit) - units(shares));
  }
  expect(withoutNothing(told)).toEqual(withoutNothing(booked));

  const types = [...new Set<string>(all.parts.map((part: { strategy_type: string }) => part.strategy_type))];
  for (const type of [...types, 'all']) await expectDays(exchange, who, type);
  return all;
}

/** The line is without a gap, ends today at the figures beside it, and the bars are its steps. */
async function expectDays(exchange: TestExchange, who: Who, type: string): Promise<void> {
  const key = type === 'all' ? 'total' : type;
  const { data: user } = await exchange.send('userProfit', { who, query: { strategy_type: type } });
  const line = await pages(exchange, who, 'all', type);
  const today = Date.parse(`${dayOf(exchange.clock.nowMs())}T00:00:00Z`);
  const dates = line.map(({ trading_date: date }: { trading_date: string }) => date);
  expect(dates).toEqual(line.map((_: unknown, index: number) => dayOf(today - (line.length - 1 - index) * DAY_MS)));
  expect(sum(line.at(-1)?.[key] ?? '0')).toBe(sum(user.history_profit, user.run_total_profit, user.signal_profit));
  for (const interval of ['7', '30', '90']) {
    expect(await pages(exchange, who, interval, type)).toEqual(line.slice(-Number(interval)));
    const { data: bars } = await exchange.send('dailyProfit', { who, query: { interval, strategy_type: type } });
    const before = line.length - bars.length;
    const steps = bars.map((_: unknown, index: number) =>
      formatAmount(sum(line[before + index][key]) - sum(line[before + index - 1]?.[key] ?? '0')),
    );
    expect(bars.map((bar: Record<string, string>) => bar[key])).toEqual(steps);
    expect(sum(bars.at(-1)?.[key] ?? '0')).toBe(sum(user.today_profit));
  }
  if (type !== 'all') return;
  for (const { trading_date: _date, total, ...byType } of line)
    expect(sum(total)).toBe(sum(...(Object.values(byType) as string[])));
}
