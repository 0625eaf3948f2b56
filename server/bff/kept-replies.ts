import { LRUCache } from 'lru-cache';
import { isGoodCode } from '#lib/contract/vocabulary.ts';
import { botsNamed, dropHidden, type HiddenBots, isAnyOf } from '../pages/hidden-bots.ts';
import type { CheckedReply } from './reply.ts';

/**
 * Public replies that the contract lets caches keep are kept here too, for their own seconds: however many ask, and whether
 * or not there is a cache in front of us, the exchange is asked once.
 */
export interface KeptReplies {
  read(
    key: string,
    keepSeconds: number,
    ask: () => Promise<Replied>,
  ): Promise<Replied & { readonly ageSeconds: number }>;
}

export interface Replied {
  readonly reply: CheckedReply;
  /** Headers of the answer. */
  readonly said: Readonly<Record<string, string>>;
}

/** Characters of all kept replies. */
const LARGEST_SIZE = 16 * 1024 * 1024;

interface Kept {
  readonly replied: Replied;
  readonly atMs: number;
  readonly size: number;
  /** That it names. */
  readonly bots: ReadonlySet<number>;
}

/** `hidden`: what names a bot that is hidden is asked for anew. */
export function createKeptReplies(nowMs: () => number, hidden: HiddenBots): KeptReplies {
  const kept = new LRUCache<string, Kept>({ maxSize: LARGEST_SIZE, sizeCalculation: ({ size }) => size });
  const underWay = new Map<string, Promise<Replied>>();
  dropHidden(kept, hidden);

  function keep(key: string, replied: Replied, text: string, atMs: number): void {
    const bots = botsNamed(key, text);
    if (atMs < hidden.knownSinceMs || isAnyOf(bots, hidden.stillIn(atMs))) return;
    kept.set(key, { replied, atMs, size: key.length + text.length, bots });
  }

  async function askNow(key: string, ask: () => Promise<Replied>): Promise<Replied> {
    const atMs = nowMs();
    try {
      const replied = await ask();
      // A limit or a failure is said to those who have waited for it, and to nobody else.
      const { reply } = replied;
      if (reply.ok && isGoodCode(reply.code)) keep(key, replied, reply.text, atMs);
      return replied;
    } finally {
      underWay.delete(key);
    }
  }

  return {
    async read(key, keepSeconds, ask) {
      const known = kept.get(key);
      const ageMs = known === undefined ? Number.POSITIVE_INFINITY : nowMs() - known.atMs;
      if (known !== undefined && ageMs < keepSeconds * 1_000)
        return { ...known.replied, ageSeconds: Math.floor(ageMs / 1_000) };
      const asked = underWay.get(key) ?? askNow(key, ask);
      underWay.set(key, asked);
      return { ...(await asked), ageSeconds: 0 };
    },
  };
}
