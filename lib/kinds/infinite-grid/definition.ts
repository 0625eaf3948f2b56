import { minimumInfiniteInvestment } from '../../formulas/infinite-grid.ts';
import { GRID_CALLS, type StrategyDefinition } from '../../strategies/definition.ts';
import { investmentAsset } from '../../strategies/grid/invested.ts';
import { reduce } from '../../strategies/grid/reduce.ts';
import { isOver } from '../../strategies/rules/is-over.ts';
import { checkInfinite } from './definition/check.ts';
import { INFINITE_FIELDS } from './definition/fields.ts';
import { infiniteChartLines } from './definition/lines.ts';
import { infiniteParameterRows } from './definition/parameter-rows.ts';
import { infiniteGridParams } from './definition/params-of.ts';
import { decodeInfinite, encodeInfinite, type InfiniteGridPayload } from './definition/payload.ts';
import { INFINITE_GRID_SEARCH } from './definition/search.ts';
import { infiniteSummary } from './definition/summary.ts';
import { INFINITE_DEFAULTS } from './definition/values.ts';
import type { InfiniteGridParams } from './params.ts';

/** Infinite grid: keeps a constant value in coins, sells what rises above it and buys back what falls below. */
export const INFINITE_GRID: StrategyDefinition<InfiniteGridPayload, InfiniteGridParams> = {
  kind: 'infinite_grid',
  calls: { ...GRID_CALLS, account: 'spot' },
  fields: INFINITE_FIELDS,
  defaults: () => INFINITE_DEFAULTS,
  reduce,
  check: checkInfinite,
  investmentAsset,
  encode: encodeInfinite,
  decode: decodeInfinite,
  params: infiniteGridParams,
  minimum: (params, { lastTicks, assetInUsdt }) =>
    minimumInfiniteInvestment({ ...params, lastTicks: params.triggerTicks ?? lastTicks }, assetInUsdt),
  ai: INFINITE_GRID_SEARCH,
  chartLines: infiniteChartLines,
  summary: infiniteSummary,
  // M-056: the overview only; what an owner needs stands in it.
  tabs: () => ['overview'],
  overviewBlocks: (row) =>
    isOver(row) ? ['parameters', 'trade-history'] : ['parameters', 'open-orders', 'trade-history'],
  parameterRows: infiniteParameterRows,
};
