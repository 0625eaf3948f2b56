import { type DriverPoint, LiveDriver } from '#lib/engine/live-driver.ts';
import type { CloseInstruction, MarketView } from '#lib/engine/machine.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MarketFeed } from '../market/feed.ts';
import { createMarketView } from '../market/market-view.ts';
import { createMovingAverage } from '../market/moving-average.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import { type BotBook, loadBots, loadClock, STREAM, saveBot, saveClock } from './bot-book.ts';
import { dailyPointAt } from './bot-equity.ts';
import { engineParamsOf } from './bot-kinds.ts';
import { formatBotRecord, isFinished, parseBotRecord } from './bot-record.ts';
import { candlePoints } from './candle-points.ts';
import { startBot } from './create-bot.ts';
import { formatDailyPoint, nextMidnight } from './daily-curve.ts';
import { finishUnstarted } from './finish-unstarted.ts';
import { emptyNotes, type LiveBot, restoreMachine } from './live-bot.ts';
import { type SettleStyle, settleBot } from './settle-bot.ts';

/** A turn without any change still notes how far the market has been followed, this often. */
const IDLE_SAVE_MS = 60_000;

/**
 * How a stretch of market is given to the bots: `seconds` as it happened, `minutes` by the canonical path of each
 * minute (both ends on a minute), `unknown`: the feed does not know it, the bots see the price at its end.
 */
export type PathKind = 'seconds' | 'minutes' | 'unknown';

export interface StepOptions {
  readonly pathOf?: (market: string) => PathKind;
  readonly style?: SettleStyle;
}

export interface MarketTurnParts {
  readonly store: StoreReader;
  readonly ledger: Ledger;
  readonly feed: MarketFeed;
  readonly book: BotBook;
}

/** Moves the bots along the market, one sequencer command a step. Everything that a step changes is in its command's transaction. */
export interface MarketTurns {
  /** All bots have seen the market up to here; −1 before the first turn. */
  cursorMs(): number;
  /** Loads the bots of the store and sets the cursor where it was. */
  load(): void;
  /** Takes in a bot that is already in the book. One that has not started starts with the next step. */
  admit(bot: LiveBot): void;
  dismiss(bot: LiveBot): void;
  /** Gives every bot the market path up to `toMs`. */
  advance(tx: Pick<Tx, 'put' | 'append'>, toMs: number, options?: StepOptions): void;
  /** The owner's termination, at the cursor's prices. Undone with its command. */
  terminate(tx: Tx, bot: LiveBot, close: CloseInstruction): void;
  /** Sets the cursor without telling anybody: where the demo world ends. */
  begin(tx: Pick<Tx, 'put'>, cursorMs: number): void;
  view(market: string): MarketView;
}

