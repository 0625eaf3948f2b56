import { isRecord } from '#lib/contract/is-record.ts';

/**
 * Which bots were hidden lately, as the exchange tells this web server (bff/hidden-watch.ts): the one word on which everything that is kept of
 * public replies – readings, replies, pages – lets go of them, so that what is hidden is nowhere within 5 s (issue 13).
 */

/** Hears of bots that are hidden now; null: some may be, and nobody knows which. */
export type HiddenListener = (bots: ReadonlySet<number> | null) => void;

export interface HiddenBots {
  /** The exchange has told of bots that are hidden since it was asked before; null: it cannot tell which they are. */
  hear(bots: readonly number[] | null): void;
  /** The result ends it. */
  onHidden(listener: HiddenListener): () => void;
  /** Bots that a reply to a question of `askedMs` may still have though they are hidden. */
  stillIn(askedMs: number): ReadonlySet<number>;
  /** Replies to what was asked before, ms, may have hidden bots that nobody knows: they stand in while there are no others. */
  readonly knownSinceMs: number;
  /** Whether a page that is made now may have a hidden bot in it, of these bots. */
  mayShow(bots: ReadonlySet<number>): boolean;
}

/** A replica may be so much older than the exchange (read-replica/replica.ts). */
const LATE_MS = 5_000;
/** What was being made when a bot was hidden is whole by then: a slow reply, a page of it. */
const UNDER_WAY_MS = 20_000;
/** A page is made within this of what it has read. */
const PAGE_MADE_MS = 5_000;

export function createHiddenBots(nowMs: () => number): HiddenBots {
  const listeners = new Set<HiddenListener>();
  /** When it was heard of, ms, oldest first. */
  const lately = new Map<number, number>();
  let knownSinceMs = Number.NEGATIVE_INFINITY;

  function forget(now: number): void {
    for (const [bot, heardMs] of lately) {
      if (now - heardMs < UNDER_WAY_MS) return;
      lately.delete(bot);
    }
  }

  return {
    hear(bots) {
      if (bots !== null && bots.length === 0) return;
      const now = nowMs();
      forget(now);
      if (bots === null) knownSinceMs = now;
      for (const bot of bots ?? []) {
        lately.delete(bot);
        lately.set(bot, now);
      }
      const told = bots === null ? null : new Set(bots);
      for (const listener of listeners) listener(told);
    },
    onHidden(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stillIn(askedMs) {
      forget(nowMs());
      const bots = [...lately].filter(([, heardMs]) => askedMs < heardMs + LATE_MS);
      return new Set(bots.map(([bot]) => bot));
    },
    get knownSinceMs() {
      return knownSinceMs;
    },
    mayShow(bots) {
      const now = nowMs();
      forget(now);
      if (now - knownSinceMs < PAGE_MADE_MS) return true;
      return isAnyOf(bots, new Set(lately.keys()));
    },
  };
}

/** What a cache has of what names bots. */
interface CachedOfBots {
  entries(): Iterable<readonly [string, { readonly bots: ReadonlySet<number> }]>;
  delete(key: string): unknown;
  clear(): void;
}

/** Has a cache let go of what names a bot that is hidden, and of everything where nobody knows which are. */
export function dropHidden(cache: CachedOfBots, hidden: Pick<HiddenBots, 'onHidden'>): void {
  hidden.onHidden((gone) => {
    if (gone === null) return cache.clear();
    for (const [key, { bots }] of [...cache.entries()]) if (isAnyOf(bots, gone)) cache.delete(key);
  });
}

declare global {
  var strategybotHiddenBots: HiddenBots | undefined;
}

/** The one of this process: Next loads its files once for each of its bundles. */
export function sharedHiddenBots(): HiddenBots {
  globalThis.strategybotHiddenBots ??= createHiddenBots(Date.now);
  return globalThis.strategybotHiddenBots;
}

/** Where an address, a page or what its scripts are given names bots. */
const NAMED = /(?:\bid=|\/|strategy_id\W{1,6}|follow_id\W{1,6})([1-9]\d{0,14})\b/g;

/** Headers of what shows a bot and has no text that names it: a picture at an address of its own. */
export function namingBot(id: number): Record<string, string> {
  return { 'x-shows': `strategy_id=${id}` };
}

/** The bots that an address or a page names: all of them, and maybe numbers that are none. */
export function botsNamed(...texts: readonly string[]): Set<number> {
  return new Set(texts.flatMap((text) => Array.from(text.matchAll(NAMED), ([, id]) => Number(id))));
}

export function isAnyOf(some: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  for (const one of others) if (some.has(one)) return true;
  return false;
}

/**
 * A reply without these bots: lists without their items. Undefined where that is not enough – it is about one of them, or names one in another's
 * row –: what is left of it has to be asked for.
 */
export function withoutBots(value: unknown, bots: ReadonlySet<number>): unknown {
  if (Array.isArray(value)) return listWithout(value, bots);
  if (!isRecord(value)) return value;
  if (bots.has(Number(value.strategy_id)) || bots.has(Number(value.follow_id))) return undefined;
  let left: Record<string, unknown> | null = null;
  for (const [name, part] of Object.entries(value)) {
    const kept = withoutBots(part, bots);
    if (kept === undefined && part !== undefined) return undefined;
    if (kept !== part) left = { ...(left ?? value), [name]: kept };
  }
  return left ?? value;
}

function listWithout(list: readonly unknown[], bots: ReadonlySet<number>): unknown {
  const left: unknown[] = [];
  let isOther = false;
  for (const item of list) {
    if (isItemOf(item, bots)) {
      isOther = true;
      continue;
    }
    const kept = withoutBots(item, bots);
    if (kept === undefined && item !== undefined) return undefined;
    isOther ||= kept !== item;
    left.push(kept);
  }
  return isOther ? left : list;
}

function isItemOf(item: unknown, bots: ReadonlySet<number>): boolean {
  return isRecord(item) && bots.has(Number(item.strategy_id));
}
