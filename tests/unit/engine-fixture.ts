import type { BotMachine, EngineSink, Fill, MarketView, OrderEvent, WakeSlot } from '#lib/engine/machine.ts';
import { createSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

/** Hears nothing. */
export const DEAF: EngineSink = { fill: () => {}, order: () => {}, operation: () => {}, finish: () => {} };

/** Whole-unit prices and the finest lots, so that expected figures can be written down. */
export const PLAIN: MarketSpec = {
  market: 'BTC_USDT',
  base: 'BTC',
  quote: 'USDT',
  priceDecimals: 0,
  amountDecimals: 8,
  tickUnits: 100_000_000n,
  lotUnits: 1n,
  minBaseUnits: 1n,
  minQuoteUnits: 300_000_000n,
  maxGrid: 200,
};

export const coins = (amount: number): bigint => BigInt(Math.round(amount * 1e8));

/** Lines 1000, 1100 … 2000, 10,000 USDT, no fee, nothing else set. */
export const TEN_GRIDS: SpotGridParams = {
  spec: PLAIN,
  lowTicks: 1000,
  highTicks: 2000,
  gridCount: 10,
  spacing: 'arithmetic',
  investIn: 'quote',
  investment: coins(10_000),
  quantity: { type: 'equal' },
  triggerTicks: null,
  stopLossTicks: null,
  takeProfitTicks: null,
  stopCheck: 'tick',
  stopBelowRange: false,
  stopAboveRange: false,
  trailUpLimitTicks: null,
  trailDownLimitTicks: null,
  momentumE8: 0n,
  openingSlippageE8: null,
  keepCoins: false,
  feeRate: 0n,
};

export interface Bench {
  readonly machine: BotMachine;
  readonly fills: Fill[];
  readonly orders: OrderEvent[];
  readonly operations: { type: string; from: unknown; to: unknown }[];
  readonly finishes: { reason: string; timeMs: number }[];
  /** What the view answers; change it at will. `slipTicks` is how much worse market orders fill, `depth` what the book has within any limit, units. */
  readonly market: { mean: number; slipTicks: number; depth: bigint | null };
  /** The price goes there continuously (or jumps) at a second; time wakes due by then come first, at the last price. */
  go(ticks: number, second: number): void;
  leap(ticks: number, second: number): void;
}

/** A started machine at a price, with everything that it says. Second 0 begins a minute. */
export function startBench(change: Partial<SpotGridParams>, ticks: number, market?: Partial<Bench['market']>): Bench {
  const fills: Fill[] = [];
  const orders: OrderEvent[] = [];
  const operations: Bench['operations'] = [];
  const finishes: Bench['finishes'] = [];
  const answers: Bench['market'] = { mean: Number.NaN, slipTicks: 0, depth: null, ...market };
  const view: MarketView = {
    movingAverage: () => answers.mean,
    marketFillTicks: (_feed, side, _quantity, at) => (side === 'buy' ? at + answers.slipTicks : at - answers.slipTicks),
    depthWithin: () => answers.depth,
  };
  const sink: EngineSink = {
    fill: (fill) => fills.push(fill),
    order: (event) => orders.push(event),
    operation: (type, _timeMs, from, to) => operations.push({ type, from, to }),
    finish: (reason, timeMs) => finishes.push({ reason, timeMs }),
  };
  const machine = createSpotGrid({ ...TEN_GRIDS, ...change }, view, sink);
  machine.start([ticks], 0);
  let last = ticks;
  const see = (next: number, second: number, isJump: boolean): void => {
    while (machine.wakeAtMs <= second * 1000) machine.wakeByTime(machine.wakeAtMs, [last]);
    const slot = machine.slots[0] as WakeSlot;
    if (next <= slot.below || next >= slot.above) {
      if (isJump) machine.jump(0, next, second * 1000);
      else machine.move(0, next, second * 1000);
    }
    last = next;
  };
  return {
    machine,
    fills,
    orders,
    operations,
    finishes,
    market: answers,
    go: (next, second) => see(next, second, false),
    leap: (next, second) => see(next, second, true),
  };
}

/** [side, price] of the resting orders, lowest line first. */
export function restingPrices(machine: BotMachine, side: 'buy' | 'sell'): number[] {
  return machine
    .openOrders()
    .filter((order) => order.side === side)
    .map((order) => order.ticks);
}

/** [side, price] of fills in order. */
export function told(fills: readonly Fill[]): [string, number][] {
  return fills.map((fill) => [fill.side, fill.ticks]);
}
