import { INDICATORS } from '../../../indicators/catalogue.ts';
import { type Preset, rule } from './preset.ts';

/**
 * Moving average envelope as a trend follower: in when the close breaks out of the channel with the trade, out when it
 * falls back through the average in its middle (StockCharts ChartSchool, "Moving Average Envelopes").
 */
export const PERCENT_CHANNEL_PRESET: Preset = {
  kind: 'percent-channel',
  args: INDICATORS['percent-channel-upper'].args,
  rules: ({ period, percent }, { ahead, turnsFor, turnsAgainst }) => ({
    open: [rule(['close'], turnsFor, [`percent-channel-${ahead}`, period, percent])],
    close: [rule(['close'], turnsAgainst, ['ma', period])],
  }),
};

/**
 * Volatility breakout: in when a close is more than so many average true ranges from the one before, out when one is
 * as far the other way (Perry Kaufman, Trading Systems and Methods, after Wilder's volatility system of 1978).
 */
export const ATR_BREAKOUT_PRESET: Preset = {
  kind: 'atr-breakout',
  args: INDICATORS['atr-range-upper'].args,
  rules: ({ period, multiplier }, { ahead, behind, isFor, isAgainst }) => ({
    open: [rule(['close'], isFor, [`atr-range-${ahead}`, period, multiplier])],
    close: [rule(['close'], isAgainst, [`atr-range-${behind}`, period, multiplier])],
  }),
};

/**
 * In when the close breaks out of the channel with the trade, out when it falls back through the middle (Linda
 * Raschke's form of Chester Keltner's channel, How to Make Money in Commodities, 1960).
 */
export const KELTNER_PRESET: Preset = {
  kind: 'keltner',
  args: INDICATORS['keltner-upper'].args,
  rules: ({ period, multiplier, range }, { ahead, turnsFor, turnsAgainst }) => ({
    open: [rule(['close'], turnsFor, [`keltner-${ahead}`, period, multiplier, range])],
    close: [rule(['close'], turnsAgainst, ['keltner-mid', period, multiplier, range])],
  }),
};
