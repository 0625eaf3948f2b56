import fc from 'fast-check';
import { averageFillTicks, bookDepthUnits, unitsWithin } from '#lib/engine/book-model.ts';
import { createCandleView } from '#lib/engine/candle-view.ts';
import { type CandleColumns, lowComesFirst } from '#lib/engine/candles.ts';
import type { DriverPoint, LiveDriver } from '#lib/engine/live-driver.ts';
import type {
  BotMachine,
  CloseInstruction,
  EngineSink,
  Fill,
  MarketView,
  OrderEvent,
  WakeSlot,
} from '#lib/engine/machine.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

/** A market with fine lots and one with coarse ones, where fees leave parts of a lot over. */
export const FINE: MarketSpec = {
  market: 'BTC_USDT',
  base: 'BTC',
  quote: 'USDT',
  priceDecimals: 1,
  amountDecimals: 6,
  tickUnits: 10_000_000n,
  lotUnits: 100n,
  minBaseUnits: 100n,
  minQuoteUnits: 300_000_000n,
  maxGrid: 200,
};
export const COARSE: MarketSpec = {
  market: 'DOGE_USDT',
  base: 'DOGE',
  quote: 'USDT',
  priceDecimals: 5,
  amountDecimals: 0,
  tickUnits: 1000n,
  lotUnits: 100_000_000n,
  minBaseUnits: 100_000_000n,
  minQuoteUnits: 300_000_000n,
  maxGrid: 100,
};

export const START_MS = 1_750_000_020_000 - (1_750_000_020_000 % 60_000);

/** Everything that a machine said, in order, as plain values. */
export interface Record {
  readonly fills: Fill[];
  readonly orders: OrderEvent[];
  readonly operations: { type: string; timeMs: number; from: unknown; to: unknown; explain: string }[];
  readonly finishes: { reason: string; timeMs: number; prices: readonly number[] }[];
}

export function recorder(): Record & { readonly sink: EngineSink } {
  const record: Record = { fills: [], orders: [], operations: [], finishes: [] };
  return {
    ...record,
    sink: {
      fill: (fill) => record.fills.push(fill),
      order: (event) => record.orders.push(event),
      operation: (type, timeMs, from, to, explain) => record.operations.push({ type, timeMs, from, to, explain }),
      finish: (reason, timeMs, prices) => record.finishes.push({ reason, timeMs, prices }),
    },
  };
}

/** A view with a fixed mean and the shared book model. */
export function fixedView(spec: MarketSpec, mean: number): MarketView {
  return {
    movingAverage: () => mean,
    marketFillTicks: (_feed, side, quantity, ticks) =>
      averageFillTicks({ side, quantity, ticks, depthUnits: bookDepthUnits(spec, ticks) }),
    depthWithin: (_feed, side, limitTicks, ticks) =>
      unitsWithin({ side, limitTicks, ticks, depthUnits: bookDepthUnits(spec, ticks) }),
  };
}

/** What a backtest of these candles is told, with a mean of ten minutes where 720 are asked, so that gates open within a test. */
export function shortMeanView(candles: CandleColumns, spec: MarketSpec): MarketView {
  const view = createCandleView(candles, spec);
  return { ...view, movingAverage: (feed, _minutes, timeMs) => view.movingAverage(feed, 10, timeMs) };
}

