import type { StreamEvent } from '#lib/contract/event-calls.ts';
import { type Accounts, MOST_PUBLISHED_SESSIONS } from '../accounts/accounts.ts';
import type { Session } from '../accounts/user.ts';
import type { BotBook } from '../bots/bot-book.ts';
import type { EarnSource } from '../earn/earn-source.ts';
import { Flow, type FlowMeter, type FlowOut, type FlowReader, type OpenFlows } from '../http/flow.ts';
import type { ExchangeRequest } from '../http/handler.ts';
import type { MarketFeed } from '../market/feed.ts';
import { busy, type Refusal, refuseFor } from '../replies/reply.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { TurnBatch } from '../store/store.ts';
import type { Clock } from '../surroundings/clock.ts';
import type { Random } from '../surroundings/random.ts';
import { Mailboxes } from './mailboxes.ts';
import { SomeAtATime } from './some-at-a-time.ts';
import { StreamQueue } from './stream-queue.ts';
import { pricesText, type Topic, topicsOf } from './topics.ts';
import { newsOf } from './turn-events.ts';

export interface EventHubParts {
  readonly feed: MarketFeed;
  readonly accounts: Pick<Accounts, 'isLive' | 'isPublished'>;
  readonly book: Pick<BotBook, 'ownerOf' | 'runningOf'>;
  readonly earn: readonly Pick<EarnSource, 'changedIn' | 'countOf'>[];
  readonly sequencer: Pick<Sequencer, 'onDurable'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly flowMeter?: FlowMeter;
}

const HEARTBEAT_S = 5;
/** Beats between two words that own figures have moved: 10 s, the documented interval of lists (M-169). */
const BEATS_A_FIGURE = 2;
/** Traders whose figures have moved are told over so many moments, eight seconds together: their pages ask for their lists anew. */
const FIGURES_EVERY_MS = 100;
const FIGURES_MOMENTS = 80;
const LEAST_FIGURES_AT_ONCE = 10;
/** Prices are out to a thousand within 0.2 s, to all that there may be within 0.8 s. */
const PRICES_EVERY_MS = 10;
const PRICES_AT_ONCE = 50;
/** Who comes later than so long after a tick is told prices of his own moment. */
const PRICES_FRESH_MS = 1_000;
/** Streams of one account: as many as it may have sessions. */
const MOST_OF_ACCOUNT = 20;
/** In all. The BFF has as many connections. */
const MOST_STREAMS = 4_000;
const RETRY_MS = 10_000;
/** Ids of running bots that a stream's first word names. */
const MOST_NAMED = 1_000;
const QUIET: FlowMeter = { dropped: () => {}, sent: () => {} };

interface Stream {
  /** 0 = a guest's. */
  readonly userId: number;
  readonly session: Session | null;
  readonly topics: readonly Topic[];
  readonly queue: StreamQueue;
}

/** What a stream's first word is made of. */
interface Greeting {
  readonly lastEventId: string;
  /** Running bots of the trader. */
  readonly named: readonly number[];
}

type StreamRequest = Pick<ExchangeRequest<'events'>, 'query' | 'user' | 'session' | 'lastEventId'>;

/**
 * The event streams of the exchange (H59). A trader's events are made of what a turn wrote, after the disk has it;
 * prices are told after every tick. Nobody waits for a reader (stream-queue.ts).
 */
export class EventHub implements OpenFlows {
  readonly #parts: EventHubParts;
  readonly #meter: FlowMeter;
  readonly #streams = new Set<Stream>();
  readonly #byUser = new Map<number, Set<Stream>>();
  /** Places of each account, of all: taken when a stream is promised, before it begins, so that many at once are counted too. */
  readonly #places = new Map<number, number>();
  #taken = 0;
  readonly #mailboxes: Mailboxes;
  readonly #prices = new SomeAtATime<Stream>(PRICES_EVERY_MS, (some) => this.#tellPrices(some));
  /** By topic, of the latest tick: in one text for all who hear it, since each is read out of a day's minutes. */
  #texts = new Map<string, string>();
  #textsFromMs = 0;
  readonly #figures = new SomeAtATime<number>(FIGURES_EVERY_MS, (some) => this.#tellFigures(some));
  #timer: NodeJS.Timeout | undefined;
  #beats = 0;
  #isListening = false;
  #isStopped = false;