export function createMarketTurns(parts: MarketTurnParts): MarketTurns {
  const { store, ledger, feed, book } = parts;
  const average = createMovingAverage(feed);
  const drivers = new Map<string, LiveDriver>();
  const views = new Map<string, MarketView>();
  const waiting = new Set<LiveBot>();
  let cursorMs = -1;
  let savedMs = -1;

  function view(market: string): MarketView {
    const known = views.get(market) ?? createMarketView(feed, [market], average);
    views.set(market, known);
    return known;
  }

  function driverOf(market: string): LiveDriver {
    const known = drivers.get(market);
    if (known !== undefined) return known;
    const driver = new LiveDriver();
    const ticks = cursorMs < 0 ? null : feed.lastTicks(market, cursorMs);
    if (ticks !== null) driver.setLastTicks(ticks);
    drivers.set(market, driver);
    return driver;
  }

  function admit(bot: LiveBot): void {
    if (isFinished(bot.record)) return;
    if (bot.machine === null) waiting.add(bot);
    else driverOf(bot.spec.market).add(`${bot.record.id}`, bot.machine);
  }

  function dismiss(bot: LiveBot): void {
    waiting.delete(bot);
    drivers.get(bot.spec.market)?.remove(`${bot.record.id}`);
  }

  /** A price to value a bot at: the feed's, else the last one that the bots saw. */
  function priceOf(bot: LiveBot, timeMs: number): number {
    const ticks = feed.lastTicks(bot.spec.market, timeMs) ?? driverOf(bot.spec.market).lastTicks;
    if (Number.isNaN(ticks)) throw new Error(`bot ${bot.record.id} moved on a market without a price`);
    return ticks;
  }

  /** Settles a bot at the price of its end, or of the step's end, and closes its curve when it is over. */
  function settle(tx: Pick<Tx, 'put' | 'append'>, bot: LiveBot, timeMs: number, style?: SettleStyle): void {
    const at = bot.notes.finish?.timeMs ?? timeMs;
    const ticks = priceOf(bot, at);
    settleBot({ ledger, batch: tx, style }, bot, ticks);
    if (!isFinished(bot.record)) return;
    dismiss(bot);
    notePoint(tx, bot, ticks, at + 1);
  }

  function notePoint(tx: Pick<Tx, 'append'>, bot: LiveBot, ticks: number, timeMs: number): void {
    const point = dailyPointAt(feed, bot, ticks, timeMs);
    bot.curve.push(point);
    tx.append(STREAM.daily, `${bot.record.id}`, timeMs, formatDailyPoint(point));
  }

  /** Starts the funded bots at the prices of `timeMs`; none before it was funded. */
  function startWaiting(tx: Pick<Tx, 'put' | 'append'>, timeMs: number, { style }: StepOptions): boolean {
    let hasStarted = false;
    for (const bot of waiting) {
      const { market } = bot.spec;
      const ticks = bot.record.createMs > timeMs ? null : feed.lastTicks(market, timeMs);
      if (ticks === null) continue;
      waiting.delete(bot);
      const machine = startBot(bot, view(market), ticks, timeMs);
      const driver = driverOf(market);
      if (Number.isNaN(driver.lastTicks)) driver.setLastTicks(ticks);
      driver.add(`${bot.record.id}`, machine);
      settle(tx, bot, timeMs, style);
      hasStarted = true;
    }
    return hasStarted;
  }

  /** One stretch that does not cross a UTC midnight. Returns the bots that it touched. */
  function step(fromMs: number, toMs: number, pathOf: (market: string) => PathKind): Set<LiveBot> {
    const touched = new Set<LiveBot>();
    const note = (keys: readonly string[]): void => {
      for (const key of keys) {
        const bot = book.get(Number(key));
        if (bot !== undefined) touched.add(bot);
      }
    };
    for (const [market, driver] of drivers) {
      if (driver.size === 0) continue;
      for (const point of pathPoints(feed, market, fromMs, toMs, pathOf(market))) note(driver.advance(point));
      note(driver.advanceTime(toMs));
    }
    return touched;
  }

  function takeDay(tx: Pick<Tx, 'append'>, midnightMs: number): void {
    for (const bot of book.running()) {
      const ticks = feed.lastTicks(bot.spec.market, midnightMs);
      if (ticks !== null && bot.machine !== null) notePoint(tx, bot, ticks, midnightMs);
    }
  }

  function advance(tx: Pick<Tx, 'put' | 'append'>, toMs: number, options: StepOptions = {}): void {
    if (cursorMs < 0) cursorMs = toMs;
    let hasChanged = startWaiting(tx, cursorMs, options);
    while (cursorMs < toMs) {
      const endMs = Math.min(toMs, nextMidnight(cursorMs));
      const touched = step(cursorMs, endMs, options.pathOf ?? (() => 'seconds'));
      for (const bot of touched) settle(tx, bot, endMs, options.style);
      cursorMs = endMs;
      hasChanged = startWaiting(tx, endMs, options) || touched.size > 0 || hasChanged;
      if (nextMidnight(endMs - 1) === endMs) takeDay(tx, endMs);
    }
    if (!hasChanged && cursorMs - savedMs < IDLE_SAVE_MS) return;
    saveClock(tx, { cursorMs });
    savedMs = cursorMs;
  }

  function revive(loaded: { record: LiveBot['record']; machine: unknown; curve: LiveBot['curve'] }): LiveBot {
    const { record, curve } = loaded;
    const spec = feed.spec(record.market);
    if (spec === undefined)
      throw new Error(`bot ${record.id} trades ${record.market}, which this market does not have`);
    const notes = emptyNotes();
    const params = engineParamsOf(record.payload, spec, record.feeRate);
    const machine =
      loaded.machine === null ? null : restoreMachine(record.kind, params, loaded.machine, view(spec.market), notes);
    return { record, spec, machine, notes, curve };
  }

  /** A copy of the bot as it is now, for the undo of what is about to happen to it. */
  function copyOf(bot: LiveBot): LiveBot {
    const record = parseBotRecord(structuredClone(formatBotRecord(bot.record)));
    return revive({ record, machine: bot.machine?.snapshot() ?? null, curve: [...bot.curve] });
  }

  return {
    cursorMs: () => cursorMs,
    load() {
      cursorMs = loadClock(store)?.cursorMs ?? -1;
      savedMs = cursorMs;
      for (const loaded of loadBots(store)) {
        const bot = revive(loaded);
        book.add(bot);
        admit(bot);
      }
    },
    admit,
    dismiss,
    advance,
    terminate(tx, bot, close) {
      const before = copyOf(bot);
      tx.onUndo(() => {
        dismiss(bot);
        book.replace(before);
        admit(before);
      });
      const atMs = Math.max(cursorMs, bot.record.createMs);
      const ticks = priceOf(bot, atMs);
      if (bot.machine === null) {
        waiting.delete(bot);
        finishUnstarted({ ledger, batch: tx }, bot, ticks, atMs);
        notePoint(tx, bot, ticks, atMs + 1);
        return;
      }
      bot.machine.terminate(close, [ticks], atMs);
      driverOf(bot.spec.market).refresh(`${bot.record.id}`);
      settle(tx, bot, atMs);
    },
    begin(tx, startMs) {
      cursorMs = startMs;
      savedMs = startMs;
      saveClock(tx, { cursorMs });
    },
    view,
  };
}

/** The points that the bots of a market are shown for a stretch. */
function pathPoints(
  feed: MarketFeed,
  market: string,
  fromMs: number,
  toMs: number,
  kind: PathKind,
): Iterable<DriverPoint> {
  if (kind === 'seconds') return feed.points(market, fromMs, toMs);
  if (kind === 'minutes') return candlePoints(feed, market, fromMs, toMs);
  const ticks = feed.lastTicks(market, toMs);
  return ticks === null ? [] : [{ timeMs: toMs, ticks, jump: true }];
}
