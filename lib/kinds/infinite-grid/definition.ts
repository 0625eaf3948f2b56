import { minimumInfiniteInvestment } from '../../formulas/infinite-grid.ts';
import { parseAmount } from '../../money/amount.ts';
import { readDecimal } from '../../money/decimal-text.ts';
import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';
import { type FormValues, GRID_CALLS, type StrategyDefinition } from '../../strategies/definition.ts';
import { optionalTicks, percentE8 } from '../../strategies/rules/grid-values.ts';
import { reduce } from '../spot-grid/definition/reduce.ts';
import { isOver } from '../spot-grid/definition/tabs.ts';
import { investmentAsset, isBaseInvested } from '../spot-grid/definition/values.ts';
import { checkInfinite } from './definition/check.ts';
import { INFINITE_FIELDS } from './definition/fields.ts';
import { infiniteChartLines } from './definition/lines.ts';
import { infiniteParameterRows } from './definition/parameter-rows.ts';
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
  engineParams: infiniteEngineParams,
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

function infiniteEngineParams(values: FormValues, spec: MarketSpec, feeRate: FeeRateE8): InfiniteGridParams {
  const fallE8 = percentE8(values.low_price);
  const riseE8 = percentE8(values.high_price);
  const investment = parseAmount(readDecimal(values.money ?? '') ?? '');
  if (fallE8 === null || riseE8 === null || investment === null) {
    throw new Error('engineParams needs values that the check has passed');
  }
  return {
    spec,
    fallE8,
    riseE8,
    investIn: isBaseInvested(values) ? 'base' : 'quote',
    investment,
    triggerTicks: optionalTicks(values.trigger_price, spec),
    stopLossTicks: values.stop_loss_on === '1' ? optionalTicks(values.stop_loss, spec) : null,
    takeProfitTicks: values.stop_profit_on === '1' ? optionalTicks(values.stop_profit, spec) : null,
    stopCheck: values.stop_check_type === '1' ? 'tick' : 'close',
    keepCoins: values.store_coin_flag === '1',
    feeRate,
  };
}
