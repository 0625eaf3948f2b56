import type { StreamEvent } from '#lib/contract/event-calls.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';
import { type Accounts, MOST_PUBLISHED_SESSIONS } from '../accounts/accounts.ts';
import type { Session } from '../accounts/user.ts';
import type { BotBook } from '../bots/bot-book.ts';
import { Flow } from '../http/flow.ts';
import type { ExchangeRequest } from '../http/handler.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findSpec } from '../market/instruments.ts';
import { busy, type Refusal, refuseFor } from '../replies/reply.ts';
import type { Sequencer, WrittenRow } from '../sequencer/sequencer.ts';
import type { Clock } from '../surroundings/clock.ts';
import type { Random } from '../surroundings/random.ts';
import { tickersOf } from '../views/ticker-view.ts';
import { createMailboxes } from './mailboxes.ts';
import { type EventMeter, StreamQueue } from './stream-queue.ts';
import { EVENT_PLACES, newsOf } from './turn-events.ts';

export type { EventMeter } from './stream-queue.ts';

/**
 * The event streams of the exchange (H59). A trader's events are made of what a turn wrote, after the disk has it;
 * prices are told after every tick. Nobody waits for a reader (stream-queue.ts).
 */
export interface EventHub {
  /** A stream for who asks, or why he gets none. */
  open(request: Pick<ExchangeRequest<'events'>, 'query' | 'user' | 'session' | 'lastEventId'>): Flow | Refusal;
  /** Open streams. */
  readonly count: number;
  /** The market has moved: tells prices. */
  pricesMoved(): void;
  /** Signs of life, sessions that are over, figures; every HEARTBEAT_S once started. */
  beat(): void;
  start(): void;
  /** Ends every stream and takes no other. */
  stop(): void;
}

export interface EventHubParts {
  readonly feed: MarketFeed;
  readonly accounts: Pick<Accounts, 'isLive' | 'isPublished'>;
  readonly book: Pick<BotBook, 'get' | 'runningOf'>;
  readonly sequencer: Pick<Sequencer, 'listen'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly eventMeter?: EventMeter;
}

export const HEARTBEAT_S = 5;
/** Beats between two words that own figures have moved: 10 s, the documented interval of lists (M-169). */
const BEATS_A_FIGURE = 2;
/** Streams of one account: as many as it may have sessions. */
export const MOST_OF_ACCOUNT = 20;
/** In all. The BFF has as many connections. */
export const MOST_STREAMS = 4_000;
const RETRY_MS = 10_000;
/** Ids of running bots that a stream's first word names. */
const MOST_NAMED = 1_000;
const QUIET: EventMeter = { dropped: () => {}, sent: () => {} };

interface Topic {
  readonly name: string;
  readonly type: MarketKind;
  readonly market: string | undefined;
}

interface Stream {
  readonly userId: number;
  readonly session: Session | null;
  readonly topics: readonly Topic[];
  readonly queue: StreamQueue;
}

