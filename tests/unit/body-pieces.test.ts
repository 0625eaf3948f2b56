import { describe, expect, it } from 'vitest';
import type { BotMachine, OpenOrder } from '#lib/engine/machine.ts';
import { restingPrices, startBench } from './engine-fixture.ts';
import { startFutures } from './engine-futures-bench.ts';

it('a buy that was executed in part and is then cancelled leaves its coins free: the next sell makes its fee up from them', () => {
  const { machine, go, operations } = startBench({ trailUpLimitTicks: 3_000, feeRate: 100_000n }, 1050, { mean: 500 });
  const lowest = machine.openOrders().find(({ ticks }) => ticks === 1000);
  const quantity = (lowest?.quantity ?? 0n) / 2n;
  machine.fillPiece?.({ side: 'buy', level: 0 }, { quantity, quote: quantity * 1000n, fee: 0n }, 1_000);
  // Above its range it holds nothing but that part; its lowest order makes room for one on top.
  go(2050, 2);
  go(2150, 3);
  expect(operations.map(({ type }) => type)).toContain('moving-up');
  expect(restingPrices(machine, 'buy')).not.toContain(1000);
  expect(machine.holdings().BTC).toBe(quantity);
  const highest = machine.openOrders().at(-1);
  go(highest?.ticks as number, 4);
  const [sell] = machine.openOrders().filter(({ side }) => side === 'sell');
  expect(sell?.quantity).toBe(highest?.quantity);
  expect(machine.equity([highest?.ticks as number]).residual).toBe(0n);
});

/** The order next to the price on a side. */
function nextOrder(machine: BotMachine, side: 'buy' | 'sell'): OpenOrder {
  const orders = machine.openOrders().filter((order) => order.side === side);
  const next = side === 'buy' ? orders.at(-1) : orders[0];
  if (next === undefined) throw new Error('No order rests there');
  return next;
}

/** So much of an order was executed at its price, or for a unit more or less in all. */
function fillPart(machine: BotMachine, order: OpenOrder, quantity: bigint, fee: bigint, off = 0n): void {
  machine.fillPiece?.(order, { quantity, quote: quantity * BigInt(order.ticks) + off, fee }, 1_000);
}

describe('a pair that is completed in two pieces does not come out even', () => {
  it('of coins: the first takes its share of what they cost, rounded up, and of the buy’s fee, rounded down', () => {
    const { machine, fills } = startBench({}, 1550);
    const buy = nextOrder(machine, 'buy');
    fillPart(machine, buy, buy.quantity, 7n, -1n);
    machine.answerPieces?.(buy.ticks, 2_000);
    const sell = nextOrder(machine, 'sell');
    expect([buy.quantity, sell.quantity]).toEqual([72_992_700n, 72_992_693n]);
    fillPart(machine, sell, 24_330_897n, 5n);
    // 24,330,897 ÷ 72,992,693 of 109,489,049,999 is 36,496,348,999.7, and of a fee worth 7 × 1500 × 1e8 is 349,999,990,409.998.
    const first = 38_929_435_200n - 36_496_349_000n;
    expect(fills.at(-1)?.matchProfit).toBe(first - 5n);
    expect(machine.equity([1600]).gridProfit).toBe(first * 100_000_000n + 349_999_990_409n);
    fillPart(machine, sell, 48_661_796n, 5n);
    const whole = 116_788_308_800n - 109_489_049_999n;
    expect(fills.at(-1)?.matchProfit).toBe(whole - first - 5n);
    expect(machine.equity([1600])).toMatchObject({
      gridProfit: whole * 100_000_000n + 1_050_000_000_000n,
      residual: 0n,
    });
    expect(machine.statistics()).toMatchObject({ matches: 1, matchedProfit: whole - 10n });
  });

  it.each([
    // 13 ÷ 36 of −54,000,000,001 is −19,500,000,000.4, and of its fee 2.5.
    ['long', 'buy', 'sell', 36n, 20_800_000_000n - 19_500_000_001n - 3n - 5n, 3_599_999_976n],
    // 13 ÷ 29 of 49,300,000,001 is 22,100,000,000.4, and of its fee 3.1.
    ['short', 'sell', 'buy', 29n, 22_100_000_000n - 20_800_000_000n - 4n - 5n, 2_899_999_978n],
  ] as const)(
    'of contracts, %s: the first takes its share of the first order’s flow, rounded down, and of its fee, rounded up',
    (side, opens, completes, contracts, first, whole) => {
      const { machine, fills } = startFutures({ side }, 1550);
      const entry = nextOrder(machine, opens);
      const unit = entry.quantity / contracts;
      fillPart(machine, entry, entry.quantity, 7n, 1n);
      machine.answerPieces?.(entry.ticks, 2_000);
      const exit = nextOrder(machine, completes);
      fillPart(machine, exit, 13n * unit, 5n);
      expect(fills.at(-1)?.matchProfit).toBe(first);
      fillPart(machine, exit, (contracts - 13n) * unit, 11n);
      expect(fills.at(-1)?.matchProfit).toBe(whole - first);
      machine.answerPieces?.(exit.ticks, 3_000);
      expect(machine.statistics()).toMatchObject({ matches: 1, matchedProfit: whole });
      expect(machine.equity([exit.ticks, exit.ticks]).residual).toBe(0n);
    },
  );
});
