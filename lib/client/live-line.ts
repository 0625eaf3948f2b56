import { backOffMs } from './back-off.ts';
import { hasReached } from './event-place.ts';

/**
 * When a call is made again, and how old what it last gave is: one line for each call (by its address), shared by
 * everybody who shows it. No reply can end it: after a bad one it waits longer each time, then goes on.
 */

export interface LineClock {
  nowMs(): number;
  /** 0…1. */
  random(): number;
  /** Runs `work` after so many ms; the result takes it back. */
  after(ms: number, work: () => void): () => void;
}

/** What a bad reply waits for at least, and at most where the interval is not longer. With its jitter below 30 s. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 25_000;
const JITTER = 0.25;
const REFUSED_WAIT_MS = 25_000;
/** An exchange may ask for patience, not for forever. */
const LONGEST_RETRY_AFTER_MS = 300_000;
/** A question that is open for so long is said to be so: with a tick of a second within five. */
const OPEN_TOO_LONG_MS = 3_000;
/** A stream that tells of changes makes a call be asked once in so long at most. */
const NUDGED_EVERY_MS = 1_000;
/** How much later than its interval an answer may be before it is called old. */
const LATE_MS = 4_000;
/** How much later than its interval what a stream brings may be before it is asked for, so that it is not called old. */
const MISSED_MS = 2_000;

interface Watcher {
  /** 0: asked once, and again only after a bad reply. */
  readonly intervalMs: number;
  readonly ask: () => void;
  readonly isSilent: boolean;
}

export class LiveLine {
  readonly #clock: LineClock;
  readonly #watchers = new Set<Watcher>();
  #cancel: (() => void) | null = null;
  #failures = 0;
  #retryAfterMs = 0;
  #lastFailedMs = 0;
  #notBeforeMs = Number.NEGATIVE_INFINITY;
  #isRefused = false;
  #lastGoodMs: number | null = null;
  #openSinceMs: number | null = null;
  #lastAskedMs = Number.NEGATIVE_INFINITY;
  #isCarried = false;
  #isBrought = false;
  /** Its answer changed while it was asked: what comes may be older than the change. */
  #isOutrun = false;
  /** Its answer has changed, and it was not asked since. */
  #isDue = false;
  /** Which of the trader's events its answer contains, or which it was told of; '' = not known. */
  #place = '';
  /** What its answer has to contain, which is being asked for. */
  #owed = '';
  /** Since when somebody looks: nothing is late before that. */
  #watchedSinceMs = 0;

  constructor(clock: LineClock) {
    this.#clock = clock;
  }

