import { warmUpMs } from '../../../indicators/condition-warm-up.ts';
import type { AiSearch } from '../../../strategies/ai/ai-search.ts';
import { RUN_CALLS, type StrategyCalls, type StrategyDefinition } from '../../../strategies/definition.ts';
import { INDICATOR_FACTS } from '../facts.ts';
import type { ComposeParams } from '../params.ts';
import { backtestPayload, withBacktestDefaults, withBacktestFee } from './backtest.ts';
import { checkCompose } from './check.ts';
import { composeFields } from './fields.ts';
import { minimumOfCompose, minimumOfConditions } from './minimum.ts';
import { composeParameterRows } from './parameter-rows.ts';
import { composeParams } from './params-of.ts';
import { type ComposePayload, decodeCompose, encodeCompose } from './payload.ts';
import { reduceCompose } from './reduce.ts';
import type { ComposeVariant } from './source.ts';
import { composeSummary } from './summary.ts';
import { commonDefaults, composeAsset, composeLeverage, composeMarketOf } from './values.ts';

const MINUTE_MS = 60_000;

/** Kinds of one page trade what is made there; the others go by the market (H8). */
const ACCOUNTS = { trade: 'spot', futures: 'futures', both: 'by-market' } as const satisfies Record<
  string,
  StrategyCalls['account']
>;

/** The definition of an indicator bot: what all of them share, where this one's conditions come from, and what a search varies of it. */
export function composeDefinition(
  variant: ComposeVariant,
  ai: AiSearch,
): StrategyDefinition<ComposePayload, ComposeParams> {
  const { kind, source } = variant;
  const { page } = INDICATOR_FACTS[kind];
  return {
    kind,
    calls: { ...RUN_CALLS, account: ACCOUNTS[page] },
    fields: composeFields(source.fields),
    defaults: (spec) => ({
      ...commonDefaults(spec === undefined && page === 'futures' ? 'futures' : composeMarketOf(spec)),
      ...source.defaults,
    }),
    reduce: reduceCompose,
    check: (values, context) => checkCompose(source, values, context),
    leverageLimits: composeLeverage,
    minimum: minimumOfConditions,
    typedMinimum: (values, facts) => minimumOfCompose(source, values, facts),
    investmentAsset: composeAsset,
    encode: (values, spec) => encodeCompose(variant, values, spec),
    decode: (payload, spec) => decodeCompose(variant, payload, spec),
    params: (payload, spec, feeRate) => composeParams(source, payload, spec, feeRate),
    backtest: {
      asked: backtestPayload,
      run(payload, spec) {
        const reckoned = withBacktestDefaults(payload);
        return { payload: reckoned, ...withBacktestFee(reckoned, spec) };
      },
    },
    historyMinutes: ({ conditions }) => warmUpMs(conditions) / MINUTE_MS,
    ai,
    // It acts on indicators, not on prices that are known beforehand.
    chartLines: () => [],
    summary: (values, context) => composeSummary(source, values, context),
    tabs: () => ['overview'],
    overviewBlocks: () => ['position', 'conditions', 'parameters', 'trade-history'],
    parameterRows: (params, spec) => composeParameterRows(source, params, spec),
  };
}
