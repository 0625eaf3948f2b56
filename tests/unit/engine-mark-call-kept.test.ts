import { expect, it } from 'vitest';
import { changeFuturesGrid, createFuturesGrid } from '#lib/kinds/futures-grid/engine.ts';
import type { FuturesGridParams } from '#lib/kinds/futures-grid/params.ts';
import { coins, DEAF } from './engine-fixture.ts';
import { PLAIN_CONTRACT } from './futures-fixture.ts';

const PARAMS: FuturesGridParams = {
  spec: PLAIN_CONTRACT,
  lowTicks: 900,
  highTicks: 1100,
  gridCount: 10,
  spacing: 'arithmetic',
  side: 'long',
  investment: coins(1000),
  leverage: 5,
  quantity: { type: 'equal' },
  trigger: null,
  stopLossE8: null,
  takeProfitE8: null,
  stopCheck: 'close',
  stopBelowRange: false,
  stopAboveRange: false,
  openingSlippageE8: null,
};
const view = {
  movingAverage: () => Number.NaN,
  marketFillTicks: (_feed: number, _side: string, _q: bigint, at: number) => at,
};

it('a stop that waits for the end of its minute does not put off the liquidation that the mark price has called for', () => {
  const finishes: string[] = [];
  const sink = {
    fill: () => {},
    order: () => {},
    operation: () => {},
    finish: (reason: string) => void finishes.push(reason),
  };
  const bot = createFuturesGrid(PARAMS, view, sink);
  bot.start([1000, 1000], 0);
  bot.move(0, 950, 1_000);
  const mark = bot.slots[1]?.below as number;
  bot.jump(1, mark, 2_000);
  expect(bot.wakeAtMs).toBe(2_000);
  // The last price has cost it more than its new stop allows.
  const after = { ...PARAMS, stopLossE8: 10_000n };
  const change = { deposit: 0n, isLaidAnew: false, prices: [950, mark], timeMs: 2_500 };
  const changed = changeFuturesGrid(PARAMS, after, bot.snapshot(), change, view, sink);
  if (typeof changed === 'string') throw new Error(changed);
  expect(changed.wakeAtMs).toBeLessThanOrEqual(2_500);
  changed.wakeByTime(2_500, [950, mark]);
  expect(finishes).toEqual(['liquidated']);
});

it('margin, or another range, that comes when the mark price has called for the liquidation is refused: it would be too late', () => {
  const bot = createFuturesGrid(PARAMS, view, DEAF);
  bot.start([1000, 1000], 0);
  const mark = bot.slots[1]?.below as number;
  bot.jump(1, mark, 2_000);
  const before = JSON.stringify(bot.snapshot());
  const change = { deposit: coins(500), prices: [950, mark], timeMs: 2_000 };
  expect(bot.increaseMargin?.(coins(500), [950, mark], 2_000)).toBe('liquidating');
  const other = { ...PARAMS, lowTicks: 800, investment: coins(1500) };
  for (const [after, isLaidAnew] of [
    [PARAMS, false],
    [other, true],
  ] as const)
    expect(changeFuturesGrid(PARAMS, after, bot.snapshot(), { ...change, isLaidAnew }, view, DEAF)).toBe('liquidating');
  expect(JSON.stringify(bot.snapshot())).toBe(before);
  bot.wakeByTime(2_000, [950, mark]);
  expect([bot.status, bot.increaseMargin?.(1n, [950, mark], 2_000)]).toEqual(['finished', 'not-running']);
});