  /** Somebody shows this call. The result ends it. `isSilent`: that it fails is not told. */
  watch(intervalMs: number, ask: () => void, isSilent = false): () => void {
    const watcher = { intervalMs, ask, isSilent };
    if (this.#watchers.size === 0) this.#watchedSinceMs = this.#clock.nowMs();
    this.#watchers.add(watcher);
    if (this.#openSinceMs === null) this.#plan();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) this.#stop();
    };
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  /** Whether it fails without a word: nobody who shows it has it told. */
  get isSilent(): boolean {
    return this.isWatched && [...this.#watchers].every((one) => one.isSilent);
  }

  /** Whether it is asked again and again: texts and parts of the page are not, and do not grow old. */
  get isPolled(): boolean {
    return this.#intervalMs() > 0;
  }

  /** How often it has failed in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** The exchange asked for patience: nobody asks before, not even a screen that has just been opened. */
  get mustWait(): boolean {
    return this.#clock.nowMs() < this.#notBeforeMs;
  }

  /**
   * Whether a stream says when the answer changes (event-carrier.ts): while it does, nothing is asked at intervals. `isBrought`:
   * it brings the answer itself; one that it does not bring in time is asked for, whatever else the stream says.
   */
  carry(isCarried: boolean, isBrought = false): void {
    if (this.#isCarried === isCarried && this.#isBrought === isBrought) return;
    this.#isCarried = isCarried;
    this.#isBrought = isBrought;
    if (this.#openSinceMs === null) this.#plan();
  }

  get isCarried(): boolean {
    return this.#isCarried;
  }

  /** The stream that carries it lives: what it has not spoken of is as it was. */
  heard(): void {
    if (this.#isCarried && this.#failures === 0 && this.#openSinceMs === null && this.#lastGoodMs !== null) {
      this.#lastGoodMs = this.#clock.nowMs();
    }
  }

  /** Its answer has changed: asked at once, though not twice within a second, nor before what the exchange asked for. */
  nudge(): void {
    if (this.#openSinceMs !== null) {
      this.#isOutrun = true;
      return;
    }
    if (this.#watchers.size === 0 || this.#failures > 0) return;
    this.#isDue = true;
    if (this.#dueInMs() <= 0) this.#ask();
    else this.#plan();
  }

  get place(): string {
    return this.#place;
  }

  /** Events up to this place were told: those that have changed its answer have nudged it. */
  told(place: string): void {
    if (this.#isCarried && this.#place !== '') this.#place = place;
  }

  /** The stream tells of what comes after this place: an answer that does not contain what was before is asked for again. */
  mustContain(place: string): void {
    if (this.#openSinceMs !== null) this.#owed = place;
    else if (!hasReached(this.#place, place)) this.nudge();
  }

  #dueInMs(): number {
    return this.#lastAskedMs + NUDGED_EVERY_MS - this.#clock.nowMs();
  }

  asked(): void {
    this.#lastAskedMs = this.#clock.nowMs();
    this.#isDue = false;
    this.#openSinceMs ??= this.#clock.nowMs();
    this.#stop();
  }

  /** A reply that answers, refusals of the exchange among them. `place`: which of the trader's events it contains; '' = it does not say. */
  answered(place = ''): void {
    if (!hasReached(this.#place, place)) this.#place = place;
    if (this.#owed !== '' && !hasReached(this.#place, this.#owed)) this.#isOutrun = true;
    this.#owed = '';
    this.#openSinceMs = null;
    this.#failures = 0;
    this.#isRefused = false;
    this.#retryAfterMs = 0;
    this.#lastGoodMs = this.#clock.nowMs();
    this.#plan();
    if (!this.#isOutrun) return;
    this.#isOutrun = false;
    this.nudge();
  }

  /** A refusal of the question itself (unknown, not offered, not allowed): a polled one is asked again, but not as if it were about to change. */
  refused(): void {
    this.answered();
    this.#isRefused = true;
    this.#plan();
  }

  /** No answer, or one that says nothing; `retryAfterMs` is what its sender asked for. */
  failed(retryAfterMs = 0): void {
    this.#openSinceMs = null;
    const now = this.#clock.nowMs();
    // Two screens that asked in the same moment failed once.
    if (this.#failures === 0 || now - this.#lastFailedMs >= FIRST_WAIT_MS / 2) this.#failures += 1;
    this.#lastFailedMs = now;
    this.#retryAfterMs = Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS);
    if (retryAfterMs > 0) this.#notBeforeMs = now + this.#retryAfterMs;
    this.#plan();
  }

  /**
   * Asks at once (the network is back, the tab is looked at again), but never before what the exchange asked for. What is asked
   * once and was answered is not asked again, unless it `isWanted`.
   */
  hurry(isWanted = false): void {
    if (this.#openSinceMs !== null || this.#retryAfterMs > 0) return;
    if (isWanted || this.#failures > 0 || this.#intervalMs() > 0) this.#ask();
  }

  /** Ms since the last good reply; null when there was none. */
  ageMs(): number | null {
    return this.#lastGoodMs === null ? null : this.#clock.nowMs() - this.#lastGoodMs;
  }

  /** Whether an answer came since then, and no other is on its way. */
  answeredSince(ms: number): boolean {
    return this.#openSinceMs === null && this.#lastGoodMs !== null && this.#lastGoodMs >= ms;
  }

  /** What is shown is older than it should be, or nothing came. */
  isStale(): boolean {
    if (this.#failures > 0) return true;
    const now = this.#clock.nowMs();
    if (this.#openSinceMs !== null && now - this.#openSinceMs > OPEN_TOO_LONG_MS) return true;
    const intervalMs = this.#intervalMs();
    if (intervalMs === 0 || this.#lastGoodMs === null) return false;
    return now - Math.max(this.#lastGoodMs, this.#watchedSinceMs) > intervalMs + LATE_MS;
  }

  /** After sleep (a hidden tab) nothing is late before it could be asked. */
  woke(): void {
    this.#watchedSinceMs = this.#clock.nowMs();
  }

  #intervalMs(): number {
    const intervals = [...this.#watchers].map(({ intervalMs }) => intervalMs).filter((ms) => ms > 0);
    if (intervals.length === 0) return 0;
    return Math.max(Math.min(...intervals), this.#isRefused ? REFUSED_WAIT_MS : 0);
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #plan(): void {
    this.#stop();
    const waitMs = this.#waitMs();
    if (waitMs === null || this.#watchers.size === 0) return;
    this.#cancel = this.#clock.after(waitMs, () => this.#ask());
  }

  #ask(): void {
    this.#stop();
    const [watcher] = this.#watchers;
    // A watcher that asks says so (asked); should it not, the line goes on by itself.
    if (watcher === undefined) return;
    // A hidden tab does not ask; it does when it is looked at again.
    this.#isDue = false;
    watcher.ask();
    if (this.#openSinceMs === null) this.#plan();
  }

  #waitMs(): number | null {
    const intervalMs = this.#intervalMs();
    // What is asked once and was refused is answered: asking on would change forms, and say it again, under the trader's hands.
    if (this.#failures === 0) {
      // Whatever happens meanwhile – the stream breaks off, another screen opens –, the change is not forgotten.
      if (this.#isDue) return Math.max(0, this.#dueInMs());
      if (intervalMs === 0 || !this.#isCarried) return intervalMs === 0 ? null : intervalMs;
      return this.#isBrought ? intervalMs + MISSED_MS : null;
    }
    // Where nothing is shown yet nobody waits for an interval that is meant for what stands there already.
    const first = this.#lastGoodMs === null ? FIRST_WAIT_MS : Math.max(intervalMs, FIRST_WAIT_MS);
    const wait = { firstMs: first, mostMs: Math.max(intervalMs, LONGEST_WAIT_MS), jitter: JITTER };
    return Math.max(backOffMs(wait, this.#failures, this.#clock.random()), this.#retryAfterMs);
  }
}
