import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { DAY_MS, type DailyPoint } from '#server/exchange/bots/daily-curve.ts';
import { DayClosing } from '#server/exchange/bots/day-closing.ts';
import type { LiveBot } from '#server/exchange/bots/live-bot.ts';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { gathered, handClock, temporaryFolder } from './store-fixture.ts';

const MIDNIGHT_MS = Date.UTC(2026, 4, 21);

/** Of a bot, what the end of a day asks. */
function sleeper(id: number, changes: { createMs?: number; isStarted?: boolean } = {}): LiveBot {
  const { createMs = MIDNIGHT_MS - 1, isStarted = true } = changes;
  return { record: { id, createMs }, machine: isStarted ? {} : null, curve: [] } as unknown as LiveBot;
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
    expect(await curves(second, ids)).toEqual([['2026-05-20'], ['2026-05-20']]);
    const again = await gathered(second.store.since('bot_daily', `${ids[1]}`, 0));
    expect(again.map(({ value }) => value)).toEqual(whole.map(({ value }) => value));
    await second.kill();
  });
});
