import type { ExchangeParts } from '../parts/exchange-parts.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { BotBook } from './bot-book.ts';
import { instrumentsOf } from './bot-markets.ts';
import type { LiveBot } from './live-bot.ts';
import type { MarketTurns } from './market-turns.ts';
import { writeOperation } from './settle-bot.ts';

/** Path that one command replays at most: its transaction stays small, and other commands get their turn. */
const STRIDE_MS = 6 * 3_600_000;
/** The first one is as long as a tick. */
const FIRST_STRIDE_MS = 1_000;
/** A pause of this length is a slow tick, not a time that anybody was away. */
const UNNOTICED_MS = 10_000;

export interface CatchUpParts extends Pick<ExchangeParts, 'feed' | 'sequencer' | 'log' | 'progress'> {
  readonly book: BotBook;
  readonly turns: MarketTurns;
}

/** The time that nobody was there, and the instruments whose path the feed knows. */
interface Away {
  readonly fromMs: number;
  readonly nowMs: number;
  readonly known: ReadonlySet<string>;
}

/**
 * After a restart: gives the bots the market path that they missed, where the feed knows it; where it does not, they
 * go on from the present price. Each bot's record says from when to when, and which of the two it was (`catch_up`). A catch-up that
 * was stopped on its way is gone on with; of it the records tell already, so they are told of what came since.
 */
export async function catchUp(parts: CatchUpParts, nowMs: number): Promise<void> {
  const { feed, book, turns, sequencer, log, progress } = parts;
  const fromMs = turns.cursorMs;
  if (fromMs < 0 || nowMs - fromMs < UNNOTICED_MS) return;
  const markets = new Set([...book.running()].flatMap(({ spec }) => instrumentsOf(spec)));
  const known = new Set([...markets].filter((market) => feed.knowsPath(market, fromMs, nowMs)));
  const notedMs = turns.notedToMs;
  const away = nowMs - notedMs < UNNOTICED_MS ? [] : [...book.running()];
  // The note comes first and in the same transaction as the first stride: a second stop on the way loses nothing, and repeats nothing.
  for (let toMs = fromMs; toMs < nowMs; ) {
    const isFirst = toMs === fromMs;
    // A market of unknown path is seen once, at its present price; strides would invent a path of jumps.
    toMs = known.size === markets.size ? Math.min(nowMs, isFirst ? firstEndMs(book, fromMs) : toMs + STRIDE_MS) : nowMs;
    for (let isNoted = !isFirst, isThere = false; !isThere; isNoted = true) {
      isThere = await sequencer.submit((tx) => {
        if (!isNoted && away.length > 0) {
          for (const bot of away) noteCatchUp(tx, bot, { fromMs: notedMs, nowMs, known });
          turns.noteAway(tx, nowMs);
        }
        return turns.advance(tx, toMs, { pathOf: (market) => (known.has(market) ? 'seconds' : 'unknown') });
      });
    }
    progress(`Catching up on the market: ${Math.round((100 * (toMs - fromMs)) / (nowMs - fromMs))} %`);
  }
  log.info('caught-up', { fromMs, toMs: nowMs, bots: away.length, markets: markets.size, known: known.size });
}

function noteCatchUp(tx: Pick<Tx, 'append'>, { record, spec }: LiveBot, { fromMs, nowMs, known }: Away): void {
  const isKnown = instrumentsOf(spec).every((instrument) => known.has(instrument));
  writeOperation(tx, record.id, {
    type: 'catch_up',
    timeMs: nowMs,
    from: { time: seconds(fromMs) },
    to: { time: seconds(nowMs) },
    explain: isKnown ? 'path-replayed' : 'path-unknown',
  });
}

/** Bots that were funded but not started begin where they would have begun: with the next tick. */
function firstEndMs(book: BotBook, fromMs: number): number {
  let endMs = fromMs + FIRST_STRIDE_MS;
  for (const { record, machine } of book.running()) if (machine === null) endMs = Math.max(endMs, record.createMs);
  return endMs;
}

function seconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}
