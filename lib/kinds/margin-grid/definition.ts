import { minimumMarginInvestment } from '../../formulas/minimum-investment-margin.ts';
import { MARGIN_GRID_SEARCH } from '../../strategies/ai/grid-search.ts';
import { GRID_CALLS, type StrategyDefinition } from '../../strategies/definition.ts';
import { investmentAsset } from '../../strategies/grid/invested.ts';
import { reduce } from '../../strategies/grid/reduce.ts';
import { isOver } from '../../strategies/rules/is-over.ts';
import { liquidationLines, liquidationRows } from '../../strategies/rules/liquidations.ts';
import { figureRow, wordRow } from '../../strategies/rules/rows.ts';
import { SIDE_RESETS } from '../../strategies/rules/switches.ts';
import { chartLines } from '../spot-grid/definition/lines.ts';
import { parameterRows } from '../spot-grid/definition/parameter-rows.ts';
import { plannedGrid } from '../spot-grid/definition/planned-grid.ts';
import { summary } from '../spot-grid/definition/summary.ts';
import { checkMargin } from './definition/check.ts';
import { MARGIN_FIELDS } from './definition/fields.ts';
import { marginGridParams } from './definition/params-of.ts';
import { decodeMargin, encodeMargin, type MarginGridPayload } from './definition/payload.ts';
import { borrowsBoth, plannedForcedCloses } from './definition/planned-loan.ts';
import { MARGIN_DEFAULTS, MARGIN_LEVERAGE } from './definition/values.ts';
import type { MarginGridParams } from './params.ts';

/** Margin grid: a spot grid of borrowed size – bought, sold or both – with interest by the hour. */
export const MARGIN_GRID: StrategyDefinition<MarginGridPayload, MarginGridParams> = {
  kind: 'margin_grid',
  calls: { ...GRID_CALLS, account: 'margin' },
  fields: MARGIN_FIELDS,
  defaults: () => MARGIN_DEFAULTS,
  reduce: (values, field, value, spec) =>
    field === 'side' && value !== values.side
      ? { ...values, side: value, ...SIDE_RESETS }
      : reduce(values, field, value, spec),
  check: checkMargin,
  leverageLimits: () => MARGIN_LEVERAGE,
  investmentAsset,
  encode: encodeMargin,
  decode: decodeMargin,
  params: marginGridParams,
  minimum: (params, { lastTicks, assetInUsdt }) => {
    const { side, leverage } = params;
    return minimumMarginInvestment({ ...plannedGrid(params, lastTicks), side, leverage }, assetInUsdt);
  },
  ai: MARGIN_GRID_SEARCH,
  chartLines: (values, context) => [
    ...chartLines(values, context),
    ...liquidationLines(plannedForcedCloses(values, context)),
  ],
  summary: (values, context) => [
    ...summary(values, context),
    ...liquidationRows(plannedForcedCloses(values, context), context.spec),
  ],
  bothCurrencies: borrowsBoth,
  // M-056: the overview only; what an owner needs stands in it.
  tabs: () => ['overview'],
  overviewBlocks: (row) =>
    isOver(row) ? ['parameters', 'trade-history'] : ['parameters', 'open-orders', 'trade-history'],
  parameterRows: (params, spec) => [
    wordRow('side', params.side, { buy: 'side.long', sell: 'side.short', neutral: 'side.neutral' }),
    figureRow('leverage', params.leverage, 'X'),
    ...parameterRows(params, spec),
  ],
};