/** Params of any spot grid that the exchange would accept at `priceTicks`, trailing, stops and triggers included. */
export function spotGridParams(priceTicks: number): fc.Arbitrary<SpotGridParams> {
  const share = (permille: number): number => Math.round((priceTicks * permille) / 1000);
  /** Set in a quarter of the cases. */
  const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
  return fc
    .record({
      spec: fc.constantFrom(FINE, COARSE),
      low: fc.integer({ min: 900, max: 1005 }),
      width: fc.integer({ min: 20, max: 180 }),
      gridCount: fc.integer({ min: 2, max: 25 }),
      spacing: fc.constantFrom('arithmetic' as const, 'geometric' as const),
      investIn: fc.constantFrom('quote' as const, 'base' as const),
      investedQuote: fc.integer({ min: 40, max: 50_000 }),
      ratio: maybe(fc.integer({ min: 0, max: 20_000_000 })),
      trigger: maybe(fc.integer({ min: 940, max: 1060 })),
      stopLoss: maybe(fc.integer({ min: 20, max: 120 })),
      takeProfit: maybe(fc.integer({ min: 1, max: 120 })),
      stopCheck: fc.constantFrom('tick' as const, 'close' as const),
      stopBelowRange: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0),
      stopAboveRange: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0),
      trailUp: maybe(fc.integer({ min: 1, max: 200 })),
      trailDown: maybe(fc.integer({ min: 1, max: 200 })),
      momentum: fc.integer({ min: 0, max: 40 }),
      slippage: maybe(fc.constantFrom(2_000n, 1_000_000n)),
      keepCoins: fc.boolean(),
      feeRate: fc.constantFrom(0n, 25_000n, 100_000n, 2_000_000n),
    })
    .map((pick) => {
      const lowTicks = share(pick.low);
      const highTicks = lowTicks + share(pick.width);
      const quoteUnits = BigInt(pick.investedQuote) * 100_000_000n;
      const inBase = (quoteUnits * 100_000_000n) / (BigInt(priceTicks) * pick.spec.tickUnits);
      return {
        spec: pick.spec,
        lowTicks,
        highTicks,
        gridCount: pick.gridCount,
        spacing: pick.spacing,
        investIn: pick.investIn,
        investment:
          pick.investIn === 'quote' ? quoteUnits : inBase - (inBase % pick.spec.lotUnits) + pick.spec.lotUnits,
        quantity: pick.ratio === null ? { type: 'equal' } : { type: 'ratio', ratioE8: BigInt(pick.ratio) },
        triggerTicks: pick.trigger === null ? null : share(pick.trigger),
        stopLossTicks: pick.stopLoss === null ? null : lowTicks - share(pick.stopLoss),
        takeProfitTicks: pick.takeProfit === null ? null : highTicks + share(pick.takeProfit),
        stopCheck: pick.stopCheck,
        stopBelowRange: pick.stopBelowRange,
        stopAboveRange: pick.stopAboveRange,
        trailUpLimitTicks: pick.trailUp === null ? null : highTicks + share(pick.trailUp),
        trailDownLimitTicks: pick.trailDown === null ? null : Math.max(1, lowTicks - share(pick.trailDown)),
        momentumE8: BigInt(pick.momentum) * 100_000n,
        openingSlippageE8: pick.slippage,
        keepCoins: pick.keepCoins,
        feeRate: pick.feeRate,
      } satisfies SpotGridParams;
    });
}

export const PRICE = 60_000;

/** A random walk of minutes around PRICE with wicks, jumps between candles and gaps. */
export function candleWalk(maxLength = 120, minLength = 5): fc.Arbitrary<CandleColumns> {
  const minute = fc.record({
    move: fc.integer({ min: -600, max: 600 }),
    up: fc.integer({ min: 0, max: 300 }),
    down: fc.integer({ min: 0, max: 300 }),
    jump: fc.oneof(
      { weight: 12, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -2500, max: 2500 }) },
    ),
    isGap: fc.integer({ min: 0, max: 15 }).map((chance) => chance === 0),
  });
  return fc.array(minute, { minLength, maxLength }).map((minutes) => {
    const n = minutes.length;
    const columns = {
      open: new Int32Array(n),
      high: new Int32Array(n),
      low: new Int32Array(n),
      close: new Int32Array(n),
    };
    let price = PRICE;
    for (const [i, { move, up, down, jump, isGap }] of minutes.entries()) {
      if (isGap && i > 0) {
        for (const column of Object.values(columns)) column[i] = -1;
        continue;
      }
      const open = i === 0 ? price : Math.max(1000, price + jump);
      const close = Math.max(1000, open + move);
      columns.open[i] = open;
      columns.close[i] = close;
      columns.high[i] = Math.max(open, close) + up;
      columns.low[i] = Math.max(500, Math.min(open, close) - down);
      price = close;
    }
    return { startMs: START_MS, stepMs: 60_000, ...columns };
  });
}

