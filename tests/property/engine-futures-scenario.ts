import fc from 'fast-check';
import { createCandleView } from '#lib/engine/candle-view.ts';
import type { CandleColumns, FundingColumns } from '#lib/engine/candles.ts';
import type { DriverPoint, MarkPoint } from '#lib/engine/live-driver.ts';
import type { BotMachine, EngineSink, MarketView, WakeSlot } from '#lib/engine/machine.ts';
import { markColumn } from '#lib/engine/mark-column.ts';
import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import { createFuturesGrid } from '#lib/kinds/futures-grid/engine.ts';
import type { FuturesGridParams } from '#lib/kinds/futures-grid/params.ts';
import { INVERSE, LINEAR } from '#tests/unit/futures-fixture.ts';
import { candleWalk, livePoints, PRICE, type Record, recorder } from './engine-scenario.ts';

/** Funding every twenty minutes, so that it happens within a test. */
export const FUNDING_MS = 1_200_000;

function spiced(spec: ContractSpec, change: Partial<ContractSpec['contract']> = {}): ContractSpec {
  return { ...spec, contract: { ...spec.contract, fundingIntervalMs: FUNDING_MS, ...change } };
}

/** Small contracts, coarse contracts with a maker fee, inverse contracts. */
export const SPECS: readonly ContractSpec[] = [
  spiced(LINEAR),
  spiced(LINEAR, {
    quantoUnits: 2_000_000n,
    makerE8: 20_000n,
    riskTiers: [{ upToUnits: 10n ** 18n, maintenanceE8: 1_000_000n, leverageMax: 50 }],
  }),
  spiced(INVERSE, { makerE8: 20_000n }),
];

/** Params of any futures grid around PRICE that the exchange would accept; `isFree` leaves out everything that ends it. */
export function futuresGridParams(isFree = false): fc.Arbitrary<FuturesGridParams> {
  const share = (permille: number): number => Math.round((PRICE * permille) / 1000);
  const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    isFree ? fc.constant(null) : fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
  const seldom = fc.integer({ min: 0, max: 3 }).map((chance) => !isFree && chance === 0);
  return fc
    .record({
      spec: fc.constantFrom(...SPECS),
      low: fc.integer({ min: 900, max: 1005 }),
      width: fc.integer({ min: 20, max: 180 }),
      gridCount: fc.integer({ min: 2, max: 25 }),
      spacing: fc.constantFrom('arithmetic' as const, 'geometric' as const),
      side: fc.constantFrom('long' as const, 'short' as const, 'neutral' as const),
      // In dollars: enough for most grids, too little for some.
      invested: fc.integer({ min: 20, max: 20_000 }),
      leverage: fc.constantFrom(1, 3, 10, 25, 50),
      ratio: fc.oneof(
        { weight: 3, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 20_000_000 }) },
      ),
      trigger: maybe(
        fc.record({
          ticks: fc.integer({ min: 960, max: 1040 }).map(share),
          price: fc.constantFrom('last' as const, 'mark' as const),
        }),
      ),
      stopLossE8: maybe(fc.integer({ min: 1, max: 60 }).map((percent) => BigInt(percent) * 1_000_000n)),
      takeProfitE8: maybe(fc.integer({ min: 1, max: 60 }).map((percent) => BigInt(percent) * 1_000_000n)),
      stopCheck: fc.constantFrom('tick' as const, 'close' as const),
      stopBelowRange: seldom,
      stopAboveRange: seldom,
      slippage: maybe(fc.constantFrom(2_000n, 1_000_000n)),
    })
    .map(({ low, width, invested, ratio, slippage, ...pick }) => {
      const usd = BigInt(invested) * 100_000_000n;
      const price = BigInt(PRICE) * pick.spec.tickUnits;
      return {
        ...pick,
        lowTicks: share(low),
        highTicks: share(low) + share(width),
        investment: pick.spec.contract.isInverse ? (usd * 100_000_000n) / price : usd,
        quantity: ratio === null ? { type: 'equal' } : { type: 'ratio', ratioE8: BigInt(ratio) },
        openingSlippageE8: slippage,
      };
    });
}

export interface FuturesMarket {
  readonly candles: CandleColumns;
  readonly marks: Int32Array;
  readonly funding: FundingColumns;
}

