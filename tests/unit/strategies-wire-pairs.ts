import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { arbitrageSpec, portfolioSpec, testContract, testSpec } from '#tests/support/market-specs.ts';
import type { WirePair } from '#tests/support/wire-pair.ts';
import { FUTURES_GRIDS, INFINITE_GRIDS, MARGIN_GRIDS, SPOT_GRIDS } from './strategies-wire-pairs-grid.ts';
import { INDICATOR_PAIRS } from './strategies-wire-pairs-indicator.ts';

const SPOT = testSpec();
const CONTRACT = testContract();
const COINS = portfolioSpec();
const ETHER = COINS.companions?.ETH_USDT as MarketSpec;
const LEGS = arbitrageSpec();

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
