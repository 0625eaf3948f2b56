import type { BotMachine, EngineSink, Fill, MarketView, OrderEvent, WakeSlot } from '#lib/engine/machine.ts';
import { createFuturesGrid } from '#lib/kinds/futures-grid/engine.ts';
import type { FuturesGridParams } from '#lib/kinds/futures-grid/params.ts';
import { coins } from './engine-fixture.ts';
import { PLAIN_CONTRACT } from './futures-fixture.ts';

/** Lines 1000, 1100 … 2000; a thousand dollars at leverage 5 back 36 contracts a line of the long grid that opens at 1500. */
export const TEN_FUTURES: FuturesGridParams = {
  spec: PLAIN_CONTRACT,
  lowTicks: 1000,
  highTicks: 2000,
  gridCount: 10,
  spacing: 'arithmetic',
  side: 'long',
  investment: coins(1000),
  leverage: 5,
  quantity: { type: 'equal' },
  trigger: null,
  stopLossE8: null,
  takeProfitE8: null,
  stopCheck: 'tick',
  stopBelowRange: false,
  stopAboveRange: false,
  openingSlippageE8: null,
};

export interface FuturesBench {
  readonly machine: BotMachine;
  readonly fills: Fill[];
  readonly orders: OrderEvent[];
  readonly operations: { type: string; from: unknown; to: unknown }[];
  readonly cash: { type: string; timeMs: number; asset: string; amount: bigint }[];
  readonly finishes: { reason: string; timeMs: number }[];
  /** What the view answers; change it at will. */
  readonly market: { rateE8: bigint | null; slipTicks: number; depth: bigint | null };
  readonly prices: number[];
  /** The last price goes there (or jumps) at a second; the mark price is published there. Time wakes due by then come first. */
  go(ticks: number, second: number): void;
  leap(ticks: number, second: number): void;
  mark(ticks: number, second: number): void;
}

/** A started machine at a last and mark price, with everything that it says. Second 0 begins a funding interval. */
export function startFutures(
  change: Partial<FuturesGridParams>,
  ticks: number,
  market?: Partial<FuturesBench['market']>,
): FuturesBench {
  const bench = {
    fills: [] as Fill[],
    orders: [] as OrderEvent[],
    operations: [] as FuturesBench['operations'],
    cash: [] as FuturesBench['cash'],
    finishes: [] as FuturesBench['finishes'],
    market: { rateE8: null, slipTicks: 0, depth: null, ...market } as FuturesBench['market'],
    prices: [ticks, ticks],
  };
  const view: MarketView = {
    movingAverage: () => Number.NaN,
    marketFillTicks: (_feed, side, _quantity, at) =>
      side === 'buy' ? at + bench.market.slipTicks : at - bench.market.slipTicks,
    depthWithin: () => bench.market.depth,
    fundingRate: () => bench.market.rateE8,
  };
  const sink: EngineSink = {
    fill: (fill) => bench.fills.push(fill),
    order: (event) => bench.orders.push(event),
    operation: (type, _timeMs, from, to) => bench.operations.push({ type, from, to }),
    finish: (reason, timeMs) => bench.finishes.push({ reason, timeMs }),
    cash: (type, timeMs, asset, amount) => bench.cash.push({ type, timeMs, asset, amount }),
  };
  const machine = createFuturesGrid({ ...TEN_FUTURES, ...change }, view, sink);
  machine.start(bench.prices, 0);
  const wake = (timeMs: number): void => {
    while (machine.wakeAtMs <= timeMs) machine.wakeByTime(machine.wakeAtMs, bench.prices);
  };
  const see = (feed: 0 | 1, next: number, second: number, isJump: boolean): void => {
    wake(second * 1000);
    bench.prices[feed] = next;
    const slot = machine.slots[feed] as WakeSlot;
    if (next <= slot.below || next >= slot.above) {
      if (isJump) machine.jump(feed, next, second * 1000);
      else machine.move(feed, next, second * 1000);
    }
    wake(second * 1000);
  };
  return {
    ...bench,
    machine,
    go: (next, second) => see(0, next, second, false),
    leap: (next, second) => see(0, next, second, true),
    mark: (next, second) => see(1, next, second, true),
  };
}
