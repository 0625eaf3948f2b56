import type { FinishReason } from '../contract/bot-words.ts';
import type { StrategyType } from '../contract/vocabulary.ts';
import { marketsOf } from '../engine/bot-feeds.ts';
import { heldShares, holdCurve } from '../engine/hold-curve.ts';
import type { ColumnsByInstrument, MarketColumns } from '../engine/markets-view.ts';
import { definitionOf, type EngineParamsByKind, type RunnableKind } from '../kinds/definitions.ts';
import { KIND_FACTS } from '../kinds/facts.ts';
import { historyMinutes } from '../kinds/history-need.ts';
import { MACHINES } from '../kinds/machines.ts';
import { formatAmount, UNITS_PER_COIN } from '../money/amount.ts';
import { instrumentOf, type MarketSpec } from '../money/market-spec.ts';
import type { FormValues, Issue, SummaryRow } from '../strategies/definition.ts';
import { runBacktest } from './backtest.ts';
import {
  EXAMPLE_FEE_E8,
  EXAMPLE_FUNDING_E8,
  EXAMPLE_PATHS,
  type ExamplePath,
  exampleColumns,
  exampleContext,
  exampleSpec,
  exampleTicks,
} from './example-market.ts';

/** What a bot came to along a path. Money: plain decimals of the profit's asset; rates: fractions, for display. */
export interface ExampleRun {
  readonly path: ExamplePath;
  /** Where the main coin's price ended, as a fraction of where it began. */
  readonly move: string;
  readonly profit: string;
  readonly rate: string;
  /** Of completed trades; part of the profit. */
  readonly matched: string;
  /** Taken off in the profit already: fees, and what funding and interest came to (negative: paid). */
  readonly fees: string;
  readonly carry: string;
  readonly drawdown: string;
  /** What just holding gave. */
  readonly holdRate: string;
  readonly matches: number;
  readonly fills: number;
  readonly finish: FinishReason | null;
}

/** A form's own figures and what its bot does on the made-up market; with errors there is no bot. */
export interface WorkedExample {
  readonly values: FormValues;
  readonly issues: readonly Issue[];
  readonly summary: readonly SummaryRow[];
  readonly runs: readonly ExampleRun[];
  readonly asset: string;
}

/** The example of a kind's help page, with what the reader has typed in place of its own values. */
export function workedExample(kind: RunnableKind, typed: FormValues): WorkedExample {
  const definition = definitionOf(kind);
  const spec = exampleSpec(KIND_FACTS[kind]);
  const values = exampleValues(kind, typed);
  const issues = definition.check(values, exampleContext(spec, null)).filter(({ severity }) => severity === 'error');
  const asset = definition.investmentAsset({ strategy_type: kind, ...values }, spec);
  if (issues.length > 0) return { values, issues, summary: [], runs: [], asset };
  const params = paramsOf(kind, values, spec);
  const lastTicks = exampleTicks(spec);
  const context = exampleContext(
    spec,
    definition.minimum(params, { lastTicks, assetInUsdt: UNITS_PER_COIN, nextFundingE8: EXAMPLE_FUNDING_E8 }),
  );
  const faults = definition.check(values, context).filter(({ severity }) => severity === 'error');
  return {
    values,
    issues: faults,
    summary: definition.summary(values, context),
    runs: faults.length > 0 ? [] : EXAMPLE_PATHS.map((path) => run(kind, params, path)),
    asset,
  };
}

/** A form as the reader would have filled it in: what depends on a field follows it as in the real one. */
export function exampleValues(kind: StrategyType, typed: FormValues): FormValues {
  const definition = definitionOf(kind);
  const spec = exampleSpec(KIND_FACTS[kind]);
  const { values, asked } = MACHINES[kind].help;
  const changed = asked.filter((field) => typed[field] !== undefined && typed[field] !== values[field]);
  return changed.reduce<FormValues>((form, field) => definition.reduce(form, field, typed[field] ?? '', spec), {
    ...definition.defaults(spec),
    ...values,
  });
}

function paramsOf<K extends RunnableKind>(kind: K, values: FormValues, spec: MarketSpec): EngineParamsByKind[K] {
  const definition = definitionOf(kind);
  const payload = definition.encode(values, spec);
  return definition.params(definition.replayed?.(payload) ?? payload, spec, EXAMPLE_FEE_E8);
}

function run<K extends RunnableKind>(kind: K, params: EngineParamsByKind[K], path: ExamplePath): ExampleRun {
  const { spec } = params;
  const history = historyMinutes(kind, params);
  const markets = marketsOf(spec);
  const columns: ColumnsByInstrument = Object.fromEntries(
    markets.map((market) => [instrumentOf(market), exampleColumns(market, path, history)]),
  );
  const own = columns[instrumentOf(spec)] as MarketColumns;
  const { candles } = own;
  const result = runBacktest({
    kind,
    params,
    fromIndex: history,
    curvePoints: 1,
    ...own,
    ...(markets.length > 1 ? { others: columns } : {}),
  });
  const { close } = candles;
  const endMs = candles.startMs + close.length * candles.stepMs;
  const [hold = 0] = holdCurve(heldShares(params, candles, columns), result.startMs, [endMs]);
  return {
    path,
    move: ((close.at(-1) as number) / (candles.open[history] as number) - 1).toFixed(8),
    profit: formatAmount(result.gridProfit + result.positionProfit),
    rate: result.profitRate.toFixed(8),
    matched: formatAmount(result.gridProfit),
    fees: formatAmount(result.fees),
    carry: formatAmount(result.funding - result.interest),
    drawdown: result.maxDrawdown.toFixed(8),
    holdRate: hold.toFixed(8),
    matches: result.matches,
    fills: result.fills,
    finish: result.finish?.reason ?? null,
  };
}
