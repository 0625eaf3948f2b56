import { portfolioMinimum } from '../../formulas/portfolio-minimum.ts';
import { RUN_CALLS, type StrategyDefinition } from '../../strategies/definition.ts';
import { parseCoins, portfolioAsset } from '../../strategies/portfolio/coins.ts';
import { checkSmart } from './definition/check.ts';
import { SMART_FIELDS } from './definition/fields.ts';
import { smartParameterRows } from './definition/parameter-rows.ts';
import { smartPositionParams } from './definition/params-of.ts';
import { decodeSmart, encodeSmart, type SmartPositionPayload } from './definition/payload.ts';
import { reduceSmart } from './definition/reduce.ts';
import { SMART_POSITION_SEARCH } from './definition/search.ts';
import { smartSummary } from './definition/summary.ts';
import { SMART_DEFAULTS } from './definition/values.ts';
import type { SmartPositionParams } from './params.ts';

/** Smart position: two to ten coins in fixed shares, brought back to them by time or when they have drifted. */
export const SMART_POSITION: StrategyDefinition<SmartPositionPayload, SmartPositionParams> = {
  kind: 'smart-position',
  calls: { ...RUN_CALLS, account: 'spot' },
  fields: SMART_FIELDS,
  defaults: () => SMART_DEFAULTS,
  reduce: reduceSmart,
  check: checkSmart,
  minimum: ({ coins }) => portfolioMinimum(coins.length),
  typedMinimum: (values) => portfolioMinimum(parseCoins(values.coins ?? '')?.length ?? 0),
  investmentAsset: portfolioAsset,
  encode: encodeSmart,
  decode: decodeSmart,
  params: smartPositionParams,
  ai: SMART_POSITION_SEARCH,
  // It trades on shares: no line follows from its form. What it holds has some (lines.ts).
  chartLines: () => [],
  summary: smartSummary,
  tabs: () => ['overview'],
  overviewBlocks: () => ['holdings', 'parameters', 'trade-history'],
  parameterRows: smartParameterRows,
};
