import type { QUIET_REASONS } from '#lib/contract/bot-words.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import type { BotRecord } from '../bots/bot-record.ts';
import type { LiveBot } from '../bots/live-bot.ts';

export type QuietReason = (typeof QUIET_REASONS)[number];

/** A running bot without a trade for as long is quiet, and says why (H57). */
const QUIET_AFTER_MS = 7 * DAY_MS;

/**
 * Why a running bot has not traded for seven days; '' for those that have. `lastTicks`: the last price of its first
 * market, null when unknown, or when it must not be told on which side of its range it is.
 */
export function quietReason(
  { record }: Pick<LiveBot, 'record'>,
  lastTicks: number | null,
  nowMs: number,
): QuietReason | '' {
  return nowMs - (record.lastTradeMs ?? record.createMs) < QUIET_AFTER_MS ? '' : waitsFor(record, lastTicks);
}

/** What a running bot waits for now, however long; `lastTicks` as above. */
export function waitsFor(record: BotRecord, lastTicks: number | null): QuietReason {
  if (record.status === 'pause' || record.status === 'pausing') return 'paused';
  if (record.step === 'wait-touch') return 'trigger';
  const { range } = record;
  if (range !== null && lastTicks !== null) {
    if (lastTicks < range.lowTicks) return 'below_range';
    if (lastTicks > range.highTicks) return 'above_range';
  }
  const { waitsFor: reason } = kindOf(record.kind);
  return record.status === 'open' && OF_HOLDINGS.includes(reason) ? 'conditions' : reason;
}

/** What a bot waits for with what it holds; before it has opened it holds nothing. */
const OF_HOLDINGS: readonly QuietReason[] = ['shares', 'funding'];
