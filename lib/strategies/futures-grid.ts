import type { FuturesGridParams } from '../engine/futures-grid-params.ts';
import { minimumFuturesInvestment } from '../formulas/minimum-investment-futures.ts';
import { FUTURES_GRID_SEARCH } from './ai/grid-search.ts';
import { CATALOGUE } from './catalogue.ts';
import { GRID_CALLS, type StrategyDefinition } from './definition.ts';
import { checkFutures } from './futures-grid/check.ts';
import { futuresEngineParams } from './futures-grid/engine-params.ts';
import { FUTURES_FIELDS } from './futures-grid/fields.ts';
import { futuresChartLines } from './futures-grid/lines.ts';
import { futuresParameterRows } from './futures-grid/parameter-rows.ts';
import { decodeFutures, encodeFutures, type FuturesGridPayload } from './futures-grid/payload.ts';
import { reduceFutures } from './futures-grid/reduce.ts';
import { futuresSummary } from './futures-grid/summary.ts';
import { futuresTabs } from './futures-grid/tabs.ts';
import { FUTURES_DEFAULTS, leverageLimits, settleAsset } from './futures-grid/values.ts';
import { plannedFuturesGrid } from './rules/planned-grids.ts';

/** Futures grid: a grid on a perpetual contract – long, short or neutral, with leverage. */
export const FUTURES_GRID: StrategyDefinition<FuturesGridPayload, FuturesGridParams> = {
  kind: 'futures_grid',
  ...CATALOGUE.futures_grid,
  calls: { ...GRID_CALLS, account: 'futures' },
  fields: FUTURES_FIELDS,
  defaults: () => FUTURES_DEFAULTS,
  reduce: reduceFutures,
  check: checkFutures,
  leverageLimits,
  investmentAsset: settleAsset,
  encode: encodeFutures,
  decode: decodeFutures,
  engineParams: futuresEngineParams,
  minimum: (params, { lastTicks, assetInUsdt }) =>
    minimumFuturesInvestment(plannedFuturesGrid(params, lastTicks), assetInUsdt),
  ai: FUTURES_GRID_SEARCH,
  chartLines: futuresChartLines,
  summary: futuresSummary,
  tabs: futuresTabs,
  parameterRows: futuresParameterRows,
};
