import { RUN_CALLS, type StrategyDefinition } from '../../strategies/definition.ts';
import { portfolioAsset } from '../../strategies/portfolio/coins.ts';
import { checkRecurring, eachPurchase } from './definition/check.ts';
import { RECURRING_FIELDS } from './definition/fields.ts';
import { recurringParameterRows } from './definition/parameter-rows.ts';
import { recurringBuyParams } from './definition/params-of.ts';
import { decodeRecurring, encodeRecurring, type RecurringBuyPayload } from './definition/payload.ts';
import { reduceRecurring } from './definition/reduce.ts';
import { RECURRING_BUY_SEARCH } from './definition/search.ts';
import { recurringSummary } from './definition/summary.ts';
import { recurringDefaults } from './definition/values.ts';
import type { RecurringBuyParams } from './params.ts';

/** Recurring buy: one to ten coins in fixed shares, bought for a fixed amount at every date of a schedule. */
export const RECURRING_BUY: StrategyDefinition<RecurringBuyPayload, RecurringBuyParams> = {
  kind: 'recurring-buy',
  calls: { ...RUN_CALLS, account: 'spot' },
  fields: RECURRING_FIELDS,
  defaults: recurringDefaults,
  reduce: reduceRecurring,
  check: checkRecurring,
  minimum: ({ eachPurchase: each }) => each,
  typedMinimum: eachPurchase,
  investmentAsset: portfolioAsset,
  encode: encodeRecurring,
  decode: decodeRecurring,
  params: recurringBuyParams,
  // The first date is still to come: a replay of days that are past buys from its beginning.
  replayed: (payload) => ({ ...payload, params: { ...payload.params, first_time: 0 } }),
  ai: RECURRING_BUY_SEARCH,
  // It trades on dates: no line follows from its form. What it holds has some (decisions.ts).
  chartLines: () => [],
  summary: recurringSummary,
  tabs: () => ['overview'],
  overviewBlocks: () => ['holdings', 'parameters', 'trade-history'],
  parameterRows: recurringParameterRows,
};
