import { CHANGED_BY, topicOf } from '../contract/event-carriage.ts';
import { type AskedCall, askedCall } from './asked-call.ts';
import { firstOf } from './event-place.ts';
import type { LiveLine } from './live-line.ts';

/** What a stream that lives says that it tells of. */
export interface Carriage {
  /** 0 = a guest's. */
  readonly userId: number;
  readonly topics: ReadonlySet<string>;
  /** Ids of own bots. */
  readonly bots: ReadonlySet<string>;
}

export interface CarriedLinesParts {
  /** Every call that is shown, by its key. */
  shown(): Iterable<readonly [string, LiveLine]>;
  /** What a call would have answered. */
  write(key: string, reply: unknown): void;
}

/** The calls of a page that the event stream carries, and what it does with them. */
export class CarriedLines {
  readonly #parts: CarriedLinesParts;

  constructor(parts: CarriedLinesParts) {
    this.#parts = parts;
  }

  /** Topics of the prices that are shown; null when nothing is that a stream could tell the viewer of. */
  wanted(viewer: number): readonly string[] | null {
    const topics = new Set<string>();
    let isWanted = false;
    for (const [call, line] of this.#calls()) {
      if (!line.isPolled) continue;
      if (call.name === 'tickers') topics.add(topicOf(call.query));
      else if (viewer === 0 || !isPrivate(call)) continue;
      isWanted = true;
    }
    return isWanted ? [...topics].sort() : null;
  }

  /** Tells each call whether the stream carries it; null = there is none. */
  carry(carriage: Carriage | null, viewer: number | undefined): void {
    for (const [call, line] of this.#calls()) {
      line.carry(carriage !== null && carries(carriage, viewer, call), call.name === 'tickers');
    }
  }

  /** The stream lives. Prices are as old as its last word of prices. */
  heard(): void {
    for (const [call, line] of this.#calls()) if (call.name !== 'tickers') line.heard();
  }

  /** Prices, under every name that they are asked by. */
  prices(topic: string, rows: unknown): void {
    for (const [call, line, key] of this.#calls()) {
      if (call.name !== 'tickers' || topicOf(call.query) !== topic) continue;
      this.#parts.write(key, { code: 200, message: '', data: rows });
      line.answered();
    }
  }

  /** Has asked what an event has changed; of calls about one bot only those about that one. */
  nudge(what: keyof typeof CHANGED_BY, bot?: string): void {
    for (const [call, line] of this.#calls()) {
      if (!line.isCarried || !CHANGED_BY[what].has(call.name)) continue;
      if (bot === undefined || call.bot === null || call.bot === bot) line.nudge();
    }
  }

  /** The place from which on a stream has to tell the viewer, so that nothing that is shown misses anything; '' = nothing says where it stands. */
  firstPlace(viewer: number): string {
    const places: string[] = [];
    for (const [call, line] of this.#calls())
      if (viewer !== 0 && line.isPolled && isPrivate(call) && line.place !== '') places.push(line.place);
    return firstOf(places);
  }

  /** The stream tells of what comes after this place. */
  mustContain(place: string): void {
    for (const [call, line] of this.#calls()) if (line.isCarried && isPrivate(call)) line.mustContain(place);
  }

  /** Events up to this place were told. */
  told(place: string): void {
    for (const [call, line] of this.#calls()) if (isPrivate(call)) line.told(place);
  }

  *#calls(): Iterable<readonly [AskedCall, LiveLine, string]> {
    for (const [key, line] of this.#parts.shown()) {
      const call = askedCall(key);
      if (call !== null) yield [call, line, key];
    }
  }
}

function carries({ userId, topics, bots }: Carriage, viewer: number | undefined, call: AskedCall): boolean {
  if (call.name === 'tickers') return topics.has(topicOf(call.query));
  if (userId === 0 || userId !== viewer || !isPrivate(call)) return false;
  return call.bot === null || bots.has(call.bot);
}

/** Whether it is about the trader's own things; of a bot, it may still be somebody else's. */
function isPrivate({ name }: AskedCall): boolean {
  return CHANGED_BY.gap.has(name);
}
