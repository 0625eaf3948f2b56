import { type Fault, of } from './fault.ts';

/** Faults on the way from what a create call says to what its engine is given. */
const GIVEN = ['tests/unit/strategies-wire-params.test.ts'];
const home = (kind: string) => of(`lib/kinds/${kind}/definition/params-of.ts`, GIVEN);
const spotGrid = home('spot-grid');
const futuresGrid = home('futures-grid');
const infiniteGrid = home('infinite-grid');
const arbitrage = home('arbitrage');
const smartPosition = home('smart-position');
const martingale = home('martingale');
const indicator = home('indicator');

export const PARAMS_FAULTS: readonly Fault[] = [
  futuresGrid(
    'stopBelowRange: payload.is_less_low_stop === 1,\n    stopAboveRange: payload.is_over_high_stop === 1,',
    'stopBelowRange: payload.is_over_high_stop === 1,\n    stopAboveRange: payload.is_less_low_stop === 1,',
  ),
  futuresGrid("=== 1 ? 'tick' : 'close'", "=== 1 ? 'close' : 'tick'"),
  infiniteGrid("=== 1 ? 'tick' : 'close'", "=== 1 ? 'close' : 'tick'"),
  infiniteGrid('keepCoins: payload.store_coin_flag === 1', 'keepCoins: payload.store_coin_flag !== 1'),
  smartPosition('sellsAtEnd: params.close_flag === 1', 'sellsAtEnd: params.close_flag !== 1'),
  futuresGrid(
    "payload.trigger_price_type === '1' ? 'mark' : 'last'",
    "payload.trigger_price_type === '1' ? 'last' : 'mark'",
  ),
  futuresGrid('openingSlippageE8: wireRateE8(payload.init_position_slip),', 'openingSlippageE8: null,'),
  arbitrage('decimals.slice(0, 8)', 'decimals.slice(0, 7)'),
  martingale(
    'stopLossE8: setRateE8(params.stop_loss_per_cycle),',
    'stopLossE8: setRateE8(params.take_profit_per_cycle),',
  ),
  indicator(
    'keepE8: wireRateE8(params.protect_profit_rate) ?? 0n, partE8: partE8(params)',
    'keepE8: wireRateE8(params.protect_profit_rate) ?? 0n, partE8: UNITS_PER_COIN',
  ),
  spotGrid(
    'takeProfitTicks: optionalTicks(payload.stop_profit, spec)',
    'takeProfitTicks: optionalTicks(payload.stop_loss, spec)',
  ),
];
