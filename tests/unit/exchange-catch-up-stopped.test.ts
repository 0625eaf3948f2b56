import { cpSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openTestExchange, startGrid } from './exchange-fixture.ts';
import { handClock, temporaryFolder } from './store-fixture.ts';

const HOUR_MS = 3_600_000;
const MIDNIGHT_MS = Date.UTC(2026, 4, 21);

/** Ends a catch-up on its way, as a kill does. */
const GONE = new Error('killed');

it.each([
  ['a midnight', MIDNIGHT_MS],
  ['the middle of a day', MIDNIGHT_MS - HOUR_MS],
])(
  'a catch-up from %s that is stopped on its way tells of the time away once, and of what came since',
  async (_name, endMs) => {
    const folder = temporaryFolder();
    const clock = handClock(endMs - 2 * HOUR_MS);
    const first = await openTestExchange(folder, { clock });
    const who = await first.trader();
    const id = await startGrid(first, who);
    await first.pass(2 * HOUR_MS, 60_000);
    await first.kill();
    clock.advance(2 * HOUR_MS);
    const backMs = clock.nowMs();
    const { feed } = first;
    let asked = 0;
    const stopping = {
      ...feed,
      points: (...given: Parameters<typeof feed.points>) => {
        asked += 1;
        if (asked > 1) throw GONE;
        return feed.points(...given);
      },
    };
    await expect(openTestExchange(folder, { clock, feed: stopping as typeof feed })).rejects.toThrow();
    // What the disk has then: the note, and not the path.
    const left = temporaryFolder();
    cpSync(folder, left, { recursive: true });
    clock.advance(HOUR_MS);
    const exchange = await openTestExchange(left, { clock });
    const query = { strategy_id: id, strategy_type: 'spot_grid', page_size: 50 };
    const again = await exchange.trader();
    const { data } = await exchange.send('operateRecords', { who: again, query });
    const notes = data.filter(({ op_type }: { op_type: string }) => op_type === 'catch_up').reverse();
    const spans = notes.map(({ from, to }: { from: string; to: string }) => [
      JSON.parse(from).time,
      JSON.parse(to).time,
    ]);
    expect(spans).toHaveLength(2);
    // How far the market was followed is written down once a minute.
    expect(Math.abs(spans[0][0] - endMs / 1_000)).toBeLessThan(61);
    expect([spans[0][1], spans[1]]).toEqual([backMs / 1_000, [backMs / 1_000, (backMs + HOUR_MS) / 1_000]]);
    await exchange.stop();
  },
);
