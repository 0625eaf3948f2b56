import type { EquitySpan } from '#lib/formulas/drawdown.ts';
import { formatParams } from '#lib/kinds/stored-params.ts';
import { createBoundedCache } from '../market/bounded-cache.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreBatch, StoredRow, StoreReader } from '../store/store.ts';
import { giveWay } from '../surroundings/turn-time.ts';
import type { BotRecord } from './bot-record.ts';
import { formatBotRecord, isFinished, parseBotRecord } from './bot-record.ts';
import { CopiesOf, type EndedCopies } from './copies-of.ts';
import { SENT_SHARES } from './copy-share.ts';
import {
  type DailyPoint,
  formatDailyPoint,
  formatSpan,
  parseDailyPoint,
  parseSpan,
  type StoredSpan,
} from './daily-curve.ts';
import { type AnyBot, type EndedBot, isArchived } from './ended-bot.ts';
import { type LiveBot, TurnNotes } from './live-bot.ts';
import { OwnedBots } from './owned-bots.ts';

/** Collections and journal streams of the bots' side; the store declares them when it is opened. */
export const BOT_COLLECTIONS = ['bots', 'bot_clock', 'ended_bots', 'ended_facts', SENT_SHARES] as const;
export const STREAM = {
  fills: 'bot_fills',
  orders: 'bot_orders',
  operations: 'bot_operations',
  /** Times that nobody was there, once for all bots. */
  away: 'bot_away',
  daily: 'bot_daily',
  /** What ended bots earned day by day, by owner (ended-days.ts). */
  endedDays: 'ended_days',
  /** Points of young bots within their days. */
  early: 'bot_early',
  rounds: 'bot_rounds',
  roundOrders: 'bot_round_orders',
  /** Exact params: those of the creation, and of each change. */
  params: 'bot_params',
  /** What each bot's machine was called for (tape-words.ts). */
  tape: 'bot_tape',
} as const;

/** First id of a bot; ids go up by one. */
const FIRST_BOT_ID = 100_001;
/** Bots of the archive that are kept as they were read: what somebody looks at now. */
const READ_BOTS = 128;
/** Bots whose rows a start asks for at once, while it makes those before: few, for what is on its way grows old and is garbage then. */
const READ_AT_ONCE = 100;
/** Bots that are made of what was read between two looks at what came in; the first ones of a process take some milliseconds each. */
const MADE_AT_ONCE = 10;

interface StoredBot {
  readonly record: unknown;
  /** Null before the start and once finished. */
  readonly machine: unknown;
  /** What its equity did in the running UTC day, and up to when; absent in rows from before it was kept. */
  readonly watch?: StoredWatch | null;
  /** Of bots in the archive, so that one reading has all of it: the rows of the daily stream. */
  readonly curve?: readonly string[];
}

interface StoredWatch {
  readonly span: StoredSpan;
  readonly untilMs: number;
}

/** A bot as the disk has it, before its machine is made. */
export interface LoadedBot {
  readonly record: BotRecord;
  /** Exact params as they were stored last; null in rows from before they were kept, and of bots in the archive. */
  readonly params: string | null;
  readonly machine: unknown;
  readonly watch: { readonly span: EquitySpan | null; readonly untilMs: number } | null;
  readonly curve: DailyPoint[];
}

/**
 * Every bot of the exchange, with the ways to find them. Those that have ended are in the archive soon (F4): of them
 * memory has what lists and rankings need, and the few that were looked at last.
 */
