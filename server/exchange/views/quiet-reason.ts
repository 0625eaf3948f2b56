import type { QUIET_REASONS } from '#lib/contract/bot-words.ts';
import { feedsOf } from '#lib/engine/bot-feeds.ts';
import type { BotMachine } from '#lib/engine/machine.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { MarketFeed } from '../market/feed.ts';

export type QuietReason = (typeof QUIET_REASONS)[number];

/** A running bot without a trade for as long is quiet, and says why (H57). */
const QUIET_AFTER_MS = 7 * DAY_MS;

/** The market as a bot finds it. */
export interface Place {
  /** The last price of its first market, null when unknown, or when it must not be told on which side of its range it is. */
  readonly lastTicks: number | null;
  /** Of one of its markets the feed knows no price now: it can place nothing, and goes on with the next price. */
  readonly isWithoutPrice: boolean;
}

type Waiting = Pick<LiveBot, 'record'> & { readonly machine: Pick<BotMachine, 'retriesOpening' | 'isSpent'> | null };

/** Where a bot stands now. */
export function placeOf(feed: Pick<MarketFeed, 'lastTicks'>, { record, spec }: LiveBot, nowMs: number): Place {
  return {
    lastTicks: feed.lastTicks(record.instrument, nowMs),
    isWithoutPrice: feedsOf(spec).some(({ market }) => feed.lastTicks(market, nowMs) === null),
  };
}

/** Why a running bot has not traded for seven days; '' for those that have. */
export function quietReason(bot: Waiting, place: Place, nowMs: number): QuietReason | '' {
  const { record } = bot;
  return nowMs - (record.lastTradeMs ?? record.createMs) < QUIET_AFTER_MS ? '' : waitsFor(bot, place);
}

/** What a running bot waits for now, however long. */
export function waitsFor({ record, machine }: Waiting, { lastTicks, isWithoutPrice }: Place): QuietReason {
  if (record.status === 'pause' || record.status === 'pausing') return 'paused';
  // Without a price not even a trigger is looked at.
  if (isWithoutPrice) return 'no_price';
  if (record.step === 'wait-touch') return 'trigger';
  if (machine?.retriesOpening === true) return 'opening';
  if (machine?.isSpent === true) return 'spent';
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