  constructor(parts: EventHubParts) {
    this.#parts = parts;
    this.#meter = parts.flowMeter ?? QUIET;
    this.#mailboxes = new Mailboxes(parts.clock, parts.random);
  }

  /** Open streams. */
  get count(): number {
    return this.#streams.size;
  }

  /** A stream for who asks, or why he gets none. */
  open({ query, user, session, lastEventId }: StreamRequest): Flow | Refusal {
    const { accounts, book, feed } = this.#parts;
    if (this.#isStopped || this.#taken >= MOST_STREAMS) return busy('busy', RETRY_MS / 1_000);
    const userId = user?.id ?? 0;
    const most = user !== null && accounts.isPublished(userId) ? MOST_PUBLISHED_SESSIONS : MOST_OF_ACCOUNT;
    if (userId > 0 && (this.#places.get(userId) ?? 0) >= most) return refuseFor(RETRY_MS, 'too-many-requests');
    const topics = topicsOf(feed, query.topics);
    this.#listen();
    // Named now: the disk has them before the answer begins, and may not have what memory has by then (the read barrier).
    const bots = userId === 0 ? [] : book.runningOf(userId).slice(0, MOST_NAMED);
    const named = bots.map(({ record }) => record.id);
    this.#take(userId, 1);
    // Every flow that is handed out is begun, unless the exchange ends before.
    return new Flow((out) => this.#begin({ userId, session, topics }, out, { lastEventId, named }));
  }

  /**
   * The last event of a trader: whatever is read after this contains it and all before. His events are kept from now on, so that a stream that is
   * opened with it goes on from what was read.
   */
  lastOf(userId: number): string {
    this.#listen();
    return this.#mailboxes.asked(userId).lastId;
  }

  /** The market has moved: tells prices. */
  pricesMoved(): void {
    this.#forgetTexts();
    this.#prices.add(this.#streams, PRICES_AT_ONCE);
  }

  /** An account was looked at for its limits: when, and what it is worth. */
  looked(userId: number): void {
    for (const { queue } of this.#byUser.get(userId) ?? []) queue.state('protection', LOOKED);
  }

  /** Signs of life, sessions that are over, figures; every HEARTBEAT_S once started. */
  beat(): void {
    const { accounts, clock } = this.#parts;
    this.#beats += 1;
    const nowMs = clock.nowMs();
    for (const stream of [...this.#streams]) {
      if (stream.session !== null && !accounts.isLive(stream.session, nowMs)) this.#end(stream, 'session');
      else stream.queue.beat();
    }
    this.#mailboxes.forget();
    if (this.#beats % BEATS_A_FIGURE !== 0) return;
    const traders = this.#byUser.size;
    this.#figures.add(this.#byUser.keys(), Math.max(LEAST_FIGURES_AT_ONCE, Math.ceil(traders / FIGURES_MOMENTS)));
  }

  start(): void {
    this.#timer = setInterval(() => this.beat(), HEARTBEAT_S * 1_000);
  }

  /** Ends every stream and takes no other. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#prices.stop();
    this.#figures.stop();
    for (const stream of [...this.#streams]) this.#end(stream, 'stopping');
  }

  /** Not before there is somebody to tell: a world that is made, or caught up on, has no readers. */
  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#parts.sequencer.onDurable((made) => this.#hear(made));
  }

  #begin(who: Omit<Stream, 'queue'>, out: FlowOut, asked: Greeting): FlowReader {
    const stream: Stream = { ...who, queue: new StreamQueue(out, this.#meter, this.#parts.clock.nowMs) };
    const { userId, queue } = stream;
    this.#streams.add(stream);
    if (userId > 0) this.#byUser.set(userId, (this.#byUser.get(userId) ?? new Set()).add(stream));
    this.#greet(stream, asked);
    return { drained: () => queue.drained(), gone: () => this.#remove(stream) };
  }

  #take(userId: number, by: 1 | -1): void {
    this.#taken += by;
    const left = (this.#places.get(userId) ?? 0) + by;
    if (left > 0) this.#places.set(userId, left);
    else this.#places.delete(userId);
  }

  /** The first words: who it is for, what was missed, and prices. */
  #greet(stream: Stream, { lastEventId, named }: Greeting): void {
    const { userId, topics, queue } = stream;
    const mailbox = userId === 0 ? null : this.#mailboxes.enter(userId);
    const missed = mailbox === null ? [] : mailbox.after(lastEventId);
    const hello = json({
      type: 'hello',
      is_resumed: missed !== null,
      user_id: userId,
      topics: topics.map(({ name }) => name),
      bots: [...named],
      heartbeat_s: HEARTBEAT_S,
    });
    // Where events follow, the hello does not say where the stream stands after them: they are not read yet.
    queue.event(mailbox === null || (missed?.length ?? 0) > 0 ? '' : mailbox.lastId, hello);
    for (const { id, data } of missed ?? []) queue.event(id, data);
    if (this.#parts.clock.nowMs() - this.#textsFromMs >= PRICES_FRESH_MS) this.#forgetTexts();
    this.#tellPrices([stream]);
  }

  #forgetTexts(): void {
    this.#texts = new Map();
    this.#textsFromMs = this.#parts.clock.nowMs();
  }

  #remove(stream: Stream): void {
    if (!this.#streams.delete(stream)) return;
    this.#prices.drop(stream);
    this.#take(stream.userId, -1);
    const others = this.#byUser.get(stream.userId);
    others?.delete(stream);
    if (others?.size !== 0) return;
    this.#byUser.delete(stream.userId);
    this.#figures.drop(stream.userId);
    this.#mailboxes.leave(stream.userId);
  }

  #end(stream: Stream, reason: 'session' | 'stopping'): void {
    this.#remove(stream);
    stream.queue.end(json({ type: 'end', reason }));
  }

  #hasRunning(userId: number): boolean {
    const { book, earn } = this.#parts;
    return book.runningOf(userId).length > 0 || earn.some((source) => source.countOf(userId, 'running') > 0);
  }

  #tellFigures(traders: readonly number[]): void {
    for (const userId of traders) {
      if (!this.#hasRunning(userId)) continue;
      for (const { queue } of this.#byUser.get(userId) ?? []) queue.state('figures', FIGURES);
    }
  }

  #tellPrices(hearers: Iterable<Stream>): void {
    const { feed, clock } = this.#parts;
    const texts = this.#texts;
    const nowMs = clock.nowMs();
    for (const { topics, queue } of hearers) {
      for (const topic of topics) {
        const text = texts.get(topic.name) ?? pricesText(feed, topic, nowMs);
        texts.set(topic.name, text);
        queue.state(topic.name, text);
      }
    }
  }

  /** A turn is on the disk. */
  #hear(made: TurnBatch): void {
    if (this.#streams.size === 0 && this.#mailboxes.isEmpty) return;
    const { endedSessions, events } = newsOf(made, {
      ownerOf: this.#parts.book.ownerOf,
      earn: this.#parts.earn,
      isHeard: (userId) => this.#mailboxes.of(userId) !== undefined,
    });
    for (const { userId, event } of events) {
      const data = json(event);
      const id = this.#mailboxes.of(userId)?.add(data) ?? '';
      for (const { queue } of this.#byUser.get(userId) ?? []) queue.event(id, data);
    }
    if (endedSessions.size === 0) return;
    for (const stream of [...this.#streams]) {
      if (stream.session !== null && endedSessions.has(stream.session.key)) this.#end(stream, 'session');
    }
  }
}

function json(event: StreamEvent): string {
  return JSON.stringify(event);
}

const FIGURES = json({ type: 'figures' });
const LOOKED = json({ type: 'protection' });