export interface BotBook {
  /** The whole bot; one of the archive is read from the store. */
  get(botId: number): Promise<LiveBot | undefined>;
  /** The whole bot while memory has it: until it has ended and gone to the archive. */
  inMemory(botId: number): LiveBot | undefined;
  /** What memory has of the archive's bot that was read as this one; undefined when it has been written anew since, or lies in none. */
  inArchive(bot: LiveBot): EndedBot | undefined;
  /** What memory has of a bot, of the archive too. */
  known(botId: number): AnyBot | undefined;
  /** Who owns a bot, of the archive too. */
  ownerOf(botId: number): number | undefined;
  every(): Iterable<AnyBot>;
  /** Bots that live: neither finished nor refused. */
  running(): Iterable<LiveBot>;
  ofOwner(userId: number): readonly AnyBot[];
  runningOf(userId: number): readonly LiveBot[];
  /** How many of an account's ended after a moment. */
  endedSince(userId: number, sinceMs: number): number;
  /** Copies of a bot that are not in the archive, those that ended a moment ago among them. */
  copiesOf(botId: number): Iterable<LiveBot>;
  /** What its copies in the archive came to. */
  endedCopiesOf(botId: number): EndedCopies;
  /** Whether an account has ever made a copy of a bot. */
  hasCopied(userId: number, botId: number): boolean;
  /** Living copies of a bot. */
  followersOf(botId: number): number;
  nextId(): number;
  add(bot: AnyBot): void;
  /** Takes back an `add` (a refused command). */
  drop(botId: number): void;
  /** Puts another object in the place of the bot with the same id (a refused command's undo, the archive). */
  replace(bot: AnyBot): void;
  /** The same for one that this command writes into the archive, as `written`. Taken back with the command. */
  putAway(tx: Pick<Tx, 'onUndo' | 'afterCommit'>, bot: EndedBot, written: Pick<LiveBot, 'record' | 'curve'>): void;
}

/** The bots of the archive, of which those that were looked at last are kept as they were read. */
function openArchive(store: Pick<StoreReader, 'get'>, onLost: (botId: number) => void) {
  const looked = createBoundedCache<EndedBot, Promise<LiveBot | null>>(READ_BOTS);
  const readOf = new WeakMap<LiveBot, EndedBot>();
  const lost = new Set<number>();
  /** Written in turns that the disk does not have yet. A database whose turns wait for a standby is read as it was before them: what it says must not be kept. */
  const underWay = new Map<EndedBot, LiveBot>();

  /** A row that a damaged disk has lost takes its own bot out of sight, and nobody else's. */
  async function read(bot: EndedBot): Promise<LiveBot | null> {
    const { id } = bot.record;
    const found = readEnded(await store.get('ended_bots', `${id}`), bot);
    if (found === null && !lost.has(id)) {
      lost.add(id);
      onLost(id);
    }
    if (found !== null) readOf.set(found, bot);
    return found;
  }

  return {
    async read(bot: EndedBot): Promise<LiveBot | null> {
      return underWay.get(bot) ?? looked.get(bot, () => read(bot));
    },
    put(tx: Pick<Tx, 'onUndo' | 'afterCommit'>, bot: EndedBot, { record, curve }: Pick<LiveBot, 'record' | 'curve'>) {
      const written = putAwayBot(bot, record, [...curve]);
      readOf.set(written, bot);
      underWay.set(bot, written);
      const forget = () => void underWay.delete(bot);
      tx.onUndo(forget);
      tx.afterCommit(forget);
    },
    /** Of what memory had this bot was read; undefined when it was not. */
    readOf: (bot: LiveBot): EndedBot | undefined => readOf.get(bot),
  };
}

