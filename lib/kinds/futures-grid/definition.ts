import { minimumFuturesInvestment } from '../../formulas/minimum-investment-futures.ts';
import { FUTURES_GRID_SEARCH } from '../../strategies/ai/grid-search.ts';
import { GRID_CALLS, type StrategyDefinition } from '../../strategies/definition.ts';
import { settleAsset } from '../../strategies/rules/settle.ts';
import { checkFutures } from './definition/check.ts';
import { FUTURES_FIELDS } from './definition/fields.ts';
import { futuresChartLines } from './definition/lines.ts';
import { futuresParameterRows } from './definition/parameter-rows.ts';
import { futuresGridParams } from './definition/params-of.ts';
import { decodeFutures, encodeFutures, type FuturesGridPayload } from './definition/payload.ts';
import { plannedFuturesGrid } from './definition/planned-grid.ts';
import { reduceFutures } from './definition/reduce.ts';
import { futuresSummary } from './definition/summary.ts';
import { futuresTabs } from './definition/tabs.ts';
import { FUTURES_DEFAULTS, leverageLimits } from './definition/values.ts';
import type { FuturesGridParams } from './params.ts';

/** Futures grid: a grid on a perpetual contract – long, short or neutral, with leverage. */
export const FUTURES_GRID: StrategyDefinition<FuturesGridPayload, FuturesGridParams> = {
  kind: 'futures_grid',
  calls: { ...GRID_CALLS, account: 'futures' },
  fields: FUTURES_FIELDS,
  defaults: () => FUTURES_DEFAULTS,
  reduce: reduceFutures,
  check: checkFutures,
  leverageLimits,
  investmentAsset: settleAsset,
  encode: encodeFutures,
  decode: decodeFutures,
  params: futuresGridParams,
  minimum: (params, { lastTicks, assetInUsdt }) =>
    minimumFuturesInvestment(plannedFuturesGrid(params, lastTicks), assetInUsdt),
  ai: FUTURES_GRID_SEARCH,
  chartLines: futuresChartLines,
  summary: futuresSummary,
  tabs: futuresTabs,
  parameterRows: futuresParameterRows,
};
