import type { RecurringBuyParams } from '../engine/recurring-buy-params.ts';
import { RECURRING_BUY_SEARCH } from './ai/recurring-buy-search.ts';
import { CATALOGUE } from './catalogue.ts';
import { RUN_CALLS, type StrategyDefinition } from './definition.ts';
import { checkRecurring, eachPurchase } from './recurring-buy/check.ts';
import { recurringEngineParams } from './recurring-buy/engine-params.ts';
import { RECURRING_FIELDS } from './recurring-buy/fields.ts';
import { recurringParameterRows } from './recurring-buy/parameter-rows.ts';
import { decodeRecurring, encodeRecurring, type RecurringBuyPayload } from './recurring-buy/payload.ts';
import { reduceRecurring } from './recurring-buy/reduce.ts';
import { recurringSummary } from './recurring-buy/summary.ts';
import { recurringDefaults } from './recurring-buy/values.ts';
import { smartAsset } from './smart-position/values.ts';

/** Recurring buy: one to ten coins in fixed shares, bought for a fixed amount at every date of a schedule. */
export const RECURRING_BUY: StrategyDefinition<RecurringBuyPayload, RecurringBuyParams> = {
  kind: 'recurring-buy',
  ...CATALOGUE['recurring-buy'],
  calls: { ...RUN_CALLS, account: 'spot' },
  fields: RECURRING_FIELDS,
  defaults: recurringDefaults,
  reduce: reduceRecurring,
  check: checkRecurring,
  minimum: ({ eachPurchase: each }) => each,
  typedMinimum: eachPurchase,
  investmentAsset: smartAsset,
  encode: encodeRecurring,
  decode: decodeRecurring,
  engineParams: recurringEngineParams,
  // The first date is still to come: a replay of days that are past buys from its beginning.
  replayed: (values) => ({ ...values, first_time: '' }),
  ai: RECURRING_BUY_SEARCH,
  // It trades on dates, not on prices: there is no line to draw.
  chartLines: () => [],
  summary: recurringSummary,
  tabs: () => ['overview'],
  overviewBlocks: () => ['holdings', 'parameters', 'trade-history'],
  parameterRows: recurringParameterRows,
};
