import type { BotMachine, EngineSink, Fill, MarketView, OrderEvent, WakeSlot } from '#lib/engine/machine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { PLAIN } from './engine-fixture.ts';

export const MINUTE_MS = 60_000;
/** Begins a minute, an hour and a day. */
export const START_MS = 1_750_032_000_000;

/** A market in whole dollars with the finest lots: expected figures can be written down. */
export function plainMarket(base: string): MarketSpec {
  return { ...PLAIN, market: `${base}_USDT`, base };
}

export function beside(spec: MarketSpec, others: readonly MarketSpec[]): MarketSpec {
  return { ...spec, companions: Object.fromEntries(others.map((other) => [instrumentOf(other), other])) };
}

/** Everything that a machine said. */
export interface Said {
  readonly fills: Fill[];
  readonly orders: OrderEvent[];
  readonly operations: { type: string; to: unknown; explain: string }[];
  readonly finishes: { reason: string; timeMs: number }[];
  /** The prices that it ended at. */
  readonly ends: (readonly number[])[];
  readonly cash: { type: string; asset: string; amount: bigint }[];
}

export function listener(): Said & { readonly sink: EngineSink } {
  const said: Said = { fills: [], orders: [], operations: [], finishes: [], ends: [], cash: [] };
  return {
    ...said,
    sink: {
      fill: (fill) => said.fills.push(fill),
      order: (event) => said.orders.push(event),
      operation: (type, _timeMs, _from, to, explain) => said.operations.push({ type, to, explain }),
      finish: (reason, timeMs, prices) => {
        said.finishes.push({ reason, timeMs });
        said.ends.push([...prices]);
      },
      cash: (type, _timeMs, asset, amount) => said.cash.push({ type, asset, amount }),
    },
  };
}

/** What the view answers; change it at will. */
export interface Answers {
  slipTicks: number;
  fundingE8: bigint | null;
  expectedE8: bigint | null;
}

export function answering(answers: Answers): MarketView {
  return {
    movingAverage: () => Number.NaN,
    marketFillTicks: (_feed, side, _quantity, ticks) =>
      side === 'buy' ? ticks + answers.slipTicks : ticks - answers.slipTicks,
    fundingRate: () => answers.fundingE8,
    expectedFundingRate: () => answers.expectedE8,
  };
}

/** A started machine in markets that go from minute to minute. */
export interface MarketsBench extends Said {
  machine: BotMachine;
  readonly answers: Answers;
  prices(): readonly number[];
  nowMs(): number;
  /** The prices go there inside the present minute, which then ends. Null: as before. */
  minute(...prices: (number | null)[]): void;
  /** That many minutes without a price. */
  wait(minutes: number): void;
  /** The price of a feed goes there and comes back within the minute. */
  spike(feed: number, ticks: number): void;
}

export function startIn(
  create: (view: MarketView, sink: EngineSink) => BotMachine,
  from: readonly number[],
  given: Partial<Answers> = {},
): MarketsBench {
  const { sink, ...said } = listener();
  const answers: Answers = { slipTicks: 0, fundingE8: null, expectedE8: null, ...given };
  const machine = create(answering(answers), sink);
  const prices = [...from];
  let nowMs = START_MS;
  machine.start(prices, nowMs);
  const tell = (feed: number, ticks: number, timeMs: number): void => {
    const { below, above } = bench.machine.slots[feed] as WakeSlot;
    if (ticks <= below || ticks >= above) bench.machine.move(feed, ticks, timeMs);
  };
  const endMinute = (): void => {
    nowMs += MINUTE_MS;
    for (const [feed, { price }] of bench.machine.feeds.entries()) {
      if (price === 'mark') tell(feed, prices[feed] as number, nowMs);
    }
    if (bench.machine.wakeAtMs <= nowMs) bench.machine.wakeByTime(bench.machine.wakeAtMs, prices);
  };
  const bench: MarketsBench = {
    ...said,
    machine,
    answers,
    prices: () => prices,
    nowMs: () => nowMs,
    minute(...next) {
      for (const [feed, ticks] of next.entries()) {
        if (ticks === null) continue;
        prices[feed] = ticks;
        if (bench.machine.feeds[feed]?.price === 'last') tell(feed, ticks, nowMs + 30_000);
      }
      endMinute();
    },
    wait(minutes) {
      for (let i = 0; i < minutes; i += 1) endMinute();
    },
    spike(feed, ticks) {
      tell(feed, ticks, nowMs + 20_000);
    },
  };
  return bench;
}
