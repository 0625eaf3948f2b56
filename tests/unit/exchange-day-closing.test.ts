import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/time/durations.ts';
import type { DailyPoint } from '#server/exchange/bots/daily-curve.ts';
import { DayClosing } from '#server/exchange/bots/day-closing.ts';
import type { LiveBot } from '#server/exchange/bots/live-bot.ts';
import { gridBody, openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { gathered, handClock, temporaryFolder } from './store-fixture.ts';

const HOUR_MS = 3_600_000;
/** In the minute after it the price goes where it has not been for half an hour. */
const BUSY_MIDNIGHT_MS = Date.UTC(2026, 4, 24);
const MIDNIGHT_MS = Date.UTC(2026, 4, 21);

/** Of a bot, what the end of a day asks. */
function sleeper(id: number, changes: { createMs?: number; isStarted?: boolean } = {}): LiveBot {
  const { createMs = MIDNIGHT_MS - 1, isStarted = true } = changes;
  return { record: { id, createMs }, machine: isStarted ? {} : null, watch: null, curve: [] } as unknown as LiveBot;
}

const bookOf = (bots: LiveBot[]) => ({ running: () => bots.values() });
const point = (bot: LiveBot) => void bot.curve.push({ day: '2026-05-20' } as DailyPoint);

describe('the end of a day', () => {
  it('gives every bot one point, some hundreds of them a turn', () => {
    const bots = Array.from({ length: 1_234 }, (_, id) => sleeper(id));
    const closing = new DayClosing(bookOf(bots));
    closing.begin(MIDNIGHT_MS);
    const turns: number[] = [];
    while (closing.isOpen) {
      let closed = 0;
      closing.closeSome((bot) => {
        closed += 1;
        point(bot);
      });
      turns.push(closed);
    }
    expect(turns).toEqual([500, 500, 234]);
    expect(bots.every(({ curve }) => curve.length === 1)).toBe(true);
  });

  it('closes a bot before its turn when something is about to happen to it, and not again', () => {
    const bots = Array.from({ length: 600 }, (_, id) => sleeper(id));
    const closing = new DayClosing(bookOf(bots));
    closing.closeOne(bots[599] as LiveBot, point);
    expect(bots[599]?.curve.length).toBe(0);
    closing.begin(MIDNIGHT_MS);
    closing.closeSome(point);
    closing.closeOne(bots[599] as LiveBot, point);
    expect(bots[599]?.curve.length).toBe(1);
    closing.closeSome(point);
    expect(closing.isOpen).toBe(false);
    expect(bots.every(({ curve }) => curve.length === 1)).toBe(true);
  });

  it('holds the market before the end of the minute after midnight, when all bots are looked at', () => {
    const closing = new DayClosing(bookOf(Array.from({ length: 501 }, (_, id) => sleeper(id))));
    expect(closing.holds(MIDNIGHT_MS + 60_000)).toBe(false);
    closing.begin(MIDNIGHT_MS);
    closing.closeSome(point);
    expect([closing.holds(MIDNIGHT_MS + 59_999), closing.holds(MIDNIGHT_MS + 60_000)]).toEqual([false, true]);
    closing.closeSome(point);
    expect(closing.holds(MIDNIGHT_MS + 60_000)).toBe(false);
  });

  it('goes on where a process has ended in that minute, and not later', () => {
    for (const [leftMs, isOpen] of [
      [MIDNIGHT_MS - 1, false],
      [MIDNIGHT_MS, true],
      [MIDNIGHT_MS + 59_999, true],
      [MIDNIGHT_MS + 60_000, false],
    ] as const) {
      const bots = [sleeper(1)];
      const closing = new DayClosing(bookOf(bots));
      closing.resume(leftMs);
      expect(closing.isOpen).toBe(isOpen);
      closing.closeSome(point);
      expect(bots[0]?.curve.length).toBe(Number(isOpen));
    }
  });

  it('passes over who has started after midnight, although he was funded before', () => {
    const bots = [MIDNIGHT_MS, MIDNIGHT_MS + 1].map(
      (untilMs, id) => ({ ...sleeper(id), watch: { untilMs } }) as LiveBot,
    );
    const closing = new DayClosing(bookOf(bots));
    closing.begin(MIDNIGHT_MS);
    closing.closeSome(point);
    expect(bots.map(({ curve }) => curve.length)).toEqual([1, 0]);
  });

  it('passes over who has its point, who was made later and who has not started', () => {
    const bots = [sleeper(1), sleeper(2, { createMs: MIDNIGHT_MS }), sleeper(3, { isStarted: false }), sleeper(4)];
    point(bots[3] as LiveBot);
    const closing = new DayClosing(bookOf(bots));
    closing.begin(MIDNIGHT_MS);
    closing.closeSome(point);
    expect(bots.map(({ curve }) => curve.length)).toEqual([1, 0, 0, 1]);
  });
});

const curves = async ({ store }: TestExchange, ids: readonly number[]) =>
  (
    await store.valuesOf(
      'bot_daily',
      ids.map((id) => `${id}`),
    )
  ).map((days) => days.map((text) => (JSON.parse(text) as [string])[0]));

describe('an exchange at midnight', () => {
  it('follows the market on after it, with the point of each bot’s day as it was at midnight', async () => {
    const exchange = await openTestExchange(temporaryFolder(), { clock: handClock(MIDNIGHT_MS - 60_000) });
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    // One tick from the evening of one day into the morning after the next.
    exchange.clock.advance(2 * DAY_MS);
    await exchange.tick();
    expect(await curves(exchange, [id])).toEqual([['2026-05-20', '2026-05-21']]);
    await exchange.kill();
  });

  it('goes on with the bots that had no point yet when the process ended in the middle of it', async () => {
    const folder = temporaryFolder();
    const clock = handClock(MIDNIGHT_MS - 60_000);
    const first = await openTestExchange(folder, { clock });
    const who: Who = await first.trader();
    const ids = [await startGrid(first, who), await startGrid(first, who)];
    clock.advance(MIDNIGHT_MS - clock.nowMs());
    await first.tick();
    const whole = await gathered(first.store.since('bot_daily', `${ids[1]}`, 0));
    await first.kill();
    const raw = new DatabaseSync(join(folder, 'exchange.db'));
    raw.prepare("DELETE FROM journal WHERE stream = 'bot_daily' AND key = ?").run(`${ids[1]}`);
    raw.close();
    const second = await openTestExchange(folder, { clock });
    clock.advance(5_000);
    await second.tick();
    // The days of before are closed beside the ticks.
    await second.tick();
    expect(await curves(second, ids)).toEqual([['2026-05-20'], ['2026-05-20']]);
    const again = await gathered(second.store.since('bot_daily', `${ids[1]}`, 0));
    expect(again.map(({ value }) => value)).toEqual(whole.map(({ value }) => value));
    await second.kill();
  });

  it('goes on with the market while many bots wait for their points, which are as they were at midnight', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder, { clock: handClock(BUSY_MIDNIGHT_MS - 3 * HOUR_MS) });
    // More than one turn closes, with lines everywhere around the price.
    for (const account of ['demo', 'copier']) {
      const who = await first.trader(account);
      for (let made = 0; made < 270; made += 1) {
        const high_price = (Number(gridBody(first).low_price) * (1.06 + ((made * 37) % 270) / 20_000)).toFixed(1);
        const body = gridBody(first, { money: '360', grid_num: '30', high_price });
        expect((await first.send('createGrid', { who, body })).code).toBe(200);
        first.clock.advance(1_000);
      }
    }
    await first.pass(BUSY_MIDNIGHT_MS - 60_000 - first.clock.nowMs(), HOUR_MS / 2);
    await first.kill();
    /** What is written of the day's end when ticks come at these moments after midnight, ms, and the market's way after each. */
    const afterTicks = async (moments: readonly number[]) => {
      const own = temporaryFolder();
      cpSync(folder, own, { recursive: true });
      const clock = handClock(BUSY_MIDNIGHT_MS - 60_000);
      const exchange = await openTestExchange(own, { clock });
      for (const moment of moments) {
        clock.advance(BUSY_MIDNIGHT_MS + moment - clock.nowMs());
        await exchange.tick();
      }
      const ids = (await gathered(exchange.store.all('bots'))).map(({ key }) => key);
      const days = await exchange.store.valuesOf('bot_daily', ids);
      const clockRow = JSON.parse((await exchange.store.get('bot_clock', 'market')) ?? '');
      const fills = await exchange.store.valuesOf('bot_fills', ids);
      await exchange.kill();
      return { days, fills, cursorMs: clockRow.cursorMs };
    };
    const stood = await afterTicks([0, 0, 0, 60_000, 61_000]);
    const moving = await afterTicks([59_000]);
    expect(moving.cursorMs).toBe(BUSY_MIDNIGHT_MS + 59_000);
    const went = await afterTicks([59_000, 60_000, 61_000]);
    expect(went.days.every(({ length }) => length === 1)).toBe(true);
    expect(went.days).toEqual(stood.days);
    expect(went.fills).toEqual(stood.fills);
    // Nor does a tick that comes late take it past that minute before all have theirs.
    const leapt = await afterTicks([45 * 60_000, 45 * 60_000, 45 * 60_000]);
    expect(leapt.days).toEqual(stood.days);
    // Some that waited were called in that minute.
    const waited = (fills: readonly (readonly string[])[]) => fills.slice(500).flat().length;
    expect(waited(moving.fills)).toBeGreaterThan(waited((await afterTicks([0])).fills));
  }, 60_000);
});