export function openEventHub(parts: EventHubParts): EventHub {
  const { feed, accounts, book, clock, random, eventMeter: meter = QUIET } = parts;
  const streams = new Set<Stream>();
  const byUser = new Map<number, Set<Stream>>();
  const mailboxes = createMailboxes(clock, () => Buffer.from(random.bytes(8)).toString('hex'));
  let timer: NodeJS.Timeout | undefined;
  let beats = 0;
  let isStopped = false;

  function add(stream: Stream): void {
    streams.add(stream);
    if (stream.userId > 0) byUser.set(stream.userId, (byUser.get(stream.userId) ?? new Set()).add(stream));
  }

  function remove(stream: Stream): void {
    if (!streams.delete(stream)) return;
    const others = byUser.get(stream.userId);
    others?.delete(stream);
    if (others?.size !== 0) return;
    byUser.delete(stream.userId);
    mailboxes.leave(stream.userId);
  }

  function end(stream: Stream, reason: 'session' | 'stopping'): void {
    remove(stream);
    stream.queue.end(json({ type: 'end', reason }));
  }

  /** One text of each topic for all who hear it. */
  function tellPrices(hearers: Iterable<Stream>): void {
    const texts = new Map<string, string | null>();
    const nowMs = clock.nowMs();
    for (const { topics, queue } of hearers) {
      for (const topic of topics) {
        if (!texts.has(topic.name)) texts.set(topic.name, pricesText(feed, topic, nowMs));
        const text = texts.get(topic.name);
        if (typeof text === 'string') queue.state(topic.name, text);
      }
    }
  }

  function heard(rows: readonly WrittenRow[]): void {
    if (streams.size === 0 && mailboxes.isEmpty) return;
    const { endedSessions, events } = newsOf(rows, {
      ownerOf: (botId) => book.get(botId)?.record.ownerId,
      isHeard: mailboxes.has,
    });
    for (const { userId, event } of events) {
      const data = json(event);
      const id = mailboxes.of(userId)?.add(data) ?? '';
      for (const { queue } of byUser.get(userId) ?? []) queue.event(id, data);
    }
    if (endedSessions.length === 0) return;
    const over = new Set(endedSessions);
    for (const stream of [...streams])
      if (stream.session !== null && over.has(stream.session.key)) end(stream, 'session');
  }

  /** The first words: who it is for, what was missed, and prices. */
  function greet({ userId, topics, queue }: Stream, lastEventId: string): void {
    const mailbox = userId === 0 ? null : mailboxes.enter(userId);
    const missed = mailbox === null ? [] : lastEventId === '' ? null : mailbox.after(lastEventId);
    const bots = userId === 0 ? [] : book.runningOf(userId).slice(0, MOST_NAMED);
    const hello = json({
      type: 'hello',
      is_resumed: missed !== null,
      user_id: userId,
      topics: topics.map(({ name }) => name),
      bots: bots.map(({ record }) => record.id),
      heartbeat_s: HEARTBEAT_S,
    });
    // Of events that follow it the hello must not tell the id: they would not be sent again.
    queue.event(mailbox === null || (missed?.length ?? 0) > 0 ? '' : mailbox.lastId, hello);
    for (const { id, data } of missed ?? []) queue.event(id, data);
    tellPrices([{ userId, topics, queue, session: null }]);
  }

  function beat(): void {
    beats += 1;
    const nowMs = clock.nowMs();
    for (const stream of [...streams]) {
      if (stream.session !== null && !accounts.isLive(stream.session, nowMs)) end(stream, 'session');
      else stream.queue.beat();
    }
    mailboxes.forget();
    if (beats % BEATS_A_FIGURE !== 0) return;
    for (const [userId, own] of byUser) {
      if (book.runningOf(userId).length > 0) for (const { queue } of own) queue.state('figures', FIGURES);
    }
  }

  parts.sequencer.listen(EVENT_PLACES, heard);
  return {
    get count() {
      return streams.size;
    },
    open({ query, user, session, lastEventId }) {
      if (isStopped || streams.size >= MOST_STREAMS) return busy('busy', RETRY_MS / 1_000);
      const userId = user?.id ?? 0;
      const most = user !== null && accounts.isPublished(userId) ? MOST_PUBLISHED_SESSIONS : MOST_OF_ACCOUNT;
      if ((byUser.get(userId)?.size ?? 0) >= most) return refuseFor(RETRY_MS, 'too-many-requests');
      const topics = topicsOf(feed, query.topics);
      return new Flow((out) => {
        const stream: Stream = { userId, session, topics, queue: new StreamQueue(out, meter, clock.nowMs) };
        add(stream);
        greet(stream, lastEventId);
        return { drained: () => stream.queue.drained(), gone: () => remove(stream) };
      });
    },
    pricesMoved: () => tellPrices(streams),
    beat,
    start() {
      timer = setInterval(beat, HEARTBEAT_S * 1_000);
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
      for (const stream of [...streams]) end(stream, 'stopping');
    },
  };
}

function json(event: StreamEvent): string {
  return JSON.stringify(event);
}

const FIGURES = json({ type: 'figures' });

/** The topics that there is something to tell of; what is not known here is asked for as before. */
function topicsOf(feed: MarketFeed, text: string | undefined): Topic[] {
  return [...new Set(text?.split(',') ?? [])]
    .map((name) => {
      const [type, market] = name.split(':');
      return { name, type: type as MarketKind, market };
    })
    .filter(({ type, market }) => market === undefined || findSpec(feed, market, type) !== undefined);
}

function pricesText(feed: MarketFeed, { name, type, market }: Topic, nowMs: number): string | null {
  const rows = tickersOf(feed, type, market, nowMs);
  return rows === null ? null : json({ type: 'tickers', topic: name, rows });
}
