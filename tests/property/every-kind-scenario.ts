import fc from 'fast-check';
import { type BacktestInput, type BacktestResult, runBacktest } from '#lib/backtest/backtest.ts';
import { INDICATOR_KINDS, type IndicatorKind, PRESET_KINDS, type PresetKind } from '#lib/contract/vocabulary.ts';
import { createCandleView } from '#lib/engine/candle-view.ts';
import type { EngineSink } from '#lib/engine/machine.ts';
import type { ColumnsByInstrument, MarketColumns } from '#lib/engine/markets-view.ts';
import { definitionOf, type EngineParamsByKind, type RunnableKind } from '#lib/kinds/definitions.ts';
import type { IndicatorParams } from '#lib/kinds/indicator/params.ts';
import type { InfiniteGridParams } from '#lib/kinds/infinite-grid/params.ts';
import type { MarginGridParams } from '#lib/kinds/margin-grid/params.ts';
import type { ContractMartingaleParams } from '#lib/kinds/martingale/params.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { futuresGridParams, futuresMarket, SPECS } from './engine-futures-scenario.ts';
import { arbitrageScenario, portfolioScenario, recurringScenario, type Scenario } from './engine-markets-scenario.ts';
import { COARSE, candleWalk, FINE, PRICE, spotGridParams } from './engine-scenario.ts';
import { indicatorParams, withVolumes } from './indicator-scenario.ts';
import { martingaleParams } from './martingale-scenario.ts';

/** Minutes before the bot starts, so that indicators are warm. */
const HISTORY = 40;

/** A bot of one kind and the minutes of everything that it trades. */
export interface KindRun<K extends RunnableKind = RunnableKind> {
  readonly kind: K;
  readonly params: EngineParamsByKind[K];
  readonly columns: ColumnsByInstrument;
  readonly fromIndex: number;
}

export function marginGridParams(): fc.Arbitrary<MarginGridParams> {
  return fc
    .record({
      grid: spotGridParams(PRICE),
      side: fc.constantFrom('buy' as const, 'sell' as const, 'neutral' as const),
      leverage: fc.integer({ min: 2, max: 11 }),
      hourlyInterestE8: fc.constantFrom(0n, 1_000n, 400_000n),
    })
    .map(({ grid, ...pick }) => ({ ...grid, ...pick, forcedCloseRatioE8: 110_000_000n }));
}

export function infiniteGridParams(): fc.Arbitrary<InfiniteGridParams> {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
  return fc
    .record({
      spec: fc.constantFrom(FINE, COARSE),
      fallE8: fc.integer({ min: 100_000, max: 6_000_000 }).map(BigInt),
      riseE8: fc.integer({ min: 100_000, max: 6_000_000 }).map(BigInt),
      investIn: fc.constantFrom('quote' as const, 'base' as const),
      investedQuote: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 10, max: 50_000 })),
      triggerTicks: maybe(fc.integer({ min: 56_000, max: 64_000 })),
      stopLossTicks: maybe(fc.integer({ min: 50_000, max: 59_900 })),
      takeProfitTicks: maybe(fc.integer({ min: 60_100, max: 70_000 })),
      stopCheck: fc.constantFrom('tick' as const, 'close' as const),
      keepCoins: fc.boolean(),
      feeRate: fc.constantFrom(0n, 25_000n, 100_000n, 2_000_000n),
    })
    .map(({ investedQuote, ...pick }) => {
      const quoteUnits = BigInt(investedQuote) * 100_000_000n;
      const inBase = (quoteUnits * 100_000_000n) / (BigInt(PRICE) * pick.spec.tickUnits);
      const lots = inBase - (inBase % pick.spec.lotUnits) + pick.spec.lotUnits;
      return { ...pick, investment: pick.investIn === 'quote' ? quoteUnits : lots };
    });
}

