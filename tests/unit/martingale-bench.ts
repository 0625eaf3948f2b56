import type { BotMachine, EngineSink, Fill, MarketView, OrderEvent, WakeSlot } from '#lib/engine/machine.ts';
import type { CompletedRound, RoundOrder } from '#lib/engine/round-statement.ts';
import { changeMartingale, createMartingale, restoreMartingale } from '#lib/kinds/martingale/engine.ts';
import type { MartingaleParams } from '#lib/kinds/martingale/params.ts';
import { WAITING_FOR_NOTHING } from './martingale-fixture.ts';

export interface MartingaleBench {
  machine: BotMachine;
  readonly fills: Fill[];
  readonly orders: OrderEvent[];
  readonly operations: { type: string; from: unknown; to: unknown }[];
  readonly finishes: { reason: string; timeMs: number }[];
  readonly rounds: { round: CompletedRound; orders: readonly RoundOrder[] }[];
  readonly cash: { type: string; asset: string; amount: bigint }[];
  /** How much worse market orders fill, the funding rate that is settled, and what the book has within any limit (units); change them at will. */
  readonly market: { slipTicks: number; fundingE8: bigint | null; depth: bigint | null };
  /** The last price goes there continuously (or jumps) at a second; time wakes due by then come first. */
  go(ticks: number, second: number): void;
  leap(ticks: number, second: number): void;
  mark(ticks: number, second: number): void;
  /** Stores the machine and reads it back, with changed params if any. */
  restart(change?: Partial<MartingaleParams>): void;
  /** Its owner changes it, at the present prices. */
  change(change: Partial<MartingaleParams>, second: number): void;
}

interface Makers {
  readonly create: typeof createMartingale;
  readonly restore: typeof restoreMartingale;
  readonly change: typeof changeMartingale;
}

/** A started martingale at a price, with everything that it says. `asks`: what a market buy fills at, when its size matters. */
export function startMartingale(
  change: Partial<MartingaleParams>,
  ticks: number,
  { create, restore, change: changed }: Makers = {
    create: createMartingale,
    restore: restoreMartingale,
    change: changeMartingale,
  },
  asks?: (ticks: number, quantity: bigint) => number,
): MartingaleBench {
  const said: Pick<MartingaleBench, 'fills' | 'orders' | 'operations' | 'finishes' | 'rounds' | 'cash'> = {
    fills: [],
    orders: [],
    operations: [],
    finishes: [],
    rounds: [],
    cash: [],
  };
  const market: MartingaleBench['market'] = { slipTicks: 0, fundingE8: null, depth: null };
  const view: MarketView = {
    movingAverage: () => Number.NaN,
    marketFillTicks: (_feed, side, quantity, at) => {
      if (side === 'sell') return at - market.slipTicks;
      return asks === undefined ? at + market.slipTicks : asks(at, quantity);
    },
    depthWithin: () => market.depth,
    fundingRate: () => market.fundingE8,
  };
  const sink: EngineSink = {
    fill: (fill) => said.fills.push(fill),
    order: (event) => said.orders.push(event),
    operation: (type, _timeMs, from, to) => said.operations.push({ type, from, to }),
    finish: (reason, timeMs) => said.finishes.push({ reason, timeMs }),
    round: (round, orders) => said.rounds.push({ round, orders }),
    cash: (type, _timeMs, asset, amount) => said.cash.push({ type, asset, amount }),
  };
  let params = { ...WAITING_FOR_NOTHING, ...change };
  const machine = create(params, view, sink);
  const prices = [ticks, ticks];
  machine.start(prices, 0);
  const see = (feed: number, next: number, second: number, isJump: boolean): void => {
    const { machine: bot } = bench;
    const wake = (): void => {
      while (bot.wakeAtMs <= second * 1000) bot.wakeByTime(bot.wakeAtMs, prices);
    };
    wake();
    prices[feed] = next;
    const slot = bot.slots[feed] as WakeSlot;
    if (next <= slot.below || next >= slot.above) {
      if (isJump) bot.jump(feed, next, second * 1000);
      else bot.move(feed, next, second * 1000);
    }
    wake();
  };
  const bench: MartingaleBench = {
    machine,
    ...said,
    market,
    go: (next, second) => see(0, next, second, false),
    leap: (next, second) => see(0, next, second, true),
    mark: (next, second) => see(1, next, second, false),
    restart: (other = {}) => {
      const stored = JSON.parse(JSON.stringify(bench.machine.snapshot()));
      bench.machine = restore({ ...params, ...other }, stored, view, sink);
    },
    change: (other, second) => {
      const stored = JSON.parse(JSON.stringify(bench.machine.snapshot()));
      const asked = { deposit: 0n, isLaidAnew: false, prices: [...prices], timeMs: second * 1000 };
      const next = changed(params, { ...params, ...other }, stored, asked, view, sink);
      if (typeof next === 'string') throw new Error(next);
      bench.machine = next;
      params = { ...params, ...other };
    },
  };
  return bench;
}
