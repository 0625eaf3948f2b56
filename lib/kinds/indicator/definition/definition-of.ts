import { warmUpMs } from '../../../indicators/condition-warm-up.ts';
import type { AiSearch } from '../../../strategies/ai/ai-search.ts';
import { RUN_CALLS, type StrategyCalls, type StrategyDefinition } from '../../../strategies/definition.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import { INDICATOR_FACTS } from '../facts.ts';
import type { IndicatorParams } from '../params.ts';
import { backtestPayload, withBacktestDefaults, withBacktestFee } from './backtest.ts';
import { checkIndicator } from './check.ts';
import { indicatorFields } from './fields.ts';
import { minimumOfConditions, minimumOfIndicator } from './minimum.ts';
import { indicatorParameterRows } from './parameter-rows.ts';
import { indicatorParams } from './params-of.ts';
import { decodeIndicator, encodeIndicator, type IndicatorPayload } from './payload.ts';
import { reduceIndicator } from './reduce.ts';
import type { IndicatorVariant } from './source.ts';
import { indicatorSummary } from './summary.ts';
import { commonDefaults, indicatorAsset, indicatorLeverage, indicatorMarketOf } from './values.ts';

/** Kinds of one page trade what is made there; the others go by the market (H8). */
const ACCOUNTS = { trade: 'spot', futures: 'futures', both: 'by-market' } as const satisfies Record<
  string,
  StrategyCalls['account']
>;

/** The definition of an indicator bot: what all of them share, where this one's conditions come from, and what a search varies of it. */
export function indicatorDefinition(
  variant: IndicatorVariant,
  ai: AiSearch,
): StrategyDefinition<IndicatorPayload, IndicatorParams> {
  const { kind, source } = variant;
  const { page } = INDICATOR_FACTS[kind];
  return {
    kind,
    calls: { ...RUN_CALLS, account: ACCOUNTS[page] },
    fields: indicatorFields(source.fields),
    defaults: (spec) => ({
      ...commonDefaults(spec === undefined && page === 'futures' ? 'futures' : indicatorMarketOf(spec)),
      ...source.defaults,
    }),
    reduce: reduceIndicator,
    check: (values, context) => checkIndicator(source, values, context),
    leverageLimits: indicatorLeverage,
    minimum: minimumOfConditions,
    typedMinimum: (values, facts) => minimumOfIndicator(source, values, facts),
    investmentAsset: indicatorAsset,
    encode: (values, spec) => encodeIndicator(variant, values, spec),
    decode: (payload, spec) => decodeIndicator(variant, payload, spec),
    params: (payload, spec, feeRate) => indicatorParams(source, payload, spec, feeRate),
    backtest: {
      asked: backtestPayload,
      run(payload, spec) {
        const reckoned = withBacktestDefaults(payload);
        return { payload: reckoned, ...withBacktestFee(reckoned, spec) };
      },
    },
    historyMinutes: ({ conditions }) => warmUpMs(conditions) / MINUTE_MS,
    ai,
    // It acts on indicators, not on prices that are known beforehand; what it holds and its stops its row says.
    chartLines: () => [],
    summary: (values, context) => indicatorSummary(source, values, context),
    tabs: () => ['overview'],
    overviewBlocks: () => ['position', 'conditions', 'parameters', 'trade-history'],
    parameterRows: (params, spec) => indicatorParameterRows(source, params, spec),
  };
}