/** A walk with jumps and gaps, mark prices near the closes (some unknown, some far away), funding of either sign (some unknown). */
export function futuresMarket(): fc.Arbitrary<FuturesMarket> {
  return candleWalk(150, 60).chain((candles) => {
    const count = candles.open.length;
    const settlements = Math.ceil(count / 20) + 1;
    const firstMs = Math.ceil(candles.startMs / FUNDING_MS) * FUNDING_MS;
    return fc.record({
      candles: fc.constant(candles),
      marks: fc
        .array(
          fc.oneof(
            { weight: 1, arbitrary: fc.constant(null) },
            { weight: 8, arbitrary: fc.integer({ min: -30, max: 30 }) },
            { weight: 1, arbitrary: fc.integer({ min: -3000, max: 3000 }) },
          ),
          { minLength: count, maxLength: count },
        )
        .map((offsets) =>
          Int32Array.from(offsets, (offset, i) => {
            const open = candles.open[i] as number;
            return offset === null || open < 0 ? -1 : Math.max(400, open + offset);
          }),
        ),
      funding: fc
        .array(fc.integer({ min: -400_000, max: 400_000 }), { minLength: settlements, maxLength: settlements })
        .map((rates) => {
          const known = rates
            .map((rate, i) => ({ rate, timeMs: firstMs + i * FUNDING_MS }))
            .filter(({ rate }) => rate % 7 !== 0);
          return { timesMs: Float64Array.from(known, (one) => one.timeMs), ratesE8: known.map(({ rate }) => rate) };
        }),
    });
  });
}

export interface CashEvent {
  readonly type: string;
  readonly timeMs: number;
  readonly asset: string;
  readonly amount: bigint;
}

export type FuturesRecord = Record & { readonly cash: CashEvent[] };

export function futuresRecorder(): FuturesRecord & { readonly sink: EngineSink } {
  const { sink, ...record } = recorder();
  const cash: CashEvent[] = [];
  return {
    ...record,
    cash,
    sink: { ...sink, cash: (type, timeMs, asset, amount) => cash.push({ type, timeMs, asset, amount }) },
  };
}

export function viewOf({ candles, funding }: FuturesMarket, spec: ContractSpec): MarketView {
  return createCandleView(candles, spec, funding);
}

export type FuturesPoint =
  | { readonly feed: 0; readonly point: DriverPoint }
  | { readonly feed: 1; readonly point: MarkPoint };

/** What a live market shows: at each minute's beginning the mark price, then the minute's own points (E2). The first minute's mark is known at the start. */
export function futuresPoints({ candles, marks }: FuturesMarket, refine: number): FuturesPoint[] {
  const column = markColumn(candles, marks);
  const points: FuturesPoint[] = [];
  const last = livePoints(candles, refine);
  let next = 0;
  for (let i = 0; i < column.length; i += 1) {
    const openMs = candles.startMs + i * candles.stepMs;
    if (i > 0) points.push({ feed: 1, point: { timeMs: openMs, ticks: column[i] as number } });
    while (next < last.length && (last[next] as DriverPoint).timeMs < openMs + candles.stepMs) {
      points.push({ feed: 0, point: last[next] as DriverPoint });
      next += 1;
    }
  }
  return points;
}

/** The prices that a bot starts with: the first candle's open and its mark. */
export function firstPrices({ candles, marks }: FuturesMarket): number[] {
  return [candles.open[0] as number, markColumn(candles, marks)[0] as number];
}

export function startedGrid(
  params: FuturesGridParams,
  market: FuturesMarket,
): { machine: BotMachine; record: FuturesRecord } {
  const { sink, ...record } = futuresRecorder();
  const machine = createFuturesGrid(params, viewOf(market, params.spec), sink);
  machine.start(firstPrices(market), market.candles.startMs);
  return { machine, record };
}

export interface Step {
  readonly prices: readonly number[];
  readonly point: FuturesPoint;
  readonly index: number;
}

/** Takes a machine from [last, mark] over points the plain way: every point is compared, every due wake fired. */
export function driveFutures(
  machine: BotMachine,
  from: readonly number[],
  points: readonly FuturesPoint[],
  see: { before?(step: Step): void; after?(step: Step): void },
): void {
  const prices = [...from];
  for (const [index, { feed, point }] of points.entries()) {
    while (machine.wakeAtMs <= point.timeMs) machine.wakeByTime(machine.wakeAtMs, prices);
    const step: Step = { prices, point: { feed, point } as FuturesPoint, index };
    see.before?.(step);
    prices[feed] = point.ticks;
    const slot = machine.slots[feed] as WakeSlot;
    if (point.ticks <= slot.below || point.ticks >= slot.above) {
      if (feed === 1 || (point as DriverPoint).jump) machine.jump(feed, point.ticks, point.timeMs);
      else machine.move(feed, point.ticks, point.timeMs);
    }
    if (feed === 1) {
      // What the mark decides happens around the last price before the minute.
      while (machine.wakeAtMs <= point.timeMs) machine.wakeByTime(machine.wakeAtMs, prices);
    }
    see.after?.(step);
  }
}
