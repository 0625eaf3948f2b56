import type { StreamEvent } from '../contract/event-calls.ts';
import { type BackOff, backOffMs } from './back-off.ts';
import { type Carriage, CarriedLines, type CarriedLinesParts } from './carried-lines.ts';
import type { LineClock } from './live-line.ts';

/**
 * The one event stream of a tab (H59). While it lives, the calls that it tells of are asked when it says that they changed
 * and not at intervals; prices it brings along. When it dies they are polled as documented until it is back: it comes
 * back by itself, and goes on where it stopped.
 */

export interface StreamListener {
  event(id: string, event: StreamEvent): void;
  /** Something came, be it only a sign of life. */
  sign(): void;
  /** It is over. `status`: HTTP status of a refusal, 0 = it broke off or never came. */
  over(status: number, retryAfterMs: number): void;
}

export interface CarrierParts extends CarriedLinesParts {
  /** Opens a stream. The result ends it; nothing is told after that. */
  open(topics: string, lastId: string, listener: StreamListener): () => void;
  /** Whoever looks is not who was thought. */
  recheckViewer(): void;
  isHidden(): boolean;
  /** An own bot did something, just now or while the stream was away. */
  tellBot(event: Extract<StreamEvent, { type: 'bot' }>): void;
  readonly clock: LineClock;
}

/** Several parts of a page come and go together: one stream is opened for all of them. */
const SETTLE_MS = 200;
const WAIT: BackOff = { firstMs: 1_000, mostMs: 30_000, jitter: 0.5 };
/** HTTP status of an exchange that has no streams; it may have them later. */
const NOT_OFFERED = 404;
const NOT_OFFERED_WAIT_MS = 600_000;
/** A stream that says nothing for so long at its beginning has not come. */
const BEGIN_WITHIN_MS = 12_000;
const MOST_TOPICS = 8;

interface Living extends Carriage {
  readonly bots: Set<string>;
  readonly silenceMs: number;
}

export class EventCarrier {
  readonly #parts: CarrierParts;
  readonly #lines: CarriedLines;
  /** undefined: not known yet. */
  #viewer: number | undefined;
  #asked: string | null = null;
  #close: (() => void) | null = null;
  #living: Living | null = null;
  #lastId = '';
  /** From where the open stream was asked to tell, where that is not what it told last: what the replies contain. */
  #askedFrom = '';
  #failures = 0;
  #notBeforeMs = Number.NEGATIVE_INFINITY;
  #later: (() => void) | null = null;
  #watchdog: (() => void) | null = null;

  constructor(parts: CarrierParts) {
    this.#parts = parts;
    this.#lines = new CarriedLines(parts);
  }

  /** Another looks than before: nothing of the one goes to the other. */
  watch(viewer: number | undefined): void {
    if (this.#viewer === viewer) return;
    this.#viewer = viewer;
    this.#lastId = '';
    this.#end();
    this.changed();
  }

  /** Other calls are shown, or the tab was hidden or looked at again. */
  changed(): void {
    if (this.#parts.isHidden()) {
      this.#end();
      this.#plan(null);
      return;
    }
    this.#carry();
    this.#plan(Math.max(SETTLE_MS, this.#notBeforeMs - this.#parts.clock.nowMs()));
  }

  /** For good. */
  stop(): void {
    this.#end();
    this.#plan(null);
  }

  #plan(ms: number | null): void {
    this.#later?.();
    this.#later = ms === null ? null : this.#parts.clock.after(ms, () => this.#settle());
  }

  /** Opens, changes or ends the stream for what is shown now. */
  #settle(): void {
    this.#later = null;
    const wanted = this.#viewer === undefined ? null : this.#lines.wanted(this.#viewer);
    if (wanted === null) {
      this.#end();
      return;
    }
    const topics = wanted.slice(0, MOST_TOPICS);
    const open = new Set(this.#asked?.split(',') ?? []);
    if (this.#asked !== null && topics.every((topic) => open.has(topic))) return;
    this.#end();
    this.#open(topics.join(','));
  }

  #open(topics: string): void {
    this.#asked = topics;
    this.#listen(BEGIN_WITHIN_MS);
    this.#askedFrom = this.#lastId === '' ? this.#lines.firstPlace(this.#viewer ?? 0) : '';
    this.#close = this.#parts.open(topics, this.#lastId || this.#askedFrom, {
      event: (id, event) => this.#take(id, event),
      sign: () => this.#heard(),
      over: (status, retryAfterMs) => this.#lost(status, retryAfterMs),
    });
  }

  #end(): void {
    this.#watchdog?.();
    this.#watchdog = null;
    this.#close?.();
    this.#close = null;
    this.#asked = null;
    this.#living = null;
    this.#carry();
  }

  /** It is over without our wish: polling goes on, and it is tried again. */
  #lost(status: number, retryAfterMs: number): void {
    this.#end();
    const { clock } = this.#parts;
    this.#failures += 1;
    const backOff = backOffMs(WAIT, this.#failures, clock.random());
    const waitMs = status === NOT_OFFERED ? NOT_OFFERED_WAIT_MS : Math.max(backOff, retryAfterMs);
    this.#notBeforeMs = clock.nowMs() + waitMs;
    if (!this.#parts.isHidden()) this.#plan(waitMs);
  }

  #listen(silenceMs: number): void {
    this.#watchdog?.();
    this.#watchdog = this.#parts.clock.after(silenceMs, () => this.#lost(0, 0));
  }

  #heard(): void {
    if (this.#living === null) return;
    this.#listen(this.#living.silenceMs);
    this.#lines.heard();
  }

  #take(id: string, event: StreamEvent): void {
    if (event.type === 'hello') this.#begin(event, id);
    if (this.#living === null) return;
    if (id !== '') this.#lastId = id;
    if (event.type === 'tickers') this.#lines.prices(event.topic, event.rows);
    else if (event.type === 'bot') {
      this.#living.bots.add(String(event.strategy_id));
      this.#carry();
      this.#lines.nudge('bot', String(event.strategy_id));
      this.#parts.tellBot(event);
    } else if (event.type === 'end') {
      if (event.reason === 'session') this.#parts.recheckViewer();
      this.#lost(0, 0);
    } else if (event.type !== 'hello') this.#lines.nudge(event.type);
    if (id !== '' && event.type !== 'hello') this.#lines.told(id);
  }

  #begin(hello: Extract<StreamEvent, { type: 'hello' }>, id: string): void {
    this.#failures = 0;
    this.#notBeforeMs = Number.NEGATIVE_INFINITY;
    this.#living = {
      userId: hello.user_id,
      topics: new Set(hello.topics),
      bots: new Set(hello.bots.map(String)),
      silenceMs: hello.heartbeat_s * 2_000 + 2_000,
    };
    this.#heard();
    this.#carry();
    if (hello.user_id !== this.#viewer) this.#parts.recheckViewer();
    else this.#askMissed(hello.is_resumed ? this.#askedFrom : id, hello.is_resumed);
  }

  /** Has asked what was shown before the stream began to tell, where its answer does not contain what had happened by then. */
  #askMissed(from: string, isResumed: boolean): void {
    if (from !== '') this.#lines.mustContain(from);
    // It goes on where the one before ended: what is shown has heard of all until then.
    else if (!isResumed) this.#lines.nudge('gap');
  }

  #carry(): void {
    this.#lines.carry(this.#living, this.#viewer);
  }
}
