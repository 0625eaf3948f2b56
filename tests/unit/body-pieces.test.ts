import { expect, it } from 'vitest';
import { restingPrices, startBench } from './engine-fixture.ts';

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
