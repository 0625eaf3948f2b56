import { LRUCache } from 'lru-cache';
import { botsNamed, createHiddenBots, type HiddenBots, isAnyOf, withoutBots } from '../pages/hidden-bots.ts';

/**
 * What the public pages read of the exchange, kept in memory: fresh for a while, and the last good reply for as long as
 * there is one (H56). Pure but for the clock that is handed in.
 */

export interface Reading {
  readonly value: unknown;
  /** When the exchange gave it, ms. */
  readonly atMs: number;
}

export interface Fetched {
  readonly value: unknown;
  /** Refusals are answers but no figures: they are handed on and never kept. */
  readonly isKept: boolean;
  /** About how much memory it takes. */
  readonly size: number;
  /** Bots that it names; absent: none. */
  readonly bots?: ReadonlySet<number>;
}

export interface KeptReadings {
  /**
   * `isFresh`: whether a reading of `atMs` may still be shown without asking. `patienceMs`: how long whoever reads can
   * wait; a slow answer is kept for the next one. Throws what `fetch` throws, or TooSlow, when nothing is known.
   */
  read(
    key: string,
    isFresh: (atMs: number, nowMs: number) => boolean,
    fetch: () => Promise<Fetched>,
    patienceMs?: number,
  ): Promise<Reading>;
  /** Whether somebody has just been left without a reading: no answer, none in time, or none that can be used. */
  hasJustFailed(): boolean;
}

/** Nothing is known yet, and the exchange takes longer than whoever reads can wait. */
export class TooSlow extends Error {
  override name = 'TooSlow';
}

/** A page with the last good figures is better than one that waits longer. */
const PATIENCE_MS = 1_500;
/** After a question without an answer, pages that can do without do not wait for the next ones. */
const SILENT_MS = 5_000;

interface Kept {
  readonly reading: Reading;
  readonly size: number;
  readonly bots: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/** `hidden`: of bots that are hidden nothing is shown any more, also while the exchange does not answer. */
export function createKeptReadings(
  nowMs: () => number,
  largestSize: number,
  hidden: HiddenBots = createHiddenBots(nowMs),
): KeptReadings {
  const kept = new LRUCache<string, Kept>({ maxSize: largestSize, sizeCalculation: ({ size }) => Math.max(1, size) });
  const underWay = new Map<string, { readonly asked: Promise<Reading>; readonly sinceMs: number }>();
  let silentUntilMs = Number.NEGATIVE_INFINITY;
  let failedUntilMs = Number.NEGATIVE_INFINITY;

  /** Keeps what of a reading may be shown without these bots; false: nothing, it is about one of them. */
  function keepWithout(gone: ReadonlySet<number>, key: string, { reading, size, bots }: Kept): boolean {
    const value = isAnyOf(bots, gone) ? withoutBots(reading.value, gone) : reading.value;
    const isAbout = value === undefined || isAnyOf(botsNamed(key), gone);
    if (isAbout) kept.delete(key);
    else kept.set(key, { reading: { ...reading, value }, size, bots });
    return !isAbout;
  }

  hidden.onHidden((gone) => {
    for (const [key, one] of [...kept.entries()]) {
      if (gone !== null && isAnyOf(one.bots, gone)) keepWithout(gone, key, one);
    }
  });

  async function ask(key: string, fetch: () => Promise<Fetched>): Promise<Reading> {
    const atMs = nowMs();
    try {
      const { value, isKept, size, bots = NONE } = await fetch();
      silentUntilMs = Number.NEGATIVE_INFINITY;
      const reading = { value, atMs };
      if (isKept && keepWithout(hidden.stillIn(atMs), key, { reading, size, bots }))
        return kept.peek(key)?.reading ?? reading;
      // A bot that is no longer shared must not come back when the exchange is away.
      kept.delete(key);
      return reading;
    } catch (error) {
      silentUntilMs = nowMs() + SILENT_MS;
      throw error;
    } finally {
      underWay.delete(key);
    }
  }

  /** One question for all who ask the same at the same time. */
  function askOnce(key: string, fetch: () => Promise<Fetched>): Promise<Reading> {
    const waiting = underWay.get(key);
    if (waiting !== undefined) return waiting.asked;
    const asked = Promise.resolve().then(() => ask(key, fetch));
    // Whoever could not wait has gone: an answer that fails later has nobody to tell.
    asked.catch(() => undefined);
    underWay.set(key, { asked, sinceMs: nowMs() });
    return asked;
  }

  /** What is left of somebody's patience with a question: others have waited for its answer before. */
  function patienceLeft(key: string, patienceMs: number): number {
    const sinceMs = underWay.get(key)?.sinceMs ?? nowMs();
    return Math.max(0, patienceMs - (nowMs() - sinceMs));
  }

  function fail(error: unknown): never {
    failedUntilMs = nowMs() + SILENT_MS;
    throw error;
  }

  return {
    hasJustFailed: () => nowMs() < failedUntilMs,
    async read(key, isFresh, fetch, patienceMs = PATIENCE_MS) {
      const known = kept.get(key);
      if (known === undefined) {
        return Promise.race([askOnce(key, fetch), failAfter(patienceLeft(key, patienceMs))]).catch(fail);
      }
      const { reading } = known;
      if (reading.atMs >= hidden.knownSinceMs && isFresh(reading.atMs, nowMs())) return reading;
      const isSilent = nowMs() < silentUntilMs;
      const orKnown = askOnce(key, fetch).catch(() => reading);
      return isSilent ? reading : Promise.race([orKnown, after(patienceMs, reading)]);
    },
  };
}

function failAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new TooSlow(`no answer within ${ms} ms`)), ms).unref();
  });
}

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, value).unref();
  });
}