/**
 * The points that a live market shows of these candles: the canonical path, each leg refined by `refine` points on the
 * way. The open is stamped with the minute, the close before the next one. A jump is what does not follow from before.
 */
export function livePoints(candles: CandleColumns, refine: number): DriverPoint[] {
  const points: DriverPoint[] = [];
  let previous = Number.NaN;
  for (let i = 0; i < candles.open.length; i += 1) {
    const open = candles.open[i] as number;
    if (open < 0) {
      previous = Number.NaN;
      continue;
    }
    const close = candles.close[i] as number;
    const low = candles.low[i] as number;
    const high = candles.high[i] as number;
    const path = lowComesFirst(open, close) ? [open, low, high, close] : [open, high, low, close];
    const openMs = candles.startMs + i * candles.stepMs;
    const steps = 3 * (refine + 1);
    points.push({ timeMs: openMs, ticks: open, jump: i > 0 && open !== previous });
    for (let step = 1; step <= steps; step += 1) {
      const leg = Math.ceil(step / (refine + 1));
      const from = path[leg - 1] as number;
      const to = path[leg] as number;
      const share = step / (refine + 1) - (leg - 1);
      const timeMs = openMs + Math.floor((step * (candles.stepMs - 1)) / steps);
      points.push({ timeMs, ticks: from + Math.round((to - from) * share), jump: false });
    }
    previous = close;
  }
  return points;
}

/** Takes a machine over points the plain way: every point is compared, every due wake fired. `after` sees each point. */
export function driveByHand(
  machine: BotMachine,
  points: readonly DriverPoint[],
  after: (ticks: number, index: number) => void,
): void {
  let last = (points[0] as DriverPoint).ticks;
  for (const [index, point] of points.entries()) {
    while (machine.wakeAtMs <= point.timeMs) machine.wakeByTime(machine.wakeAtMs, [last]);
    const slot = machine.slots[0] as WakeSlot;
    if (point.ticks <= slot.below || point.ticks >= slot.above) {
      if (point.jump) machine.jump(0, point.ticks, point.timeMs);
      else machine.move(0, point.ticks, point.timeMs);
    }
    last = point.ticks;
    after(last, index);
  }
}

/** Gives a driver the points of some candles and the end of each of their minutes, as a live market does. */
export function driveThrough(
  driver: LiveDriver,
  { startMs, stepMs, open }: CandleColumns,
  points: readonly DriverPoint[],
): void {
  const endMs = startMs + open.length * stepMs;
  let minuteEndMs = startMs + stepMs;
  const endMinutes = (untilMs: number): void => {
    for (; minuteEndMs <= untilMs; minuteEndMs += stepMs) {
      driver.advanceTime(minuteEndMs - 1);
      driver.endMinute(minuteEndMs);
    }
  };
  for (const point of points) {
    endMinutes(point.timeMs);
    driver.advance(point);
  }
  endMinutes(endMs);
  driver.advanceTime(endMs);
}

/** How an owner ends a bot, by a number 0…299: at the market, at a limit on either side of the price for some minutes, or keeping what there is. */
export function closeOf(part: number, last: number, timeMs: number): CloseInstruction {
  if (part < 90) return { type: 'market' };
  if (part >= 230) return { type: 'no_close' };
  const beside = part % 2 === 0 ? part : -part;
  return { type: 'limit', ticks: Math.max(1, last + beside), expiresAtMs: timeMs + (1 + (part % 7)) * 60_000 };
}
