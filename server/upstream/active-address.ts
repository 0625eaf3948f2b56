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

export interface ActiveAddress {
  /** The answer of whichever exchange has taken the call; `untaken` when none has. */
  ask(call: UpstreamCall): Promise<Attempt>;
  close(): void;
}

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
export function createActiveAddress(
  addresses: readonly OneAddress[],
  { deadlineMs, moved = () => {} }: ActiveOptions,
): ActiveAddress {
  let current = 0;
  let held = 0;
  let isClosed = false;
  let round: Promise<boolean> | null = null;
  const leaving = new Set<NodeJS.Timeout>();

  const at = (index: number): OneAddress => addresses[index % addresses.length] as OneAddress;

  function moveTo(next: OneAddress): void {
    const left = at(current);
    if (left === next) return;
    current = addresses.indexOf(next);
    const timer = setTimeout(() => {
      leaving.delete(timer);
      if (at(current) !== left) left.breakOff();
    }, LEFT_AFTER_MS).unref();
    leaving.add(timer);
    moved(next.url);
  }

  /** Asks all who has the store, and whether anybody has; the present one stays for as long as it says so. */
  async function askAround(): Promise<boolean> {
    const asked = at(current);
    const answers = await Promise.all(addresses.map(async (address) => ({ address, has: await address.isActive() })));
    const active = answers.filter(({ has }) => has).map(({ address }) => address);
    const [first] = active;
    if (first !== undefined && at(current) === asked && !active.includes(asked)) moveTo(first);
    return first !== undefined;
  }

  /** One question for all who wait. */
  function nextRound(): Promise<boolean> {
    round ??= askAround().finally(() => {
      round = null;
    });
    return round;
  }

  /** Resolves when somebody has the store: true, or when the time is over or nobody waits for it: false. */
  async function takeover(untilMs: number, until?: AbortSignal): Promise<boolean> {
    if (held >= MOST_HELD) return false;
    held += 1;
    try {
      while (!isClosed && until?.aborted !== true && performance.now() < untilMs) {
        await delay(ROUND_MS);
        if (await nextRound()) return true;
      }
      return false;
    } finally {
      held -= 1;
    }
  }

  /** Brings it to each in turn, the one that answered last first. */
  async function bring(call: UpstreamCall, withinMs: number): Promise<Attempt> {
    const first = current;
    let isStandby = false;
    for (let step = 0; step < addresses.length; step += 1) {
      const address = at(first + step);
      const attempt = await address.ask(call, withinMs);
      if (attempt.kind === 'untaken') isStandby ||= attempt.isStandby;
      else {
        // Whoever was found meanwhile is newer than this answer.
        if (attempt.kind === 'answered' && current === first) moveTo(address);
        return attempt;
      }
    }
    return { kind: 'untaken', isStandby };
  }

  const timer =
    addresses.length < 2
      ? undefined
      : setInterval(() => {
          if (at(current).silentMs() > SILENT_MS) void nextRound();
        }, LOOK_MS).unref();

  return {
    async ask(call) {
      const untilMs = performance.now() + deadlineMs;
      for (let attempt = await bring(call, deadlineMs); ; ) {
        if (attempt.kind !== 'untaken' || !attempt.isStandby || !(await takeover(untilMs, call.flowUntil)))
          return attempt;
        attempt = await bring(call, Math.max(LEAST_MS, untilMs - performance.now()));
      }
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const one of leaving) clearTimeout(one);
    },
  };
}
