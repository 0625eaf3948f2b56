import fc from 'fast-check';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { INDICATOR_IDS, type IndicatorId } from '#lib/indicators/catalogue.ts';
import { COMPARATORS } from '#lib/indicators/comparators.ts';
import {
  type Condition,
  type ConditionSide,
  defaultWireArgs,
  type IndicatorConditions,
  wireIndicatorName,
} from '#lib/indicators/condition.ts';
import type { IndicatorParams } from '#lib/kinds/indicator/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

/** Short arguments, so that every indicator warms up within a test; those with other bounds keep the textbook's. */
const SHORT_ARGS: Partial<Record<IndicatorId, readonly string[]>> = {
  macd: ['2', '4', '2'],
  'macd-signal': ['2', '4', '2'],
  'macd-histogram': ['2', '4', '2'],
  ma: ['3'],
  ema: ['3'],
  rsi: ['3'],
  'boll-upper': ['4', '1.5'],
  'boll-mid': ['4', '1.5'],
  'boll-lower': ['4', '1.5'],
  atr: ['3'],
  'volume-ma': ['2'],
};

const operand = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<IndicatorId>('close', 'ma', 'ema', 'boll-upper', 'boll-mid', 'boll-lower') },
  { weight: 1, arbitrary: fc.constantFrom(...INDICATOR_IDS.filter((id) => id !== 'number')) },
);

function written(id: IndicatorId, number: number): Pick<Condition, 'indicatorName' | 'indicatorArgs'> {
  const args = id === 'number' ? [`${number}`] : (SHORT_ARGS[id] ?? defaultWireArgs(id));
  return { indicatorName: wireIndicatorName(id), indicatorArgs: args };
}

const condition: fc.Arbitrary<Condition> = fc
  .record({
    operations: fc.constantFrom('and' as const, 'or' as const),
    left: operand,
    comparatorName: fc.constantFrom(...COMPARATORS),
    right: fc.oneof({ weight: 4, arbitrary: operand }, { weight: 1, arbitrary: fc.constant<IndicatorId>('number') }),
    number: fc.constantFrom(0, 50, 6000),
  })
  .map(({ operations, left, comparatorName, right, number }) => {
    const against = written(right, number);
    return {
      operations,
      ...written(left, number),
      comparatorName,
      compareIndicatorName: against.indicatorName,
      compareIndicatorArgs: against.indicatorArgs,
    };
  });

function side<Name extends ConditionSide['side']>(name: Name): fc.Arbitrary<ConditionSide> {
  return fc
    .record({
      period: fc.constantFrom('1m' as const, '1m' as const, '5m' as const, '15m' as const),
      ratio: fc.constantFrom('0.1', '0.3', '0.5', '1'),
      conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
    })
    .map(({ period, ratio, conditions }) =>
      name === 'close' ? { side: name, period, conditions } : { side: name, period, ratio, conditions },
    );
}

const conditionSets: fc.Arbitrary<IndicatorConditions> = fc
  .record({
    open: side('open'),
    close: side('close'),
    increase: fc.option(side('increase')),
    reduce: fc.option(side('reduce')),
  })
  .map(({ open, close, increase, reduce }) => ({
    open,
    close,
    ...(increase === null ? {} : { increase }),
    ...(reduce === null ? {} : { reduce }),
  }));

/** Params of any indicator bot that the exchange would accept, on one of these markets. */
export function indicatorParams(priceTicks: number, specs: readonly MarketSpec[]): fc.Arbitrary<IndicatorParams> {
  const permille = (min: number, max: number): fc.Arbitrary<bigint> =>
    fc.integer({ min, max }).map((share) => BigInt(share) * 100_000n);
  const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
  const part = fc.constantFrom(25_000_000n, 50_000_000n, 100_000_000n);
  return fc
    .record({
      spec: fc.constantFrom(...specs),
      isShort: fc.boolean(),
      conditions: conditionSets,
      invested: fc.integer({ min: 20, max: 50_000 }),
      feeRate: fc.constantFrom(0n, 100_000n, 200_000n),
      leverage: fc.constantFrom(1, 3, 10, 50),
      reinvests: fc.boolean(),
      totalStopE8: maybe(permille(10, 1000)),
      totalProfitE8: maybe(permille(5, 100)),
      positionStopE8: maybe(permille(2, 200)),
      positionProfit: maybe(fc.record({ rateE8: permille(2, 100), partE8: part })),
      protection: maybe(
        fc
          .record({ start: fc.integer({ min: 2, max: 60 }), keep: fc.integer({ min: 0, max: 100 }), partE8: part })
          .map(({ start, keep, partE8 }) => ({
            startE8: BigInt(start) * 100_000n,
            keepE8: (BigInt(start) * 100_000n * BigInt(keep)) / 100n,
            partE8,
          })),
      ),
      slipE8: maybe(fc.constantFrom(2_000n, 1_000_000n)),
    })
    .map(({ isShort, invested, ...pick }) => {
      const isContract = pick.spec.contract !== undefined;
      const dollars = BigInt(invested) * 100_000_000n;
      const inCoins = (dollars * 100_000_000n) / (BigInt(priceTicks) * pick.spec.tickUnits);
      return {
        ...pick,
        side: isContract && isShort ? 'sell' : 'buy',
        investment: pick.spec.contract?.isInverse === true ? inCoins : dollars,
        leverage: isContract ? pick.leverage : 1,
        totalProfitE8: isContract ? null : pick.totalProfitE8,
      } satisfies IndicatorParams;
    });
}

/** The same candles with traded volumes. */
export function withVolumes(candles: CandleColumns): CandleColumns {
  const volume = Float64Array.from(candles.open, (open, i) => (open < 0 ? 0 : ((i * 7919) % 101) / 10));
  return { ...candles, volume };
}
