import { setTimeout as delay } from 'node:timers/promises';
import type { Attempt, OneAddress } from './one-address.ts';
import type { UpstreamCall } from './upstream-call.ts';

/** Looks for a silent exchange's successor, ms: how often, and of what silence. */
const LOOK_MS = 250;
const SILENT_MS = 1_000;
/** Between two rounds of questions who has taken over, ms. */
const ROUND_MS = 200;
/** Calls that wait for a takeover; what comes beyond them is told at once that nobody has taken it. */
const MOST_HELD = 512;
/** What is under way at an exchange that another has followed may still end so long, ms: one that hands over in peace finishes its answers. */
const LEFT_AFTER_MS = 1_000;
/** A call that waited has at least so long for its answer, ms. */
const LEAST_MS = 1_000;

export interface ActiveOptions {
  /** Of a call, waiting for a takeover included. */
  readonly deadlineMs: number;
  /** Told the address that answers from now on. */
  readonly moved?: (to: string) => void;
}

/**
 * Of several addresses the one whose exchange has the store. Calls go to whoever answered last; what was certainly not carried out there –
 * nobody listens, or somebody who stands by – goes to the next. While one stands by and none has the store, calls wait within their own
 * deadline, and one of them asks for all. An exchange that goes silent is left for another that says it has the store.
 */
export class ActiveAddress {
  readonly #addresses: readonly OneAddress[];
  readonly #options: ActiveOptions;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #leaving = new Set<NodeJS.Timeout>();
  #current: OneAddress;
  #held = 0;
  #isClosed = false;
  #round: Promise<boolean> | null = null;

  constructor(addresses: readonly [OneAddress, ...OneAddress[]], options: ActiveOptions) {
    this.#addresses = addresses;
    this.#options = options;
    this.#current = addresses[0];
    if (addresses.length < 2) return;
    this.#timer = setInterval(() => {
      if (this.#current.silentMs() > SILENT_MS) void this.#nextRound();
    }, LOOK_MS).unref();
  }

  /** The answer of whichever exchange has taken the call; `untaken` when none has. */
  async ask(call: UpstreamCall): Promise<Attempt> {
    const { deadlineMs } = this.#options;
    const untilMs = performance.now() + deadlineMs;
    let attempt = await this.#bring(call, deadlineMs);
    while (attempt.kind === 'untaken' && attempt.isStandby && (await this.#takeover(untilMs, call.flowUntil))) {
      attempt = await this.#bring(call, Math.max(LEAST_MS, untilMs - performance.now()));
    }
    return attempt;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const timer of this.#leaving) clearTimeout(timer);
  }

  /** Brings it to each in turn, the one that answered last first. */
  async #bring(call: UpstreamCall, withinMs: number): Promise<Attempt> {
    const first = this.#current;
    let isStandby = false;
    for (const address of [first, ...this.#addresses.filter((one) => one !== first)]) {
      const attempt = await address.ask(call, withinMs);
      if (attempt.kind !== 'untaken') {
        // Whoever was found meanwhile is newer than this answer.
        if (attempt.kind === 'answered' && this.#current === first) this.#moveTo(address);
        return attempt;
      }
      isStandby ||= attempt.isStandby;
    }
    return { kind: 'untaken', isStandby };
  }

  /** Resolves when somebody has the store: true, or when the time is over or nobody waits for it: false. */
  async #takeover(untilMs: number, until?: AbortSignal): Promise<boolean> {
    if (this.#held >= MOST_HELD) return false;
    this.#held += 1;
    try {
      while (!this.#isClosed && until?.aborted !== true && performance.now() < untilMs) {
        await delay(ROUND_MS);
        if (await this.#nextRound()) return true;
      }
      return false;
    } finally {
      this.#held -= 1;
    }
  }

  /** One question for all who wait. */
  #nextRound(): Promise<boolean> {
    this.#round ??= this.#askAround().finally(() => {
      this.#round = null;
    });
    return this.#round;
  }

  /** Asks all who has the store, and whether anybody has; the present one stays for as long as it says so. */
  async #askAround(): Promise<boolean> {
    const asked = this.#current;
    const has = await Promise.all(this.#addresses.map((address) => address.isActive()));
    const active = this.#addresses.filter((_, index) => has[index]);
    const [first] = active;
    if (first !== undefined && this.#current === asked && !active.includes(asked)) this.#moveTo(first);
    return first !== undefined;
  }

  #moveTo(next: OneAddress): void {
    const left = this.#current;
    if (left === next) return;
    this.#current = next;
    const timer = setTimeout(() => {
      this.#leaving.delete(timer);
      if (this.#current !== left) left.breakOff();
    }, LEFT_AFTER_MS).unref();
    this.#leaving.add(timer);
    this.#options.moved?.(next.url);
  }
}
