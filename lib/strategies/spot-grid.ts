import type { SpotGridParams } from '../engine/grid-params.ts';
import { minimumInvestment } from '../formulas/minimum-investment.ts';
import { SPOT_GRID_SEARCH } from './ai/grid-search.ts';
import { CATALOGUE } from './catalogue.ts';
import { GRID_CALLS, type StrategyDefinition } from './definition.ts';
import { plannedGrid } from './rules/planned-grids.ts';
import { trailingRefusal } from './rules/trailing.ts';
import { check } from './spot-grid/check.ts';
import { engineParams } from './spot-grid/engine-params.ts';
import { FIELDS } from './spot-grid/fields.ts';
import { chartLines } from './spot-grid/lines.ts';
import { parameterRows } from './spot-grid/parameter-rows.ts';
import { decode, encode, type SpotGridPayload } from './spot-grid/payload.ts';
import { reduce } from './spot-grid/reduce.ts';
import { summary } from './spot-grid/summary.ts';
import { tabs } from './spot-grid/tabs.ts';
import { DEFAULT_VALUES, investmentAsset } from './spot-grid/values.ts';

/** Spot grid: buys low and sells high between two prices (documents §2–§5 of the create screens). */
export const SPOT_GRID: StrategyDefinition<SpotGridPayload, SpotGridParams> = {
  kind: 'spot_grid',
  ...CATALOGUE.spot_grid,
  calls: { ...GRID_CALLS, account: 'spot' },
  fields: FIELDS,
  defaults: () => DEFAULT_VALUES,
  reduce,
  refusal: trailingRefusal,
  check,
  investmentAsset,
  encode,
  decode,
  engineParams,
  minimum: (params, { lastTicks, assetInUsdt }) => minimumInvestment(plannedGrid(params, lastTicks), assetInUsdt),
  ai: SPOT_GRID_SEARCH,
  chartLines,
  summary,
  tabs,
  parameterRows,
};
