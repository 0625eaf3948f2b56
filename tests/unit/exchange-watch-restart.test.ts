import { describe, expect, it } from 'vitest';
import { EquityWatch } from '#lib/engine/equity-watch.ts';
import type { EquityLine } from '#lib/engine/machine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { followMissedMinutes } from '#server/exchange/bots/watch-restart.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { MORNING_MS } from './exchange-fixture.ts';

const MINUTE_MS = 60_000;
const MARKET = 'BTC_USDT';
const LIFE = 40;
const feed = createSimulatedFeed({ seed: 'watch-restart' });
const spec = feed.spec(MARKET) as MarketSpec;
const fromMs = Math.floor(MORNING_MS / MINUTE_MS) * MINUTE_MS;
const { close } = feed.minutes(MARKET, fromMs, fromMs + LIFE * MINUTE_MS, fromMs + LIFE * MINUTE_MS);

/** A bot that does nothing and whose equity is the price, or goes against it. */
function sleeper(factor: number) {
  const slots = [{ below: -1, above: Number.MAX_SAFE_INTEGER }];
  const fixed = factor > 0 ? 0 : 10 * (close[0] as number);
  const equityLine = (): EquityLine => ({ feed: 0, fixed, factor });
  const equity = (): never => {
    throw new Error('its line is enough');
  };
  return { slots, status: 'running' as const, equityLine, equity };
}

/** Followed live over so many minutes from its start, stamped within the last of them. */
function followedOver(machine: ReturnType<typeof sleeper>, minutes: number): EquityWatch {
  const watch = new EquityWatch(machine, spec);
  watch.untilMs = fromMs;
  for (let i = 0; i < minutes; i += 1) watch.endMinute([close[i] as number], fromMs + (i + 1) * MINUTE_MS);
  return watch;
}

describe('the drawdown of a bot that slept while the exchange was away', () => {
  it.each([1, -1])('is that of one that was followed all the time, whenever it went away (A2): %s', (factor) => {
    const machine = sleeper(factor);
    const whole = followedOver(machine, LIFE);
    expect(whole.span().fall).toBeGreaterThan(0);
    for (let minutes = 0; minutes <= LIFE; minutes += 1) {
      const watch = followedOver(machine, minutes);
      followMissedMinutes(feed, { machine, watch, spec }, fromMs + LIFE * MINUTE_MS + 1);
      expect(watch.span(), `away after ${minutes} minutes`).toEqual(whole.span());
      expect(watch.untilMs).toBe(whole.untilMs);
    }
  });
});
