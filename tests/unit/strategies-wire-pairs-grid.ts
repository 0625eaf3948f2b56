import { testContract, testSpec } from '#tests/support/market-specs.ts';
import type { WirePair } from '#tests/support/wire-pair.ts';

/** Pairs of the grids. */

const SPOT = testSpec();
const CONTRACT = testContract();

const RANGE = { market: 'BTC_USDT', low_price: '50000', high_price: '70000', grid_num: '20', price_type: '1' } as const;
const RANGE_PARAMS = { lowTicks: 500_000, highTicks: 700_000, gridCount: 20, spacing: 'geometric' } as const;
const OTHER_RANGE = { ...RANGE, low_price: '50000.5', high_price: '69999.9', grid_num: '7', price_type: '0' } as const;
const OTHER_RANGE_PARAMS = { lowTicks: 500_005, highTicks: 699_999, gridCount: 7, spacing: 'arithmetic' } as const;
const NOTHING_SET = {
  quantity: { type: 'equal' },
  triggerTicks: null,
  stopLossTicks: null,
  takeProfitTicks: null,
  stopCheck: 'close',
  stopBelowRange: false,
  stopAboveRange: false,
  trailUpLimitTicks: null,
  trailDownLimitTicks: null,
  momentumE8: 0n,
  openingSlippageE8: null,
} as const;

export const SPOT_GRIDS: readonly WirePair<'spot_grid'>[] = [
  {
    spec: SPOT,
    feeRate: 100_000n,
    payload: {
      ...{ strategy_type: 'spot_grid', instrument_type: 'spot', leverage: '1', ...RANGE },
      ...{ is_use_base: '0', money: '4321.5', qty_type: '1', qty_rate: '0.05', store_coin_flag: 0 },
      ...{ trigger_price: '58000', stop_loss: '24000', stop_profit: '110000', stop_check_type: 1 },
      ...{ is_less_low_stop: 1, is_over_high_stop: 0, init_position_slip: '0.005' },
      ...{ stop_upward_price: '105000', stop_downward_price: '25000', moving_average_momentum: '0.025' },
    },
    params: {
      ...{ spec: SPOT, feeRate: 100_000n, ...RANGE_PARAMS, investIn: 'quote', investment: 432_150_000_000n },
      ...{ quantity: { type: 'ratio', ratioE8: 5_000_000n }, keepCoins: false },
      ...{ triggerTicks: 580_000, stopLossTicks: 240_000, takeProfitTicks: 1_100_000, stopCheck: 'tick' },
      ...{ stopBelowRange: true, stopAboveRange: false, openingSlippageE8: 500_000n },
      ...{ trailUpLimitTicks: 1_050_000, trailDownLimitTicks: 250_000, momentumE8: 2_500_000n },
    },
  },
  {
    spec: SPOT,
    feeRate: 200_000n,
    payload: {
      ...{ strategy_type: 'spot_grid', instrument_type: 'spot', leverage: '1', ...OTHER_RANGE },
      ...{ is_use_base: '1', money: '0.25', qty_type: '0', qty_rate: '', store_coin_flag: 1 },
    },
    params: {
      ...{ ...NOTHING_SET, spec: SPOT, feeRate: 200_000n, ...OTHER_RANGE_PARAMS },
      ...{ investIn: 'base', investment: 25_000_000n, keepCoins: true },
    },
  },
  {
    spec: SPOT,
    feeRate: 100_000n,
    payload: {
      ...{ strategy_type: 'spot_grid', instrument_type: 'spot', leverage: '1', ...RANGE },
      ...{ is_use_base: '0', money: '1000', qty_type: '0', store_coin_flag: 0, is_over_high_stop: 1 },
      // Nothing to move to: the momentum means nothing.
      ...{ stop_loss: '0', stop_upward_price: '0' },
    },
    params: {
      ...{ ...NOTHING_SET, spec: SPOT, feeRate: 100_000n, ...RANGE_PARAMS },
      ...{ investIn: 'quote', investment: 100_000_000_000n, stopAboveRange: true, keepCoins: false },
    },
  },
];

export const FUTURES_GRIDS: readonly WirePair<'futures_grid'>[] = [
  {
    spec: CONTRACT,
    feeRate: 100_000n,
    payload: {
      ...{ strategy_type: 'futures_grid', instrument_type: 'futures_usdt', leverage: '3', side: 'sell', ...RANGE },
      ...{ money: '4321.5', qty_type: '1', qty_rate: '0.05', trigger_price: '61000', trigger_price_type: '1' },
      ...{ stop_loss: '0.125', stop_profit: '0.3', stop_check_type: 1 },
      ...{ is_less_low_stop: 1, is_over_high_stop: 0, init_position_slip: '0.005' },
    },
    params: {
      ...{ spec: CONTRACT, ...RANGE_PARAMS, side: 'short', investment: 432_150_000_000n, leverage: 3 },
      ...{ quantity: { type: 'ratio', ratioE8: 5_000_000n }, trigger: { ticks: 610_000, price: 'mark' } },
      ...{ stopLossE8: 12_500_000n, takeProfitE8: 30_000_000n, stopCheck: 'tick' },
      ...{ stopBelowRange: true, stopAboveRange: false, openingSlippageE8: 500_000n },
    },
  },
  {
    spec: CONTRACT,
    feeRate: 100_000n,
    payload: {
      ...{ strategy_type: 'futures_grid', instrument_type: 'futures_usdt', leverage: '7', side: 'neutral' },
      ...{ ...OTHER_RANGE, money: '5000', qty_type: '0', is_less_low_stop: 0, is_over_high_stop: 1 },
      ...{ trigger_price: '59000', trigger_price_type: '0', stop_loss: '', stop_profit: '', stop_check_type: 0 },
    },
    params: {
      ...{ spec: CONTRACT, ...OTHER_RANGE_PARAMS, side: 'neutral', investment: 500_000_000_000n, leverage: 7 },
      ...{ quantity: { type: 'equal' }, trigger: { ticks: 590_000, price: 'last' } },
      ...{ stopLossE8: null, takeProfitE8: null, stopCheck: 'close' },
      ...{ stopBelowRange: false, stopAboveRange: true, openingSlippageE8: null },
    },
  },
  {
    spec: CONTRACT,
    feeRate: 100_000n,
    payload: {
      ...{ strategy_type: 'futures_grid', instrument_type: 'futures_usdt', leverage: '1', side: 'buy', ...RANGE },
      ...{ money: '5000', stop_loss: '0', init_position_slip: '' },
    },
    params: {
      ...{ spec: CONTRACT, ...RANGE_PARAMS, side: 'long', investment: 500_000_000_000n, leverage: 1 },
      ...{ quantity: { type: 'equal' }, trigger: null, stopLossE8: null, takeProfitE8: null, stopCheck: 'close' },
      ...{ stopBelowRange: false, stopAboveRange: false, openingSlippageE8: null },
    },
  },
];