/** `store` has the bots that are in the archive; `onLost` is told once of each that it lacks. */
export function createBotBook(store: Pick<StoreReader, 'get'>, onLost: (botId: number) => void): BotBook {
  const bots = new Map<number, AnyBot>();
  const awake = new Set<number>();
  const owned = new OwnedBots();
  const copies = new CopiesOf();
  const archive = openArchive(store, onLost);
  let lastId = FIRST_BOT_ID - 1;

  function put(bot: AnyBot): void {
    const { id } = bot.record;
    const before = bots.get(id);
    copies.put(bot, before);
    owned.put(bot, before);
    bots.set(id, bot);
    if (isArchived(bot)) awake.delete(id);
    else awake.add(id);
  }

  return {
    ...botsOfOwners(bots, owned),
    async get(botId) {
      const bot = bots.get(botId);
      if (bot === undefined || !isArchived(bot)) return bot;
      return (await archive.read(bot)) ?? undefined;
    },
    inMemory(botId) {
      const bot = bots.get(botId);
      return bot === undefined || isArchived(bot) ? undefined : bot;
    },
    inArchive(bot) {
      const ended = archive.readOf(bot);
      return ended !== undefined && bots.get(bot.record.id) === ended ? ended : undefined;
    },
    known: (botId) => bots.get(botId),
    ownerOf: (botId) => bots.get(botId)?.record.ownerId,
    every: () => bots.values(),
    *running() {
      for (const botId of awake) {
        const bot = livingOf(bots.get(botId));
        if (bot !== null) yield bot;
      }
    },
    copiesOf: (botId) => copies.hereOf(botId),
    endedCopiesOf: (botId) => copies.archivedOf(botId),
    followersOf: (botId) => copies.livingOf(botId),
    hasCopied: (userId, botId) => copies.isCopier(userId, botId),
    nextId: () => lastId + 1,
    add(bot) {
      const { id } = bot.record;
      if (bots.has(id)) throw new Error(`bot ${id} exists already`);
      put(bot);
      lastId = Math.max(lastId, id);
    },
    drop(botId) {
      const bot = bots.get(botId);
      if (bot === undefined) return;
      bots.delete(botId);
      awake.delete(botId);
      owned.drop(bot);
      copies.drop(bot);
    },
    replace: put,
    putAway(tx, bot, written) {
      const before = bots.get(bot.record.id);
      archive.put(tx, bot, written);
      put(bot);
      tx.onUndo(() => before !== undefined && put(before));
    },
  };
}

/** The bot where it lives: neither finished nor in the archive. */
function livingOf(bot: AnyBot | undefined): LiveBot | null {
  return bot === undefined || isArchived(bot) || isFinished(bot.record) ? null : bot;
}

