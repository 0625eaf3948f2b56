import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { BotBook, Telling } from './bot-book.ts';
import { instrumentsOf } from './bot-markets.ts';
import type { LiveBot } from './live-bot.ts';
import type { MarketTurns } from './market-turns.ts';
import { writeOperation } from './settle-bot.ts';

/** Path that one command replays at most: its transaction stays small, and other commands get their turn. */
const STRIDE_MS = 6 * 3_600_000;
/** The first one is as long as a tick. */
const FIRST_STRIDE_MS = 1_000;
/** Bots whose records one turn tells: some milliseconds, however many there are. */
const TOLD_A_TURN = 1_000;
/** A pause of this length is a slow tick, not a time that anybody was away. */
const UNNOTICED_MS = 10_000;

export interface CatchUpParts extends Pick<ExchangeParts, 'feed' | 'sequencer' | 'log' | 'progress'> {
  readonly book: BotBook;
  readonly turns: MarketTurns;
}

/**
 * After a restart: gives the bots the market path that they missed, where the feed knows it; where it does not, they
 * go on from the present price. Each bot's record says from when to when, and which of the two it was (`catch_up`). A catch-up that
 * was stopped on its way is gone on with; of it the records tell already, so they are told of what came since.
 */
export async function catchUp(parts: CatchUpParts, nowMs: number): Promise<void> {
  const { feed, book, turns, sequencer, log, progress } = parts;
  const fromMs = turns.cursorMs;
  if (fromMs < 0) return;
  const { markets, startsMs } = sleepers(book);
  // The notes come first: a second stop on the way loses nothing, and repeats nothing.
  if (turns.telling !== null) await tellAway(parts, turns.telling, markets);
  if (nowMs - fromMs < UNNOTICED_MS) return;
  const notedMs = turns.notedToMs;
  const isNoticed = nowMs - notedMs >= UNNOTICED_MS;
  const bots = isNoticed ? await tellAway(parts, { fromMs: notedMs, toMs: nowMs, bots: 0 }, markets) : 0;
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

/** The markets of all bots that live, and when the last of those that have not started was funded, ms; −1: all have. */
function sleepers(book: BotBook): { readonly markets: ReadonlySet<string>; readonly startsMs: number } {
  const specs = new Set<MarketSpec>();
  let startsMs = -1;
  for (const { spec, record, machine } of book.running()) {
    specs.add(spec);
    if (machine === null) startsMs = Math.max(startsMs, record.createMs);
  }
  return { markets: new Set([...specs].flatMap(instrumentsOf)), startsMs };
}

/** The instruments whose path the feed knows. */
function knownOf(feed: MarketFeed, markets: ReadonlySet<string>, fromMs: number, toMs: number): ReadonlySet<string> {
  return new Set([...markets].filter((market) => feed.knowsPath(market, fromMs, toMs)));
}

/**
 * Tells the records of all bots of a time that nobody was there, some of them a turn, each turn with how far it has come. Nothing else
 * happens meanwhile, so the bots are the same ones after another stop. Resolves with how many there are.
 */
async function tellAway(parts: CatchUpParts, telling: Telling, markets: ReadonlySet<string>): Promise<number> {
  const { feed, book, turns, sequencer } = parts;
  const { fromMs, toMs } = telling;
  const known = knownOf(feed, markets, turns.cursorMs, toMs);
  const rest = book.running()[Symbol.iterator]();
  let bots = 0;
  for (; bots < telling.bots && rest.next().done !== true; bots += 1);
  for (let isDone = false; !isDone; ) {
    isDone = await sequencer.submit((tx) => {
      for (let left = TOLD_A_TURN; left > 0; left -= 1) {
        const next = rest.next();
        if (next.done === true) {
          turns.noteAway(tx, toMs);
          return true;
        }
        noteCatchUp(tx, next.value, { fromMs, toMs, known });
        bots += 1;
      }
      turns.noteTelling(tx, { fromMs, toMs, bots });
      return false;
    });
  }
  return bots;
}

interface Away {
  readonly fromMs: number;
  readonly toMs: number;
  readonly known: ReadonlySet<string>;
}

function noteCatchUp(tx: Pick<Tx, 'append'>, { record, spec }: LiveBot, { fromMs, toMs, known }: Away): void {
  const isKnown = instrumentsOf(spec).every((instrument) => known.has(instrument));
  writeOperation(tx, record.id, {
    type: 'catch_up',
    timeMs: toMs,
    from: { time: seconds(fromMs) },
    to: { time: seconds(toMs) },
    explain: isKnown ? 'path-replayed' : 'path-unknown',
  });
}

function seconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}
