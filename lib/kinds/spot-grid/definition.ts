import { minimumInvestment } from '../../formulas/minimum-investment.ts';
import { SPOT_GRID_SEARCH } from '../../strategies/ai/grid-search.ts';
import { GRID_CALLS, type StrategyDefinition } from '../../strategies/definition.ts';
import { investmentAsset } from '../../strategies/grid/invested.ts';
import { reduce } from '../../strategies/grid/reduce.ts';
import { trailingRefusal } from '../../strategies/rules/trailing.ts';
import { check } from './definition/check.ts';
import { FIELDS } from './definition/fields.ts';
import { chartLines } from './definition/lines.ts';
import { parameterRows } from './definition/parameter-rows.ts';
import { spotGridParams } from './definition/params-of.ts';
import { decode, encode, type SpotGridPayload } from './definition/payload.ts';
import { plannedGrid } from './definition/planned-grid.ts';
import { summary } from './definition/summary.ts';
import { tabs } from './definition/tabs.ts';
import { DEFAULT_VALUES } from './definition/values.ts';
import { GATE_MINUTES, type SpotGridParams } from './params.ts';

/** Spot grid: buys low and sells high between two prices (documents §2–§5 of the create screens). */
export const SPOT_GRID: StrategyDefinition<SpotGridPayload, SpotGridParams> = {
  kind: 'spot_grid',
  calls: { ...GRID_CALLS, account: 'spot' },
  fields: FIELDS,
  defaults: () => DEFAULT_VALUES,
  reduce,
  refusal: trailingRefusal,
  check,
  investmentAsset,
  encode,
  decode,
  params: spotGridParams,
  // What the momentum gate averages.
  historyMinutes: () => GATE_MINUTES,
  minimum: (params, { lastTicks, assetInUsdt }) => minimumInvestment(plannedGrid(params, lastTicks), assetInUsdt),
  ai: SPOT_GRID_SEARCH,
  chartLines,
  summary,
  tabs,
  parameterRows,
};
