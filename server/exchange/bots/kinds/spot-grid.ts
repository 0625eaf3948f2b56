import type { SpotGridParams } from '#lib/engine/grid-params.ts';
import { gridLines } from '#lib/formulas/grid-levels.ts';
import { type GridLayoutInput, layOutGrid } from '#lib/formulas/grid-quantities.ts';
import { minimumInvestment } from '#lib/formulas/minimum-investment.ts';
import type { ExchangeKind } from './exchange-kind.ts';
import { placeOnSpot } from './exchange-kind.ts';
import { gridParams, leastOf } from './grid-words.ts';

export const SPOT_GRID: ExchangeKind<'spot_grid'> = {
  place(payload) {
    const place = placeOnSpot(payload.market, payload.instrument_type, 'spot');
    return 'market' in place && payload.leverage !== '1' ? { field: 'leverage', issue: 'leverage-spot' } : place;
  },
  terms: (payload) => ({
    leverage: payload.leverage,
    side: payload.is_use_base === '1' ? 'sell' : 'buy',
    takeProfit: payload.stop_profit ?? '',
    stopLoss: payload.stop_loss ?? '',
    keepsCoins: payload.store_coin_flag === 1,
    isAi: payload.param_source === 'ai',
  }),
  plan(params, { lastTicks, profitAssetInUsdt }) {
    const layout = layoutOf(params, lastTicks);
    const { quantities } = layOutGrid({ ...layout, openTicks: layout.lastTicks }, params.investment);
    return {
      minimum: minimumInvestment(layout, profitAssetInUsdt),
      unitQuantity: leastOf(quantities),
      liquidation: null,
      maxLeverage: 1,
    };
  },
  params: (payload) => ({
    ...gridParams(payload),
    is_use_base: payload.is_use_base,
    qty_type: payload.qty_type,
    store_coin_flag: payload.store_coin_flag,
    stop_upward_price: payload.stop_upward_price ?? '',
    stop_downward_price: payload.stop_downward_price ?? '',
    moving_average_momentum: payload.moving_average_momentum ?? '',
  }),
};

/** The grid is laid around the trigger price where there is one, else around the last price. */
function layoutOf(params: SpotGridParams, lastTicks: number): Omit<GridLayoutInput, 'openTicks'> {
  const { spec, lowTicks, highTicks, gridCount, spacing, investIn, quantity, feeRate, triggerTicks } = params;
  const lines = gridLines(lowTicks, highTicks, gridCount, spacing);
  return { spec, lines, lastTicks: triggerTicks ?? lastTicks, investIn, quantity, feeRate };
}
