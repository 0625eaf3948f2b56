import { MINUTE_MS } from '#lib/time/durations.ts';
import { growingLru } from '../surroundings/growing-lru.ts';

/**
 * Whose hash comes next. A hash takes a fifth of a second of a core, so strangers must not be able to buy all of them:
 * one is hashed for them at a time, whatever waits, and traders (a session, or a device that has logged in before)
 * have the rest. Among strangers the one that has asked least of late comes first, and of those the newest: who
 * arrives in the middle of a flood is not behind it.
 */
export interface HashClaim {
  readonly lane: 'trader' | 'stranger';
  /** Who asks: a user, a device or an address. One that asks often stands behind the others. */
  readonly from: string;
}

export interface HashQueue {
  /** Runs the work, of so many hashes in a row, when it is its turn; 'busy' when too many wait or it would have waited too long. */
  run<T>(claim: HashClaim, work: () => Promise<T>, hashes?: number): Promise<T | 'busy'>;
}

/** Hashes under way. Node hashes on four threads; the fourth is the disk's. */
const AT_ONCE = 3;
const STRANGERS_AT_ONCE = 1;
/** Waiting a lane. The one that has asked most makes room for the next. */
const MOST_WAITING = 64;
/** Nobody waits for an answer longer than this (an upstream call has eight seconds). */
const LONGEST_WAIT_MS = 6_000;
/** A hash may take so long while all cores hash: whoever needs more than one is told so much sooner. */
const LONGEST_HASH_MS = 1_000;
/** After a stranger's hash the core rests so many times as long as it took, and no longer than this for each. */
const REST = 2;
const LONGEST_REST_MS = 1_000;
/** For so long it counts that somebody has asked. */
const REMEMBERED_MS = 15 * MINUTE_MS;
const MOST_REMEMBERED = 50_000;

interface Waiting {
  readonly from: string;
  readonly untilMs: number;
  start(): void;
  refuse(): void;
}

/** How often somebody has asked of late; of whoever has not been seen for longest it is forgotten first. */
function rememberAskers(nowMs: () => number, max: number) {
  const asked = growingLru<string, { readonly count: number; readonly untilMs: number }>(max);

  function known(from: string): { readonly count: number; readonly untilMs: number } | null {
    const last = asked.get(from);
    return last !== undefined && last.untilMs > nowMs() ? last : null;
  }

  return {
    of: (from: string): number => known(from)?.count ?? 0,
    count(from: string, hashes: number): void {
      const { count, untilMs } = known(from) ?? { count: 0, untilMs: nowMs() + REMEMBERED_MS };
      asked.set(from, { count: count + hashes, untilMs });
    },
  };
}

/** `mostRemembered`: of so many it is known how often they have asked; beyond, whoever has not been seen for longest begins anew. */
export function openHashQueue(nowMs: () => number, mostRemembered = MOST_REMEMBERED): HashQueue {
  const running = { trader: 0, stranger: 0 };
  const waiting: { readonly [L in HashClaim['lane']]: Waiting[] } = { trader: [], stranger: [] };
  const asked = rememberAskers(nowMs, mostRemembered);

  function mayRun(lane: HashClaim['lane']): boolean {
    if (running.trader + running.stranger >= AT_ONCE) return false;
    return lane === 'trader' || running.stranger < STRANGERS_AT_ONCE;
  }

  /** Takes the extreme of a lane by how often it has asked; the newest of the least, the oldest of the most. */
  function takeOut(lane: HashClaim['lane'], which: 'least' | 'most'): Waiting | undefined {
    const line = waiting[lane];
    let at = -1;
    let best = 0;
    for (const [index, { from }] of line.entries()) {
      const count = asked.of(from);
      if (at < 0 || (which === 'least' ? count <= best : count > best)) [at, best] = [index, count];
    }
    return at < 0 ? undefined : line.splice(at, 1)[0];
  }

  /** Whoever was passed by others for too long is told so, and may come again. */
  function refuseLate(): void {
    for (const line of [waiting.trader, waiting.stranger]) {
      const late = line.filter(({ untilMs }) => nowMs() > untilMs);
      for (const one of late) {
        line.splice(line.indexOf(one), 1);
        one.refuse();
      }
    }
  }

  function startNext(): void {
    refuseLate();
    for (const lane of ['trader', 'stranger'] as const) {
      for (let next = mayRun(lane) ? takeOut(lane, 'least') : undefined; next !== undefined; ) {
        next.start();
        next = mayRun(lane) ? takeOut(lane, 'least') : undefined;
      }
    }
  }

  /** A flood of strangers has a third of a core at most, so that two thirds are there for the market and its traders. */
  function finish(lane: HashClaim['lane'], begunMs: number, hashes: number): void {
    const free = () => {
      running[lane] -= 1;
      startNext();
    };
    refuseLate();
    const restMs = lane === 'stranger' && waiting.stranger.length > 0 ? REST * (nowMs() - begunMs) : 0;
    if (restMs > 0) setTimeout(free, Math.min(restMs, hashes * LONGEST_REST_MS));
    else free();
  }

  return {
    run<T>({ lane, from }: HashClaim, work: () => Promise<T>, hashes = 1): Promise<T | 'busy'> {
      asked.count(from, hashes);
      return new Promise((resolve, reject) => {
        const start = () => {
          running[lane] += 1;
          const begunMs = nowMs();
          work()
            .then(resolve, reject)
            .finally(() => finish(lane, begunMs, hashes));
        };
        if (mayRun(lane) && waiting[lane].length === 0) return start();
        const untilMs = nowMs() + LONGEST_WAIT_MS - (hashes - 1) * LONGEST_HASH_MS;
        waiting[lane].push({ from, untilMs, start, refuse: () => resolve('busy') });
        if (waiting[lane].length > MOST_WAITING) takeOut(lane, 'most')?.refuse();
      });
    },
  };
}
