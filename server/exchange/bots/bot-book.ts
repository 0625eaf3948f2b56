import type { EquitySpan } from '#lib/formulas/drawdown.ts';
import type { StoreBatch, StoreReader } from '../store/store.ts';
import type { BotRecord } from './bot-record.ts';
import { formatBotRecord, isFinished, parseBotRecord } from './bot-record.ts';
import { type DailyPoint, formatSpan, parseDailyPoint, parseSpan, type StoredSpan } from './daily-curve.ts';
import type { LiveBot } from './live-bot.ts';

/** Collections and journal streams of the bots' side; the store declares them when it is opened. */
export const BOT_COLLECTIONS = ['bots', 'bot_clock'] as const;
export const STREAM = {
  fills: 'bot_fills',
  orders: 'bot_orders',
  operations: 'bot_operations',
  daily: 'bot_daily',
  rounds: 'bot_rounds',
  roundOrders: 'bot_round_orders',
} as const;

/** First id of a bot; ids go up by one. */
const FIRST_BOT_ID = 100_001;

interface StoredBot {
  readonly record: unknown;
  /** Null before the start and once finished. */
  readonly machine: unknown;
  /** What its equity did in the running UTC day, and up to when; absent in rows from before it was kept. */
  readonly watch?: StoredWatch | null;
}

interface StoredWatch {
  readonly span: StoredSpan;
  readonly untilMs: number;
}

/** A bot as the disk has it, before its machine is made. */
export interface LoadedBot {
  readonly record: BotRecord;
  readonly machine: unknown;
  readonly watch: { readonly span: EquitySpan | null; readonly untilMs: number } | null;
  readonly curve: DailyPoint[];
}

/** Every bot of the exchange in memory, with the ways to find them. */
export interface BotBook {
  get(botId: number): LiveBot | undefined;
  every(): Iterable<LiveBot>;
  /** Bots that live: neither finished nor refused. */
  running(): Iterable<LiveBot>;
  ofOwner(userId: number): readonly LiveBot[];
  /** Living copies of a bot. */
  followersOf(botId: number): number;
  nextId(): number;
  add(bot: LiveBot): void;
  /** Takes back an `add` (a refused command). */
  drop(botId: number): void;
  /** Puts another object in the place of the bot with the same id (a refused command's undo). */
  replace(bot: LiveBot): void;
}

export function createBotBook(): BotBook {
  const bots = new Map<number, LiveBot>();
  const owners = new Map<number, Set<number>>();
  const copies = new Map<number, Set<number>>();
  let lastId = FIRST_BOT_ID - 1;
  return {
    get: (botId) => bots.get(botId),
    every: () => bots.values(),
    *running() {
      for (const bot of bots.values()) if (!isFinished(bot.record)) yield bot;
    },
    ofOwner: (userId) => [...(owners.get(userId) ?? [])].flatMap((botId) => bots.get(botId) ?? []),
    followersOf(botId) {
      let count = 0;
      for (const copyId of copies.get(botId) ?? []) {
        const copy = bots.get(copyId);
        if (copy !== undefined && !isFinished(copy.record)) count += 1;
      }
      return count;
    },
    nextId: () => lastId + 1,
    add(bot) {
      const { id, ownerId, followId } = bot.record;
      if (bots.has(id)) throw new Error(`bot ${id} exists already`);
      bots.set(id, bot);
      const own = owners.get(ownerId) ?? new Set();
      owners.set(ownerId, own.add(id));
      if (followId > 0) copies.set(followId, (copies.get(followId) ?? new Set()).add(id));
      lastId = Math.max(lastId, id);
    },
    drop(botId) {
      const bot = bots.get(botId);
      if (bot === undefined) return;
      bots.delete(botId);
      owners.get(bot.record.ownerId)?.delete(botId);
      copies.get(bot.record.followId)?.delete(botId);
    },
    replace: (bot) => void bots.set(bot.record.id, bot),
  };
}

/** Writes a bot as it is now. */
export function saveBot(batch: Pick<StoreBatch, 'put'>, bot: LiveBot): void {
  const stored: StoredBot = {
    record: formatBotRecord(bot.record),
    machine: bot.machine?.snapshot() ?? null,
    watch: bot.watch === null ? null : { span: formatSpan(bot.watch.span()), untilMs: bot.watch.untilMs },
  };
  batch.put('bots', `${bot.record.id}`, JSON.stringify(stored));
}

/** Every bot of the store. */
export function* loadBots(store: StoreReader): Iterable<LoadedBot> {
  for (const row of store.all('bots')) {
    const { record, machine, watch } = JSON.parse(row.value) as StoredBot;
    const curve: DailyPoint[] = [];
    for (const day of store.since(STREAM.daily, row.key, 0)) curve.push(parseDailyPoint(day.value));
    const read = parseBotRecord(record);
    if (read.tradeNum > 0) read.lastTradeMs ??= store.page(STREAM.fills, row.key, 1, 1).rows[0]?.timeMs ?? null;
    const watched = watch === undefined || watch === null ? null : { ...watch, span: parseSpan(watch.span) };
    yield { record: read, machine, watch: watched, curve };
  }
}

export interface BotClock {
  /** The market path has been given to all bots up to here, ms. */
  readonly cursorMs: number;
  /** Set while a catch-up is under way: where it began. */
  readonly catchUpFromMs?: number;
}

export function saveClock(batch: Pick<StoreBatch, 'put'>, clock: BotClock): void {
  batch.put('bot_clock', 'market', JSON.stringify(clock));
}

export function loadClock(store: StoreReader): BotClock | null {
  const text = store.get('bot_clock', 'market');
  return text === undefined ? null : (JSON.parse(text) as BotClock);
}
