import type { FinishReason } from '../../contract/bot-words.ts';
import type { RestingClose } from './ladder-bot.ts';

/** A closing order that rests, as stored bots have it; `quantity`: what is left of it, units as decimal text. */
export interface StoredClose {
  readonly ticks: number;
  readonly quantity: string;
  readonly expiresAtMs: number;
  readonly reason: FinishReason;
  /** Absent: it waits for its price. */
  readonly looksAtMs?: number;
  /** Absent: coins that are left stay coins. */
  readonly sellsRest?: true;
}

export function storedClose(
  { ticks, expiresAtMs, reason, looksAtMs, sellsRest }: RestingClose,
  quantity: bigint,
): StoredClose {
  const rest = { ticks, quantity: `${quantity}`, expiresAtMs, reason, ...(sellsRest ? { sellsRest } : {}) };
  return Number.isFinite(looksAtMs) ? { ...rest, looksAtMs } : rest;
}

/** The order that was stored. `lots`: its quantity as the bot counts. */
export function readClose(stored: StoredClose, side: 'buy' | 'sell', lots: number): RestingClose {
  const { ticks, expiresAtMs, reason, looksAtMs = Number.POSITIVE_INFINITY, sellsRest = false } = stored;
  return { side, ticks, lots, expiresAtMs, reason, looksAtMs, sellsRest };
}

/** When time wakes a bot for its closing order. */
export function closeWakesAt({ expiresAtMs, looksAtMs }: RestingClose): number {
  return Math.min(expiresAtMs, looksAtMs);
}