/** One market's minutes: spot, or a contract with marks and funding of its own. */
function oneMarket<K extends RunnableKind>(
  kind: K,
  params: fc.Arbitrary<EngineParamsByKind[K]>,
  history = 0,
): fc.Arbitrary<KindRun<K>> {
  const minutes = history === 0 ? candleWalk() : candleWalk(150, 60);
  return params.chain((one) => {
    const isContract = one.spec.contract !== undefined;
    const market: fc.Arbitrary<MarketColumns> = isContract ? futuresMarket() : minutes.map((candles) => ({ candles }));
    return market.map(({ candles, ...rest }) => ({
      kind,
      params: one,
      columns: { [instrumentOf(one.spec)]: { ...rest, candles: withVolumes(candles) } },
      fromIndex: candles.open.findIndex((open, i) => i >= history && open >= 0),
    }));
  });
}

function severalMarkets<K extends RunnableKind>(
  kind: K,
  scenarios: fc.Arbitrary<Scenario<EngineParamsByKind[K]>>,
): fc.Arbitrary<KindRun<K>> {
  return scenarios.map((scenario) => ({ kind, ...scenario, fromIndex: 0 }));
}

const PERMILLE = fc.integer({ min: 5, max: 50 });
/** Short arguments, so that every preset warms up within a test and trades in it. */
const QUICK: FormValues = {
  arg_fast: '2',
  arg_slow: '4',
  arg_signal: '2',
  arg_rsi: '3',
  arg_short: '2',
  arg_long: '4',
  arg_average: '2',
  arg_period: '4',
  arg_deviations: '1',
  arg_threshold: '10',
  arg_percent: '0.4',
  arg_multiplier: '0.5',
  arg_range: '3',
  kline_period: '1m',
  open_ratio: '0.5',
  money: '10000',
};

/** A preset as it comes out of its form, on spot or a contract, with a stop of its positions that is near. */
function presetParams(kind: PresetKind): fc.Arbitrary<IndicatorParams> {
  const definition = definitionOf<IndicatorKind>(kind);
  return fc
    .record({
      spec: fc.constantFrom<MarketSpec>(FINE, ...SPECS.slice(0, 2)),
      stop: PERMILLE,
      feeRate: fc.constantFrom(0n, 100_000n),
    })
    .map(({ spec, stop, feeRate }) => {
      const defaults = definition.defaults(spec);
      const quick = Object.fromEntries(Object.entries(QUICK).filter(([name]) => name in defaults));
      const params = typedParams(definition, { ...defaults, ...quick }, spec, feeRate);
      return { ...params, positionStopE8: BigInt(stop) * 100_000n };
    });
}

function isPreset(kind: IndicatorKind): kind is PresetKind {
  return (PRESET_KINDS as readonly string[]).includes(kind);
}

type Runs = { readonly [K in RunnableKind]: fc.Arbitrary<KindRun<K>> };

const INDICATOR_RUNS = Object.fromEntries(
  INDICATOR_KINDS.map((kind) => [
    kind,
    oneMarket(kind, isPreset(kind) ? presetParams(kind) : indicatorParams(PRICE, [FINE, COARSE, ...SPECS]), HISTORY),
  ]),
) as Pick<Runs, IndicatorKind>;

/** Any bot of every kind that the exchange would accept, on wild paths. A kind without one does not compile. */
export const KIND_RUNS: Runs = {
  spot_grid: oneMarket('spot_grid', spotGridParams(PRICE)),
  futures_grid: oneMarket('futures_grid', futuresGridParams()),
  margin_grid: oneMarket('margin_grid', marginGridParams()),
  infinite_grid: oneMarket('infinite_grid', infiniteGridParams()),
  martingale: oneMarket('martingale', martingaleParams(PRICE)),
  'contract-martingale': oneMarket(
    'contract-martingale',
    martingaleParams(PRICE, SPECS) as fc.Arbitrary<ContractMartingaleParams>,
  ),
  'smart-position': severalMarkets('smart-position', portfolioScenario()),
  'recurring-buy': severalMarkets('recurring-buy', recurringScenario()),
  'spot-future-arbitrage': severalMarkets('spot-future-arbitrage', arbitrageScenario()),
  ...INDICATOR_RUNS,
};

