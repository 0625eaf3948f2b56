import { describe, expect, it } from 'vitest';
import { LiveDriver } from '#lib/engine/live-driver.ts';
import type { BotMachine, PriceFeedId, WakeSlot } from '#lib/engine/machine.ts';
import { MarketsClock, tradesSeveral } from '#lib/engine/markets-clock.ts';
import { createSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import { TEN_GRIDS } from './engine-fixture.ts';
import { answering, listener, MINUTE_MS } from './several-markets-bench.ts';

/** A machine of two markets that notes its wakes, and then waits `everyMs`. */
class Sleeper {
  readonly feeds: readonly PriceFeedId[] = [
    { market: 'BTC_USDT', price: 'last' },
    { market: 'ETH_USDT', price: 'last' },
  ];
  readonly slots: readonly WakeSlot[] = [
    { below: 90, above: 110 },
    { below: 9, above: 11 },
  ];
  wakeAtMs: number;
  private readonly everyMs: number;
  private readonly log: string[];
  private readonly name: string;

  constructor(name: string, firstMs: number, everyMs: number, log: string[]) {
    this.name = name;
    this.wakeAtMs = firstMs;
    this.everyMs = everyMs;
    this.log = log;
  }

  wakeByTime(timeMs: number, ticks: readonly number[]): void {
    this.log.push(`${this.name} ${timeMs} ${ticks.join(' ')}`);
    this.wakeAtMs = timeMs + this.everyMs;
  }

  move(feed: number, _ticks: number, timeMs: number): void {
    this.log.push(`${this.name} feed ${feed}`);
    this.wakeAtMs = (Math.floor(timeMs / MINUTE_MS) + 1) * MINUTE_MS;
  }

  asMachine(): BotMachine {
    return this as unknown as BotMachine;
  }
}

const priceOf = ({ market }: PriceFeedId): number => (market === 'BTC_USDT' ? 100 : 10);

describe('the clock of machines of several markets', () => {
  it('wakes in order of time, then of coming aboard, with the prices of all markets', () => {
    const log: string[] = [];
    const clock = new MarketsClock();
    clock.add('late', new Sleeper('late', 2000, 5000, log).asMachine());
    clock.add('early', new Sleeper('early', 1000, 1000, log).asMachine());
    expect(clock.nextWakeMs).toBe(1000);
    expect(clock.fire(999, priceOf)).toEqual([]);
    expect(clock.fire(2000, priceOf)).toEqual(['early', 'late', 'early']);
    expect(log).toEqual(['early 1000 100 10', 'late 2000 100 10', 'early 2000 100 10']);
    expect(clock.nextWakeMs).toBe(3000);
  });

  it('reads the wake time again when it is told to, forgets who has left, and refuses a key twice', () => {
    const log: string[] = [];
    const clock = new MarketsClock();
    const sleeper = new Sleeper('one', Number.POSITIVE_INFINITY, 1000, log);
    clock.add('one', sleeper.asMachine());
    expect(clock.nextWakeMs).toBe(Number.POSITIVE_INFINITY);
    sleeper.wakeAtMs = 500;
    clock.refresh('one');
    clock.refresh('nobody');
    expect(clock.nextWakeMs).toBe(500);
    expect(() => clock.add('one', sleeper.asMachine())).toThrow('already');
    clock.remove('one');
    clock.remove('one');
    expect(clock.size).toBe(0);
    expect(clock.fire(1000, priceOf)).toEqual([]);
  });

  it('refuses a machine that does not answer its wake', () => {
    const clock = new MarketsClock();
    clock.add('deaf', new Sleeper('deaf', 1000, 0, []).asMachine());
    expect(() => clock.fire(1000, priceOf)).toThrow('not answered');
  });

  it('is who fires the time of such machines: a driver only tells them of prices', () => {
    const log: string[] = [];
    const sleeper = new Sleeper('one', 1000, 1000, log);
    const machine = sleeper.asMachine();
    expect(tradesSeveral(machine)).toBe(true);
    expect(
      tradesSeveral(
        createSpotGrid(TEN_GRIDS, answering({ slipTicks: 0, fundingE8: null, expectedE8: null }), listener().sink),
      ),
    ).toBe(false);
    const driver = new LiveDriver();
    driver.add('one', machine, 1);
    expect(driver.nextWakeMs).toBe(Number.POSITIVE_INFINITY);
    expect(driver.advance({ timeMs: 5000, ticks: 10, jump: false })).toEqual([]);
    expect(driver.advance({ timeMs: 6000, ticks: 11, jump: false })).toEqual(['one']);
    expect(driver.advanceTime(100_000)).toEqual([]);
    expect(log).toEqual(['one feed 1']);
  });
});
