import { martingaleMinimum } from '../../formulas/martingale-minimum.ts';
import type { MartingaleTerms } from '../../formulas/martingale-terms.ts';
import { type MinimumFacts, RUN_CALLS, type StrategyDefinition } from '../../strategies/definition.ts';
import { checkMartingale } from './definition/check.ts';
import { CONTRACT_MARTINGALE_FIELDS, SPOT_MARTINGALE_FIELDS } from './definition/fields.ts';
import { martingaleChartLines } from './definition/lines.ts';
import { minimumOfLadder } from './definition/minimum.ts';
import { martingaleParameterRows } from './definition/parameter-rows.ts';
import { contractMartingaleParams, martingaleParams } from './definition/params-of.ts';
import { decodeMartingale, encodeMartingale, type MartingalePayload } from './definition/payload.ts';
import { reduceMartingale } from './definition/reduce.ts';
import { CONTRACT_MARTINGALE_SEARCH, MARTINGALE_SEARCH } from './definition/search.ts';
import { martingaleSummary } from './definition/summary.ts';
import { contractMartingaleTabs, martingaleTabs } from './definition/tabs.ts';
import { MARTINGALE_DEFAULTS, martingaleAsset, martingaleLeverage } from './definition/values.ts';
import type { ContractMartingaleParams, MartingaleParams } from './params.ts';

/** What both martingales share: everything but fields, tabs and the account that pays. */
const SHARED = {
  defaults: () => MARTINGALE_DEFAULTS,
  reduce: reduceMartingale,
  check: checkMartingale,
  typedMinimum: minimumOfLadder,
  investmentAsset: martingaleAsset,
  minimum: (params: MartingaleTerms & Pick<MartingaleParams, 'triggerTicks'>, facts: MinimumFacts) =>
    martingaleMinimum(params, params.triggerTicks ?? facts.lastTicks, facts.assetInUsdt),
  encode: encodeMartingale,
  decode: decodeMartingale,
  chartLines: martingaleChartLines,
  summary: martingaleSummary,
  parameterRows: martingaleParameterRows,
} as const;

/** Spot martingale: buys more on the way down, sells everything at a profit over the average, and begins again. */
export const MARTINGALE: StrategyDefinition<MartingalePayload, MartingaleParams> = {
  kind: 'martingale',
  ...SHARED,
  calls: { ...RUN_CALLS, account: 'spot' },
  fields: SPOT_MARTINGALE_FIELDS,
  params: martingaleParams,
  ai: MARTINGALE_SEARCH,
  tabs: martingaleTabs,
};

/** Futures martingale: the same on a contract, long or short, with leverage. */
export const CONTRACT_MARTINGALE: StrategyDefinition<MartingalePayload, ContractMartingaleParams> = {
  kind: 'contract-martingale',
  ...SHARED,
  calls: { ...RUN_CALLS, account: 'futures' },
  fields: CONTRACT_MARTINGALE_FIELDS,
  leverageLimits: martingaleLeverage,
  params: contractMartingaleParams,
  ai: CONTRACT_MARTINGALE_SEARCH,
  tabs: contractMartingaleTabs,
};