const percent = (part: number, most: number): bigint | null =>
  part % 4 === 0 ? null : BigInt(1 + (part % most)) * 500_000n;
const below = (part: number, last: number): number | null => (part % 4 === 0 ? null : Math.max(1, last - 5 - part * 3));
const above = (part: number, last: number): number | null => (part % 4 === 0 ? null : last + 5 + part * 3);

const levels = (part: number, last: number) => ({
  stopLossTicks: below(part, last),
  takeProfitTicks: above(part >> 1, last),
});
const roundExits = (part: number) => ({
  takeProfitE8: BigInt(1 + (part % 40)) * 200_000n,
  stopLossE8: percent(part, 30),
});
const totals = (part: number) => ({ totalStopE8: percent(part, 30), totalProfitE8: percent(part >> 1, 30) });

/** Other stops of every kind that has any: at prices, or parts of the money. Null: its owner may change none. */
export const STOPS: {
  readonly [K in RunnableKind]: ((part: number, last: number) => Partial<EngineParamsByKind[K]>) | null;
} = {
  spot_grid: levels,
  margin_grid: levels,
  infinite_grid: levels,
  futures_grid: (part) => ({ stopLossE8: percent(part, 60), takeProfitE8: percent(part >> 1, 90) }),
  martingale: roundExits,
  'contract-martingale': roundExits,
  'smart-position': (part) => ({ stopLossE8: percent(part, 30), stopProfitE8: percent(part >> 1, 30) }),
  'recurring-buy': (part) => ({ takeProfitE8: percent(part, 30) }),
  'spot-future-arbitrage': null,
  ...(Object.fromEntries(INDICATOR_KINDS.map((kind) => [kind, totals])) as Record<IndicatorKind, typeof totals>),
};

/** The backtest of a run, with a mean of ten minutes where 720 are asked, so that gates open within a test. */
export function inputOf<K extends RunnableKind>({ kind, params, columns, fromIndex }: KindRun<K>): BacktestInput<K> {
  const { candles, marks, funding } = columns[instrumentOf(params.spec)] as MarketColumns;
  const markets = { ...(marks === undefined ? {} : { marks }), ...(funding === undefined ? {} : { funding }) };
  const input = { kind, params, candles, fromIndex, others: columns, ...markets };
  if (params.spec.companions !== undefined) return input;
  const view = createCandleView(candles, params.spec, funding);
  return {
    ...input,
    view: { ...view, movingAverage: (feed, _minutes, timeMs) => view.movingAverage(feed, 10, timeMs) },
  };
}

/** Everything that a machine told, in order. */
export interface Told {
  readonly kind: string;
  readonly timeMs: number;
  readonly [field: string]: unknown;
}

/** A backtest with all that it says. */
export function tell<K extends RunnableKind>(
  input: BacktestInput<K>,
): { readonly result: BacktestResult; readonly told: readonly Told[] } {
  const told: Told[] = [];
  const sink: EngineSink = {
    fill: (fill) => told.push({ ...fill, kind: 'fill' }),
    order: (event) => told.push({ ...event, kind: `order ${event.kind}` }),
    operation: (type, timeMs, from, to, explain) => told.push({ kind: 'operation', timeMs, type, from, to, explain }),
    finish: (reason, timeMs, prices) => told.push({ kind: 'finish', timeMs, reason, prices: [...prices] }),
    round: (round, orders) => told.push({ kind: 'round', timeMs: round.endMs, round, orders }),
    cash: (type, timeMs, asset, amount) => told.push({ kind: 'cash', timeMs, type, asset, amount }),
  };
  return { result: runBacktest({ ...input, sink }), told };
}
