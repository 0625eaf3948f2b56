import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EquityWatch } from '#lib/engine/equity-watch.ts';
import type { EquityLine } from '#lib/engine/machine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { followMissedMinutes } from '#server/exchange/bots/watch-restart.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { crashFeed } from './exchange-crash-feed.ts';
import { MORNING_MS, openTestExchange, startGrid } from './exchange-fixture.ts';
import { rowOf } from './exchange-kind-bodies.ts';

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

  it("is the same before and after a kill right behind a minute's end at which nothing else happened", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'watch-restart-'));
    // It falls within the minute after the bot was paused, and nobody is called at that minute's end.
    const fallMs = fromMs + 58_500;
    const falling = crashFeed(feed, fallMs, 0.99);
    const exchange = await openTestExchange(folder, { feed: falling });
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    await exchange.pass(fromMs + 58_000 - exchange.clock.nowMs());
    expect((await exchange.send('pauseGrid', { who, path: { id } })).code).toBe(200);
    const before = await rowOf(exchange, who, id, 'spot_grid');
    await exchange.pass(4_000);
    const told = await rowOf(exchange, who, id, 'spot_grid');
    expect(Number(told.max_draw_down)).toBeGreaterThan(Number(before.max_draw_down));
    await exchange.kill();
    const again = await openTestExchange(folder, { feed: falling, clock: exchange.clock });
    expect(await rowOf(again, await again.trader(), id, 'spot_grid')).toEqual(told);
  });

  it('is measured on a market whose candles end where its points do, whenever it jumps', () => {
    const endMs = fromMs + MINUTE_MS;
    for (const jumpMs of [1, 30_500, 58_999, 59_000, 59_001, 59_999]) {
      const jumping = crashFeed(feed, fromMs + jumpMs, 0.9);
      const last = [...jumping.points(MARKET, fromMs, endMs - 1)].at(-1)?.ticks;
      expect(jumping.minutes(MARKET, fromMs, endMs, endMs).close[0], `${jumpMs}`).toBe(last);
      expect(jumping.lastTicks(MARKET, endMs - 1), `${jumpMs}`).toBe(last);
    }
  });
});
