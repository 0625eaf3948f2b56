import { describe, expect, it, vi } from 'vitest';
import { BotMemory, BotPages } from '#lib/engine/body/layout.ts';
import type { EngineSink, MarketView } from '#lib/engine/machine.ts';
import { createSpotGrid, restoreSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import { TEN_GRIDS } from './engine-fixture.ts';
import { openTestExchange, startGrid } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

/** Bots that live on an exchange share its pages: what one leaves another takes, and nobody reaches into another's block. */

const view: MarketView = {
  movingAverage: () => Number.NaN,
  marketFillTicks: (_feed, _side, _quantity, ticks) => ticks,
};
const silent: EngineSink = { isQuiet: true, fill() {}, order() {}, operation() {}, finish() {} };

function grownGrid(memory: BotPages | undefined) {
  const machine = createSpotGrid(TEN_GRIDS, view, { ...silent, memory });
  machine.start([1500], 0);
  for (const ticks of [1300, 1750, 1200]) machine.move(0, ticks, 1);
  return machine;
}

describe('the block of a bot', () => {
  it('is given back when it is released, and the next bot that takes it is as one in a memory of its own', () => {
    const pages = new BotPages();
    const alone = JSON.stringify(grownGrid(undefined).snapshot());
    const neighbour = grownGrid(pages);
    let { end } = pages;
    for (let round = 0; round < 5; round += 1) {
      const machine = grownGrid(pages);
      if (round === 0) end = pages.end;
      expect(JSON.stringify(machine.snapshot())).toBe(alone);
      machine.terminate({ type: 'market' }, [1200], 2);
      machine.release?.();
    }
    expect(pages.end).toBe(end);
    expect(JSON.stringify(neighbour.snapshot())).toBe(alone);
  });

  it('is out of reach of the machine that had it', () => {
    const pages = new BotPages();
    const machine = grownGrid(pages);
    const snapshot = machine.snapshot();
    machine.release?.();
    const next = restoreSpotGrid(TEN_GRIDS, snapshot, view, { ...silent, memory: pages });
    expect(() => machine.move(0, 1900, 3)).toThrow();
    expect(() => machine.snapshot()).toThrow();
    expect(next.snapshot()).toEqual(snapshot);
  });

  it('goes back to the exchange’s pages with the turn that ends the bot', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const give = vi.spyOn(BotMemory.prototype, 'give');
    const id = await startGrid(exchange, who, {});
    await exchange.pass(60_000, 7_000);
    expect(give).not.toHaveBeenCalled();
    const ended = await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    expect(ended.code).toBe(200);
    await exchange.pass(2_000);
    // The machine's, that of its equity's watch, and that of its days.
    expect(give).toHaveBeenCalledTimes(3);
    give.mockRestore();
    await exchange.kill();
  });
});
