import type { MarketSpec } from '#lib/money/market-spec.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time/durations.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import type { BotBook, Telling } from './bot-book.ts';
import { instrumentsOf } from './bot-markets.ts';
import type { MarketTurns } from './market-turns.ts';

/** Path that one command replays at most: its transaction stays small, and other commands get their turn. */
const STRIDE_MS = 6 * HOUR_MS;
/** The first one is as long as a tick. */
const FIRST_STRIDE_MS = 1_000;
/** Behind every id. */
const BEYOND = '~';
/** A minute that is not told so long after its end will not be soon. */
const LATE_MS = 5 * MINUTE_MS;
/** A pause of this length is a slow tick, not a time that anybody was away. */
const UNNOTICED_MS = 10_000;

export interface CatchUpParts extends Pick<ExchangeParts, 'feed' | 'sequencer' | 'log' | 'progress'> {
  readonly book: BotBook;
  readonly turns: MarketTurns;
}

/**
 * After a restart: gives the bots the market path that they missed, where the feed knows it; where it does not, they
 * go on from the present price. Each bot's record says from when to when, and which of the two it was (TimesAway). A catch-up that
 * was stopped on its way is gone on with; of it the records tell already, so they are told of what came since.
 */
export async function catchUp(parts: CatchUpParts, nowMs: number): Promise<void> {
  const { feed, book, turns } = parts;
  if (turns.cursorMs < 0) return;
  const knownMs = knownUntil(feed, sleepers(book).markets, turns.cursorMs, nowMs);
  if (knownMs !== null) await catchUpTo(parts, knownMs);
  await catchUpTo(parts, nowMs);
}

async function catchUpTo(parts: CatchUpParts, nowMs: number): Promise<void> {
  const { feed, book, turns, sequencer, log, progress } = parts;
  const fromMs = turns.cursorMs;
  const { markets, startsMs, bots } = sleepers(book);
  // The note comes first: a second stop on the way loses nothing, and repeats nothing.
  const note = (time: { readonly fromMs: number; readonly toMs: number; readonly firstBot?: string }) => {
    const knownThen = knownOf(feed, markets, fromMs, time.toMs);
    const unknown = [...markets].filter((market) => !knownThen.has(market));
    return sequencer.submit((tx) => turns.noteAway(tx, { ...time, unknown }));
  };
  const { telling } = turns;
  if (telling !== null)
    await note({ fromMs: telling.fromMs, toMs: telling.toMs, firstBot: firstUntold(book, telling) });
  if (nowMs - fromMs < UNNOTICED_MS) return;
  const notedMs = turns.notedToMs;
  if (nowMs - notedMs >= UNNOTICED_MS) await note({ fromMs: notedMs, toMs: nowMs });
  const known = knownOf(feed, markets, fromMs, nowMs);
  // Bots that were funded but not started begin where they would have begun: with the next tick.
  const firstEndMs = Math.max(fromMs + FIRST_STRIDE_MS, startsMs);
  for (let toMs = fromMs; toMs < nowMs; ) {
    const isFirst = toMs === fromMs;
    // A market of unknown path is seen once, at its present price; strides would invent a path of jumps.
    toMs = known.size === markets.size ? Math.min(nowMs, isFirst ? firstEndMs : toMs + STRIDE_MS) : nowMs;
    const pathOf = (market: string) => (known.has(market) ? 'seconds' : 'unknown');
    for (let isThere = false; !isThere; ) isThere = await sequencer.submit((tx) => turns.advance(tx, toMs, { pathOf }));
    progress(`Catching up on the market: ${Math.round((100 * (toMs - fromMs)) / (nowMs - fromMs))} %`);
  }
  log.info('caught-up', { fromMs, toMs: nowMs, bots, markets: markets.size, known: known.size });
}

interface Sleepers {
  readonly bots: number;
  readonly markets: ReadonlySet<string>;
  /** When the last of those that have not started was funded, ms; −1: all have. */
  readonly startsMs: number;
}

/** The bots that live. */
function sleepers(book: BotBook): Sleepers {
  const specs = new Set<MarketSpec>();
  let [bots, startsMs] = [0, -1];
  for (const { spec, record, machine } of book.running()) {
    bots += 1;
    specs.add(spec);
    if (machine === null) startsMs = Math.max(startsMs, record.createMs);
  }
  return { bots, markets: new Set([...specs].flatMap(instrumentsOf)), startsMs };
}

/** The first bot, in the order of the store, whose record a program before did not come to; beyond all of them where there is none. */
function firstUntold(book: BotBook, { bots: told }: Telling): string {
  let place = 0;
  for (const { record } of book.running()) {
    if (place === told) return `${record.id}`;
    place += 1;
  }
  return BEYOND;
}

/** The instruments whose path the feed knows. Of one that ends on a minute the moment itself is the next minute's, which may not be over. */
function knownOf(feed: MarketFeed, markets: ReadonlySet<string>, fromMs: number, toMs: number): ReadonlySet<string> {
  const lastMs = toMs % MINUTE_MS === 0 ? Math.max(fromMs, toMs - 1) : toMs;
  return new Set([...markets].filter((market) => feed.knowsPath(market, fromMs, lastMs)));
}

/**
 * A live feed that has just begun to watch does not know the minute under way, nor those that ended a moment ago: the last minute's end
 * up to which more paths are known than to the present. All that was told before would be lost for it. Where a market had no price that it
 * has by now, bots that are called could be valued at none, and nobody stops there. Null: there is none.
 */
function knownUntil(feed: MarketFeed, markets: ReadonlySet<string>, fromMs: number, nowMs: number): number | null {
  const knownNow = knownOf(feed, markets, fromMs, nowMs).size;
  const lastMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const isPriced = (atMs: number) =>
    [...markets].every((market) => feed.lastTicks(market, atMs) !== null || feed.lastTicks(market, nowMs) === null);
  for (let endMs = lastMs; endMs > fromMs && lastMs - endMs < LATE_MS; endMs -= MINUTE_MS)
    if (knownOf(feed, markets, fromMs, endMs).size > knownNow && isPriced(endMs)) return endMs;
  return null;
}
