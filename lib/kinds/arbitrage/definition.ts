import { arbitrageMinimum } from '../../formulas/arbitrage-terms.ts';
import { typedNumber } from '../../money/input.ts';
import { RUN_CALLS, type StrategyDefinition } from '../../strategies/definition.ts';
import { checkArbitrage } from './definition/check.ts';
import { ARBITRAGE_FIELDS } from './definition/fields.ts';
import { minimumOfArbitrage } from './definition/minimum.ts';
import { arbitrageParameterRows } from './definition/parameter-rows.ts';
import { arbitrageParams } from './definition/params-of.ts';
import { type ArbitragePayload, decodeArbitrage, encodeArbitrage } from './definition/payload.ts';
import { ARBITRAGE_SEARCH } from './definition/search.ts';
import { arbitrageSummary } from './definition/summary.ts';
import { ARBITRAGE_DEFAULTS, arbitrageAsset, arbitrageDecimals, arbitrageLeverage } from './definition/values.ts';
import type { ArbitrageParams } from './params.ts';

/** Spot-futures arbitrage: coins bought, the same quantity sold as a contract, so that funding is what it earns. */
export const SPOT_FUTURE_ARBITRAGE: StrategyDefinition<ArbitragePayload, ArbitrageParams> = {
  kind: 'spot-future-arbitrage',
  calls: { ...RUN_CALLS, account: 'spot' },
  fields: ARBITRAGE_FIELDS,
  defaults: () => ARBITRAGE_DEFAULTS,
  reduce: (values, field, value, spec) =>
    field === 'money'
      ? { ...values, money: typedNumber(values.money ?? '', value, { decimals: arbitrageDecimals(values, spec) }) }
      : { ...values, [field]: value },
  check: checkArbitrage,
  leverageLimits: arbitrageLeverage,
  typedMinimum: minimumOfArbitrage,
  minimum: ({ spec, contract, leverage }, { lastTicks, nextFundingE8 }) =>
    arbitrageMinimum(spec, contract, lastTicks, leverage, nextFundingE8),
  investmentAsset: arbitrageAsset,
  encode: encodeArbitrage,
  decode: decodeArbitrage,
  params: arbitrageParams,
  ai: ARBITRAGE_SEARCH,
  // The prices of its two legs cancel each other out: no line follows from its form. What it holds has some (lines.ts).
  chartLines: () => [],
  summary: arbitrageSummary,
  tabs: () => ['overview'],
  overviewBlocks: () => ['holdings', 'parameters', 'arbitrage-records'],
  parameterRows: arbitrageParameterRows,
};
