import type { BotPages } from '#lib/engine/body/layout.ts';
import { feedsOf } from '#lib/engine/bot-feeds.ts';
import { EquityWatch } from '#lib/engine/equity-watch.ts';
import type { BotMachine } from '#lib/engine/machine.ts';
import { nextMinute } from '#lib/engine/minute-boundary.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { LoadedBot } from './bot-book.ts';
import type { DailyPoint } from './daily-curve.ts';
import type { LiveBot } from './live-bot.ts';

/**
 * The watch of a machine that was read from the disk: it goes on with the running day where the bot was written last; a
 * point of the daily curve that is younger than that has closed the day already.
 */
export function resumeWatch(
  machine: BotMachine,
  spec: MarketSpec,
  seen: LoadedBot['watch'],
  curve: readonly DailyPoint[],
  memory?: BotPages,
): EquityWatch {
  const watch = new EquityWatch(machine, spec, memory);
  const last = curve.at(-1);
  const closedMs = last === undefined ? -1 : Date.parse(`${last.day}T00:00:00Z`) + DAY_MS;
  const isOfToday = seen !== null && seen.untilMs > closedMs;
  if (isOfToday && seen.span !== null) watch.restart(seen.span);
  watch.untilMs = isOfToday || closedMs < 0 ? (seen?.untilMs ?? -1) : closedMs;
  return watch;
}

/**
 * Follows a bot that slept from where its watch is up to `untilMs`: nothing of a sleeping bot is written at a minute's
 * end, so a restart reads those minutes again. At most a day of them, and only where the feed knows them.
 */
export function followMissedMinutes(
  feed: MarketFeed,
  { machine, watch, spec }: Pick<LiveBot, 'watch' | 'spec'> & { readonly machine: object | null },
  untilMs: number,
): void {
  if (machine === null || watch === null || watch.untilMs < 0) return;
  const firstEndMs = nextMinute(watch.untilMs);
  const endMs = Math.floor(untilMs / MINUTE_MS) * MINUTE_MS;
  if (firstEndMs > endMs || endMs - firstEndMs > DAY_MS) return;
  const fromMs = firstEndMs - MINUTE_MS;
  const columns = feedsOf(spec).map(({ market, price }) =>
    price === 'mark' ? feed.marks(market, fromMs, endMs) : feed.minutes(market, fromMs, endMs, endMs).close,
  );
  watch.endMinutes(columns, 0, (endMs - fromMs) / MINUTE_MS, 1);
  watch.untilMs = endMs;
}
