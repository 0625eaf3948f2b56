import type { MarginGridParams } from '#lib/engine/margin-grid-params.ts';
import { gridLines } from '#lib/formulas/grid-levels.ts';
import { type GridLayoutInput, layOutGrid } from '#lib/formulas/grid-quantities.ts';
import { forcedClose, loanOf, minimumMarginInvestment } from '#lib/formulas/margin-loan.ts';
import { mulDivDown, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { type MarketSpec, quoteValueDown } from '#lib/money/market-spec.ts';
import { type ExchangeKind, type PlannedLiquidation, placeOnSpot } from './exchange-kind.ts';
import { gridParams, leastOf } from './grid-words.ts';

/** Largest assets ÷ own money (C-371). */
const MAX_LEVERAGE = 10;

export const MARGIN_GRID: ExchangeKind<'margin_grid'> = {
  place: ({ market, instrument_type: type }) => placeOnSpot(market, type, 'margin_grid'),
  terms: (payload) => ({
    leverage: payload.leverage,
    side: payload.side,
    takeProfit: payload.stop_profit ?? '',
    stopLoss: payload.stop_loss ?? '',
    // The loan is paid back first: coins are sold for it.
    keepsCoins: payload.store_coin_flag === 1,
    isAi: payload.param_source === 'ai',
  }),
  plan(params, { lastTicks, profitAssetInUsdt }) {
    const layout = layoutOf(params, lastTicks);
    return {
      minimum: minimumMarginInvestment({ ...layout, leverage: params.leverage }, profitAssetInUsdt),
      unitQuantity: unitQuantity(params, layout),
      liquidation: liquidationOf(params, layout.lastTicks),
      maxLeverage: MAX_LEVERAGE,
    };
  },
  params: (payload) => ({
    ...gridParams(payload),
    side: payload.side,
    is_use_base: payload.is_use_base,
    qty_type: payload.qty_type,
    store_coin_flag: payload.store_coin_flag,
  }),
};

/** The grid is laid around the trigger price where there is one, else around the last price. */
function layoutOf(params: MarginGridParams, lastTicks: number): Omit<GridLayoutInput, 'openTicks'> {
  const { spec, lowTicks, highTicks, gridCount, spacing, investIn, quantity, feeRate, triggerTicks } = params;
  const lines = gridLines(lowTicks, highTicks, gridCount, spacing);
  return { spec, lines, lastTicks: triggerTicks ?? lastTicks, investIn, quantity, feeRate };
}

/** Smallest order of the grid that the investment and its loan carry. */
function unitQuantity(params: MarginGridParams, layout: Omit<GridLayoutInput, 'openTicks'>): bigint {
  const whole = params.investment * BigInt(params.leverage);
  return leastOf(layOutGrid({ ...layout, openTicks: layout.lastTicks }, whole).quantities);
}

/**
 * The forced close with every order on the losing side filled: all in coins for who owes money, all in money for who owes
 * coins. So it is the one that comes first.
 */
function liquidationOf(params: MarginGridParams, lastTicks: number): PlannedLiquidation {
  const { spec, investIn, investment, forcedCloseRatioE8 } = params;
  const loan = loanOf({ ...params, ticks: lastTicks });
  const own = investIn === 'quote' ? { quote: investment, base: 0n } : { quote: 0n, base: investment };
  const all = { quote: own.quote + loan.quote, base: own.base + loan.base };
  const bought = { quote: 0n, base: all.base + baseFor(spec, all.quote, lastTicks) };
  const sold = { quote: all.quote + quoteValueDown(spec, all.base, lastTicks), base: 0n };
  const long = loan.quote > 0n ? forcedClose(spec, bought, loan, forcedCloseRatioE8) : null;
  const short = loan.base > 0n ? forcedClose(spec, sold, loan, forcedCloseRatioE8) : null;
  return {
    long: long?.side === 'below' ? long.ticks : null,
    short: short?.side === 'above' ? short.ticks : null,
  };
}

function baseFor(spec: MarketSpec, quote: bigint, ticks: number): bigint {
  return mulDivDown(quote, UNITS_PER_COIN, BigInt(ticks) * spec.tickUnits);
}