/** Of margin: 0.001 % an hour, and a forced close at 1.1 times the debt. */
const LOAN = { hourlyInterestE8: 1_000n, forcedCloseRatioE8: 110_000_000n } as const;

export const MARGIN_GRIDS: readonly WirePair<'margin_grid'>[] = [
  {
    spec: SPOT,
    feeRate: 100_000n,
    payload: {
      ...{ strategy_type: 'margin_grid', instrument_type: 'margin_grid', leverage: '4', side: 'neutral', ...RANGE },
      ...{ is_use_base: '0', money: '4321.5', qty_type: '1', qty_rate: '0.05', store_coin_flag: 0 },
      ...{ trigger_price: '58000', stop_loss: '45000', stop_profit: '75000', stop_check_type: 1 },
      ...{ is_less_low_stop: 1, is_over_high_stop: 0, init_position_slip: '0.005' },
    },
    params: {
      ...{ ...NOTHING_SET, spec: SPOT, feeRate: 100_000n, ...RANGE_PARAMS, ...LOAN, side: 'neutral', leverage: 4 },
      ...{ investIn: 'quote', investment: 432_150_000_000n, quantity: { type: 'ratio', ratioE8: 5_000_000n } },
      ...{ triggerTicks: 580_000, stopLossTicks: 450_000, takeProfitTicks: 750_000, stopCheck: 'tick' },
      ...{ stopBelowRange: true, openingSlippageE8: 500_000n, keepCoins: false },
    },
  },
  {
    spec: SPOT,
    feeRate: 200_000n,
    payload: {
      ...{ strategy_type: 'margin_grid', instrument_type: 'margin_grid', leverage: '3', side: 'sell', ...OTHER_RANGE },
      ...{ is_use_base: '1', money: '0.25', qty_type: '0', store_coin_flag: 1 },
    },
    params: {
      ...{ ...NOTHING_SET, spec: SPOT, feeRate: 200_000n, ...OTHER_RANGE_PARAMS, ...LOAN, side: 'sell', leverage: 3 },
      ...{ investIn: 'base', investment: 25_000_000n, keepCoins: true },
    },
  },
  {
    spec: SPOT,
    feeRate: 100_000n,
    payload: {
      ...{ strategy_type: 'margin_grid', instrument_type: 'margin_grid', leverage: '2', side: 'buy', ...RANGE },
      ...{ is_use_base: '0', money: '1000', qty_type: '0', store_coin_flag: 0, is_over_high_stop: 1 },
    },
    params: {
      ...{ ...NOTHING_SET, spec: SPOT, feeRate: 100_000n, ...RANGE_PARAMS, ...LOAN, side: 'buy', leverage: 2 },
      ...{ investIn: 'quote', investment: 100_000_000_000n, stopAboveRange: true, keepCoins: false },
    },
  },
];

export const INFINITE_GRIDS: readonly WirePair<'infinite_grid'>[] = [
  {
    spec: SPOT,
    feeRate: 100_000n,
    payload: {
      ...{ strategy_type: 'infinite_grid', market: 'BTC_USDT', instrument_type: 'infinite_grid' },
      ...{ low_price: '0.0125', high_price: '0.02', is_use_base: '0', money: '4321.5', store_coin_flag: 0 },
      ...{ trigger_price: '58000', stop_loss: '45000', stop_profit: '75000', stop_check_type: 1 },
    },
    params: {
      ...{ spec: SPOT, feeRate: 100_000n, fallE8: 1_250_000n, riseE8: 2_000_000n },
      ...{ investIn: 'quote', investment: 432_150_000_000n, keepCoins: false },
      ...{ triggerTicks: 580_000, stopLossTicks: 450_000, takeProfitTicks: 750_000, stopCheck: 'tick' },
    },
  },
  {
    spec: SPOT,
    feeRate: 200_000n,
    payload: {
      ...{ strategy_type: 'infinite_grid', market: 'BTC_USDT', instrument_type: 'infinite_grid' },
      ...{ low_price: '0.01', high_price: '0.5', is_use_base: '1', money: '0.25', store_coin_flag: 1 },
    },
    params: {
      ...{ spec: SPOT, feeRate: 200_000n, fallE8: 1_000_000n, riseE8: 50_000_000n },
      ...{ investIn: 'base', investment: 25_000_000n, keepCoins: true },
      ...{ triggerTicks: null, stopLossTicks: null, takeProfitTicks: null, stopCheck: 'close' },
    },
  },
];
