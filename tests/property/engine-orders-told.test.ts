import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BotMachine, Fill, OrderEvent } from '#lib/engine/machine.ts';
import { runs } from '#tests/support/runs.ts';
import { acts, lifeOf } from './changed-life.ts';
import { KIND_RUNS, type KindRun } from './every-kind-scenario.ts';

/** Orders that never rest: they are told as placed and have filled, or are cancelled with nothing told of their resting. */
const AT_MARKET: readonly string[] = ['opening', 'rebalance', 'closing', 'stop-loss'];

/** What rests by what a bot has told: placed, less cancelled, less filled. */
class ToldOrders {
  private readonly resting = new Map<string, bigint>();
  private readonly addressOf: (order: { side: string; level: number; ticks: number }) => string;
  filled = 0;

  constructor(addressOf: ToldOrders['addressOf']) {
    this.addressOf = addressOf;
  }

  fill(fill: Fill): void {
    if (fill.role !== 'grid') return;
    this.filled += 1;
    this.add(this.addressOf(fill), -fill.quantity);
  }

  order(order: OrderEvent): void {
    const { kind, reason, quantity } = order;
    if (kind === 'withheld' || (kind === 'placed' && AT_MARKET.includes(reason))) return;
    this.add(this.addressOf(order), kind === 'placed' ? quantity : -quantity);
  }

  expectOf(machine: BotMachine): void {
    // A limit close that rests is told as one that closes.
    if (machine.status === 'stopping') return;
    const open = machine.openOrders().map((order) => [this.addressOf(order), order.quantity] as const);
    expect([...this.resting].sort()).toEqual(open.sort());
  }

  private add(address: string, quantity: bigint): void {
    const now = (this.resting.get(address) ?? 0n) + quantity;
    if (now === 0n) this.resting.delete(address);
    else this.resting.set(address, now);
  }
}

/** An order of a round is the one of its number, and fills late where the price of now is past it; one of a grid is the one at its price. */
const byLevel: ToldOrders['addressOf'] = ({ side, level }) => `${side} ${level}`;
const byPrice: ToldOrders['addressOf'] = ({ side, ticks }) => `${side} ${ticks}`;
const KINDS = [
  ['martingale', byLevel],
  ['contract-martingale', byLevel],
  ['spot_grid', byPrice],
  ['margin_grid', byPrice],
  ['infinite_grid', byPrice],
  ['futures_grid', byPrice],
] as const;

describe('orders that a bot has told as placed, less those cancelled and filled', () => {
  it.each(KINDS)('are those that rest, after every point and whatever its owner does: %s', (kind, addressOf) => {
    let filled = 0;
    fc.assert(
      fc.property(KIND_RUNS[kind] as fc.Arbitrary<KindRun>, acts, (run, todo) => {
        const orders = new ToldOrders(addressOf);
        lifeOf(run, 0, todo, {
          fill: (fill) => orders.fill(fill),
          order: (order) => orders.order(order),
          look: (machine) => orders.expectOf(machine),
        });
        filled += orders.filled;
      }),
      { numRuns: runs(150, 400) },
    );
    expect(filled).toBeGreaterThan(50);
  });
});