function botsOfOwners(
  bots: ReadonlyMap<number, AnyBot>,
  owned: OwnedBots,
): Pick<BotBook, 'ofOwner' | 'runningOf' | 'endedSince'> {
  const found = (ids: Iterable<number>) => [...ids].flatMap((botId) => bots.get(botId) ?? []);
  return {
    ofOwner: (userId) => found(owned.all(userId)),
    runningOf: (userId) => found(owned.awake(userId)).flatMap((bot) => livingOf(bot) ?? []),
    endedSince(userId, sinceMs) {
      const waiting = found(owned.awake(userId)).filter(({ record }) => (record.finishMs ?? 0) > sinceMs);
      return waiting.length + owned.endedSince(userId, sinceMs);
    },
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

/** Writes what a bot trades by from now on. */
export function saveParams(batch: Pick<StoreBatch, 'append'>, { record, spec, params }: LiveBot, timeMs: number): void {
  if (params === null) throw new Error(`bot ${record.id} has no params to write`);
  batch.append(STREAM.params, `${record.id}`, timeMs, formatParams(params, spec));
}

/** Writes a bot that has ended to where the archive reads it, whole. Whoever puts it there takes it from the bots that a start reads. */
export function saveEnded(batch: Pick<StoreBatch, 'put'>, { record, curve }: LiveBot, facts: string): void {
  const key = `${record.id}`;
  const stored: StoredBot = {
    record: formatBotRecord(record),
    machine: null,
    curve: Array.from(curve, formatDailyPoint),
  };
  batch.put('ended_bots', key, JSON.stringify(stored));
  batch.put('ended_facts', key, facts);
}

/** Null when the row is not there, or no longer what was written: not even its own program can say what it was. */
function readEnded(text: string | undefined, { spec }: EndedBot): LiveBot | null {
  if (text === undefined) return null;
  try {
    const { record, curve = [] } = JSON.parse(text) as StoredBot;
    return putAwayBot({ spec }, parseBotRecord(record), curve.map(parseDailyPoint));
  } catch {
    return null;
  }
}

/** A bot of the archive, whole. */
function putAwayBot({ spec }: Pick<EndedBot, 'spec'>, record: BotRecord, curve: DailyPoint[]): LiveBot {
  return { record, spec, params: null, machine: null, watch: null, notes: new TurnNotes(), curve };
}

/** Every bot of the store, or those of one of its collections: `bots` has what is not in the archive. */
export async function* loadBots(
  store: StoreReader,
  collections: readonly ('bots' | 'ended_bots')[] = ['ended_bots', 'bots'],
): AsyncIterable<LoadedBot> {
  for (const collection of collections) {
    for await (const some of oneAhead(readSome(store, collection))) {
      for (const [index, row] of some.rows.entries()) {
        if (index % MADE_AT_ONCE === 0) await giveWay();
        yield await loadBot(store, row, some.curves[index] ?? [], some.params[index] ?? null);
      }
    }
  }
}

/** Rows of some bots, with their curves and params, which are asked for together: a start has many. */
interface SomeRows {
  readonly rows: readonly StoredRow[];
  readonly curves: readonly (readonly string[])[];
  readonly params: readonly (string | null)[];
}

async function* readSome(store: StoreReader, collection: 'bots' | 'ended_bots'): AsyncGenerator<SomeRows> {
  let rows: StoredRow[] = [];
  for await (const row of store.all(collection)) {
    rows.push(row);
    if (rows.length < READ_AT_ONCE) continue;
    yield await withDays(store, rows);
    rows = [];
  }
  yield await withDays(store, rows);
}

async function withDays(store: StoreReader, rows: readonly StoredRow[]): Promise<SomeRows> {
  const keys = rows.map(({ key }) => key);
  const [curves, params] = await Promise.all([store.valuesOf(STREAM.daily, keys), store.lastOf(STREAM.params, keys)]);
  return { rows, curves, params };
}

/** The same, with the next one under way while one is worked on: the store has a thread of its own. */
async function* oneAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  for (let coming = source.next(); ; ) {
    const { done, value } = await coming;
    if (done === true) return;
    coming = source.next();
    // Who stops before is told nothing of what he did not wait for.
    coming.catch(() => {});
    yield value;
  }
}

async function loadBot(
  store: StoreReader,
  row: StoredRow,
  days: readonly string[],
  params: string | null,
): Promise<LoadedBot> {
  const { record, machine, watch, curve } = readRow(row);
  const read = parseBotRecord(record);
  if (read.tradeNum > 0 && read.lastTradeMs === null) {
    const { rows } = await store.page(STREAM.fills, row.key, 1, 1);
    read.lastTradeMs = rows[0]?.timeMs ?? null;
  }
  const watched = watch === undefined || watch === null ? null : { ...watch, span: parseSpan(watch.span) };
  return { record: read, params, machine, watch: watched, curve: (curve ?? days).map(parseDailyPoint) };
}

/** A row that nobody can read is no bot that can be left out: it holds money. */
function readRow({ key, value }: StoredRow): StoredBot {
  try {
    return JSON.parse(value) as StoredBot;
  } catch (cause) {
    throw new Error(`the row of bot ${key} cannot be read`, { cause });
  }
}

export interface BotClock {
  /** The market path has been given to all bots up to here, ms. */
  readonly cursorMs: number;
  /** Set while a catch-up is under way: what the bots' records tell of the time that nobody was there goes up to here, ms. */
  readonly notedToMs?: number;
  /** Set by a program that wrote such a time into the record of each bot, where it was stopped on its way. */
  readonly telling?: Telling;
}

/** A time that nobody was there, and how many of the bots that ran in it have it on their records, ids in the order of the store. */
export interface Telling {
  readonly fromMs: number;
  readonly toMs: number;
  readonly bots: number;
}

export function saveClock(batch: Pick<StoreBatch, 'put'>, clock: BotClock): void {
  batch.put('bot_clock', 'market', JSON.stringify(clock));
}

export async function loadClock(store: StoreReader): Promise<BotClock | null> {
  const text = await store.get('bot_clock', 'market');
  return text === undefined ? null : (JSON.parse(text) as BotClock);
}
