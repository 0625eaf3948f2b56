import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { arbitrageSpec, portfolioSpec, testContract, testSpec } from '#tests/support/market-specs.ts';
import type { WirePair } from '#tests/support/wire-pair.ts';
import { INDICATOR_PAIRS } from './strategies-wire-pairs-indicator.ts';

const SPOT = testSpec();
const CONTRACT = testContract();
const COINS = portfolioSpec();
const ETHER = COINS.companions?.ETH_USDT as MarketSpec;
const LEGS = arbitrageSpec();

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

const SPOT_GRIDS: readonly WirePair<'spot_grid'>[] = [
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

const FUTURES_GRIDS: readonly WirePair<'futures_grid'>[] = [
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

const MARGIN_GRIDS: readonly WirePair<'margin_grid'>[] = [
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

const INFINITE_GRIDS: readonly WirePair<'infinite_grid'>[] = [
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

const SPOT_MONEY = {
  exchange: 'gate',
  pair: 'BTC_USDT',
  settle: 'usdt',
  begin_money_currency: 'USDT',
  is_ai: 0,
} as const;

const MARTINGALES: readonly WirePair<'martingale'>[] = [
  {
    spec: SPOT,
    feeRate: 100_000n,
    payload: {
      strategy_type: 'martingale',
      bot_type: 'martingale',
      params: {
        ...{ ...SPOT_MONEY, begin_money_amount: '4321.5', transaction_type: 'hoarding', trigger_price: '58000' },
        ...{ take_profit_per_cycle: '0.015', stop_loss_per_cycle: '0.3', max_order_amount: '5' },
        ...{ price_steps: '0.01', price_step_type: 'rate', amount_multiplier: '1.25' },
        ...{ enable_free_params: 0, price_step_details: [] },
      },
    },
    params: {
      ...{ spec: SPOT, feeRate: 100_000n, side: 'buy', transactionType: 'hoarding', triggerTicks: 580_000 },
      ...{ stepType: 'rate', priceStep: 1_000_000n, multiplierE8: 125_000_000n, maxAddOrders: 5, freeRows: null },
      ...{ takeProfitE8: 1_500_000n, stopLossE8: 30_000_000n, investment: 432_150_000_000n },
      ...{ leverage: 1, firstSize: null },
    },
  },
  {
    spec: SPOT,
    feeRate: 200_000n,
    payload: {
      strategy_type: 'martingale',
      params: {
        ...{ ...SPOT_MONEY, begin_money_amount: '2000', transaction_type: 'low-risk-arbitrage', trigger_price: '' },
        ...{ take_profit_per_cycle: '0.02', stop_loss_per_cycle: '', max_order_amount: '4' },
        ...{ price_steps: '250', price_step_type: 'diff', amount_multiplier: '1' },
        ...{ enable_free_params: 0, price_step_details: [] },
      },
    },
    params: {
      ...{ spec: SPOT, feeRate: 200_000n, side: 'buy', transactionType: 'low-risk-arbitrage', triggerTicks: null },
      ...{ stepType: 'diff', priceStep: 25_000_000_000n, multiplierE8: 100_000_000n, maxAddOrders: 4, freeRows: null },
      ...{ takeProfitE8: 2_000_000n, stopLossE8: null, investment: 200_000_000_000n },
      ...{ leverage: 1, firstSize: null },
    },
  },
  {
    spec: SPOT,
    feeRate: 100_000n,
    payload: {
      strategy_type: 'martingale',
      params: {
        ...{ ...SPOT_MONEY, begin_money_amount: '2000', transaction_type: 'high-risk-arbitrage' },
        ...{ take_profit_per_cycle: '0.01', max_order_amount: '2', price_steps: '', amount_multiplier: '1' },
        enable_free_params: 1,
        price_step_details: [
          { price_steps: '0', increasing_share: '1' },
          { price_steps: '0.015', increasing_share: '2' },
          { price_steps: '0.02', increasing_share: '4.5' },
        ],
      },
    },
    params: {
      ...{ spec: SPOT, feeRate: 100_000n, side: 'buy', transactionType: 'high-risk-arbitrage', triggerTicks: null },
      ...{ stepType: 'rate', priceStep: 0n, multiplierE8: 100_000_000n, maxAddOrders: 2 },
      freeRows: [
        { step: 0n, shareE8: 100_000_000n },
        { step: 1_500_000n, shareE8: 200_000_000n },
        { step: 2_000_000n, shareE8: 450_000_000n },
      ],
      ...{ takeProfitE8: 1_000_000n, stopLossE8: null, investment: 200_000_000_000n },
      ...{ leverage: 1, firstSize: null },
    },
  },
];

const CONTRACT_MARTINGALES: readonly WirePair<'contract-martingale'>[] = [
  {
    spec: CONTRACT,
    feeRate: 100_000n,
    payload: {
      strategy_type: 'contract-martingale',
      params: {
        ...{ ...SPOT_MONEY, begin_money_amount: '4321.5', transaction_type: 'high-risk-arbitrage' },
        ...{ leverage: '5', side: 'sell', size: '3', trigger_price: '61000' },
        ...{ take_profit_per_cycle: '0.015', stop_loss_per_cycle: '0.15', max_order_amount: '5' },
        ...{ price_steps: '0.01', amount_multiplier: '1.25', enable_free_params: 0, price_step_details: [] },
      },
    },
    params: {
      ...{ spec: CONTRACT, feeRate: 100_000n, side: 'sell', leverage: 5, firstSize: 3n, triggerTicks: 610_000 },
      ...{ transactionType: 'high-risk-arbitrage', stepType: 'rate', priceStep: 1_000_000n, freeRows: null },
      ...{ multiplierE8: 125_000_000n, maxAddOrders: 5, takeProfitE8: 1_500_000n, stopLossE8: 15_000_000n },
      investment: 432_150_000_000n,
    },
  },
  {
    spec: CONTRACT,
    feeRate: 200_000n,
    payload: {
      strategy_type: 'contract-martingale',
      params: {
        ...{ ...SPOT_MONEY, begin_money_amount: '2000', transaction_type: 'hoarding' },
        ...{ leverage: '3', side: 'buy', size: '', take_profit_per_cycle: '0.02', max_order_amount: '1' },
        ...{ price_steps: '', amount_multiplier: '1', enable_free_params: 1 },
        price_step_details: [
          { price_steps: '0', increasing_share: '1' },
          { price_steps: '0.015', increasing_share: '2' },
        ],
      },
    },
    params: {
      ...{ spec: CONTRACT, feeRate: 200_000n, side: 'buy', leverage: 3, firstSize: null, triggerTicks: null },
      ...{ transactionType: 'hoarding', stepType: 'rate', priceStep: 0n, maxAddOrders: 1 },
      freeRows: [
        { step: 0n, shareE8: 100_000_000n },
        { step: 1_500_000n, shareE8: 200_000_000n },
      ],
      ...{ multiplierE8: 100_000_000n, takeProfitE8: 2_000_000n, stopLossE8: null, investment: 200_000_000_000n },
    },
  },
];

const SMART_POSITIONS: readonly WirePair<'smart-position'>[] = [
  {
    spec: COINS,
    feeRate: 100_000n,
    payload: {
      strategy_type: 'smart-position',
      params: {
        ...{ begin_money_currency: 'USDT', begin_money_amount: '4321.5', is_use_base: '0', period: '3h' },
        asset_info: [
          { asset: 'BTC', rate: '0.4' },
          { asset: 'ETH', rate: '0.6' },
        ],
        ...{ threshold: '', stop_loss: '0.2', stop_profit: '0.5', close_flag: 1 },
      },
    },
    params: {
      ...{ spec: COINS, investment: 432_150_000_000n, rebalance: { type: 'time', intervalMs: 10_800_000 } },
      coins: [
        { spec: COINS, feeRate: 100_000n, targetE8: 40_000_000n, brought: 0n },
        { spec: ETHER, feeRate: 100_000n, targetE8: 60_000_000n, brought: 0n },
      ],
      ...{ stopLossE8: 20_000_000n, stopProfitE8: 50_000_000n, sellsAtEnd: true },
    },
  },
  {
    spec: COINS,
    feeRate: 200_000n,
    payload: {
      strategy_type: 'smart-position',
      params: {
        ...{ begin_money_currency: 'USDT', begin_money_amount: '32000', is_use_base: '1', period: '' },
        asset_info: [
          { asset: 'ETH', rate: '0.3', amount: '4' },
          { asset: 'BTC', rate: '0.7', amount: '0.25' },
        ],
        ...{ threshold: '0.05', stop_loss: '0', stop_profit: '', close_flag: 0 },
      },
    },
    params: {
      ...{ spec: ETHER, investment: 0n, rebalance: { type: 'ratio', thresholdE8: 5_000_000n } },
      coins: [
        { spec: ETHER, feeRate: 200_000n, targetE8: 30_000_000n, brought: 400_000_000n },
        { spec: COINS, feeRate: 200_000n, targetE8: 70_000_000n, brought: 25_000_000n },
      ],
      ...{ stopLossE8: null, stopProfitE8: null, sellsAtEnd: false },
    },
  },
];

const RECURRING_BUYS: readonly WirePair<'recurring-buy'>[] = [
  {
    spec: COINS,
    feeRate: 100_000n,
    payload: {
      strategy_type: 'recurring-buy',
      params: {
        ...{ begin_money_currency: 'USDT', begin_money_amount: '4321.5', each_amount: '50.5', period: '1mo' },
        asset_info: [
          { asset: 'BTC', rate: '0.4' },
          { asset: 'ETH', rate: '0.6' },
        ],
        ...{ first_time: 1_769_850_000, stop_profit: '0.5' },
      },
    },
    params: {
      ...{ spec: COINS, investment: 432_150_000_000n, eachPurchase: 5_050_000_000n, every: '1mo' },
      coins: [
        { spec: COINS, feeRate: 100_000n, targetE8: 40_000_000n, brought: 0n },
        { spec: ETHER, feeRate: 100_000n, targetE8: 60_000_000n, brought: 0n },
      ],
      ...{ firstAtMs: 1_769_850_000_000, takeProfitE8: 50_000_000n },
    },
  },
  {
    spec: COINS,
    feeRate: 200_000n,
    payload: {
      strategy_type: 'recurring-buy',
      params: {
        ...{ begin_money_currency: 'USDT', begin_money_amount: '300', each_amount: '20', period: '2w' },
        ...{ asset_info: [{ asset: 'ETH', rate: '1' }], first_time: 0, stop_profit: '' },
      },
    },
    params: {
      ...{ spec: ETHER, investment: 30_000_000_000n, eachPurchase: 2_000_000_000n, every: '2w' },
      coins: [{ spec: ETHER, feeRate: 200_000n, targetE8: 100_000_000n, brought: 0n }],
      ...{ firstAtMs: null, takeProfitE8: null },
    },
  },
];

const LEG_MONEY = { pair: 'BTC_USDT', settle: 'usdt', begin_money_currency: 'USDT' } as const;

const ARBITRAGES: readonly WirePair<'spot-future-arbitrage'>[] = [
  {
    spec: LEGS,
    feeRate: 100_000n,
    payload: {
      strategy_type: 'spot-future-arbitrage',
      // Twelve decimals, of which eight are kept: the smaller spread is the stricter one.
      params: { ...LEG_MONEY, begin_money_amount: '4321.5', leverage: '3', spread_rate: '0.001234567899' },
    },
    params: {
      ...{ spec: LEGS, contract: CONTRACT, feeRate: 100_000n },
      ...{ investment: 432_150_000_000n, leverage: 3, spreadE8: 123_456n },
    },
  },
  {
    spec: LEGS,
    feeRate: 200_000n,
    payload: {
      strategy_type: 'spot-future-arbitrage',
      params: { ...LEG_MONEY, begin_money_amount: '2000', leverage: '1', spread_rate: '' },
    },
    params: {
      ...{ spec: LEGS, contract: CONTRACT, feeRate: 200_000n },
      ...{ investment: 200_000_000_000n, leverage: 1, spreadE8: 100_000_000n },
    },
  },
];

/** Every kind. One without a pair does not compile. */
export const WIRE_PAIRS: { readonly [K in RunnableKind]: readonly WirePair<K>[] } = {
  spot_grid: SPOT_GRIDS,
  futures_grid: FUTURES_GRIDS,
  margin_grid: MARGIN_GRIDS,
  infinite_grid: INFINITE_GRIDS,
  martingale: MARTINGALES,
  'contract-martingale': CONTRACT_MARTINGALES,
  'smart-position': SMART_POSITIONS,
  'recurring-buy': RECURRING_BUYS,
  'spot-future-arbitrage': ARBITRAGES,
  ...INDICATOR_PAIRS,
};
