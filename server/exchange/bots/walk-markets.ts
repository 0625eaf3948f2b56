import { nextMinute } from '#lib/engine/minute-boundary.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { BotBook } from './bot-book.ts';
import type { BotRoster } from './bot-roster.ts';
import type { LiveBot } from './live-bot.ts';
import { type InstrumentWalk, type PathKind, walkInstrument } from './market-path.ts';

interface WalkParts {
  readonly feed: MarketFeed;
  readonly book: BotBook;
}

/** It does not cross a UTC midnight. */
interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly pathOf: (instrument: string) => PathKind;
}

type Note = (botIds: readonly number[]) => void;

/**
 * Gives all bots one stretch of the market path. Returns the bots that it touched. Markets that bots of several
 * markets trade go together from minute to minute, because those bots act at the minutes' ends with the prices of all
 * of theirs (F2); every other market goes its way in one piece.
 */
export function walkMarkets({ feed, book }: WalkParts, roster: BotRoster, stretch: Stretch): Set<LiveBot> {
  const { fromMs, toMs, pathOf } = stretch;
  const touched = new Set<LiveBot>();
  const note: Note = (botIds) => {
    for (const botId of botIds) {
      const bot = book.inMemory(botId);
      if (bot === undefined) continue;
      touched.add(bot);
      roster.clock.refresh(botId);
    }
  };
  const together: InstrumentWalk[] = [];
  for (const [instrument, driver] of roster.drivers) {
    if (driver.size === 0) continue;
    const walk = walkInstrument(feed, instrument, driver, { fromMs, toMs, kind: pathOf(instrument) }, note);
    if (roster.isShared(instrument)) together.push(walk);
    else walk.toEnd();
  }
  if (together.length > 0) walkTogether(book, roster, together, stretch, note);
  return touched;
}

function walkTogether(
  book: BotBook,
  roster: BotRoster,
  walks: readonly InstrumentWalk[],
  { fromMs, toMs }: Stretch,
  note: Note,
): void {
  for (let boundaryMs = nextMinute(fromMs); boundaryMs <= toMs; boundaryMs += MINUTE_MS) {
    for (const walk of walks) walk.toMinuteEnd(boundaryMs);
    roster.clock.endMinute(boundaryMs, (feed) => roster.seenPrice(feed));
    for (const walk of walks) walk.toBoundary(boundaryMs);
    const woken = roster.clock.fire(boundaryMs, (feed) => roster.seenPrice(feed));
    for (const botId of woken) {
      const bot = book.inMemory(botId);
      if (bot !== undefined) roster.refresh(bot);
    }
    note(woken);
  }
  for (const walk of walks) walk.toEnd();
}
