import { describe, expect, it } from 'vitest';
import { startBench, told } from './engine-fixture.ts';

describe('a limit close that the price meets already', () => {
  it('fills at its limit where the market would give less', () => {
    const { machine, fills } = startBench({}, 1550, { slipTicks: 5 });
    fills.length = 0;
    machine.terminate({ type: 'limit', ticks: 1548, expiresAtMs: 600_000 }, [1550], 1_000);
    expect(told(fills)).toEqual([['sell', 1548]]);
    expect(machine.status).toBe('finished');
  });

  it('fills at the market where that gives more', () => {
    const { machine, fills } = startBench({}, 1550, { slipTicks: 5 });
    fills.length = 0;
    machine.terminate({ type: 'limit', ticks: 1500, expiresAtMs: 600_000 }, [1550], 1_000);
    expect(told(fills)).toEqual([['sell', 1545]]);
  });
});
