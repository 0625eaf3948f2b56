import { DOCUMENTED_DEFAULTS, INDICATORS } from '../../../indicators/catalogue.ts';
import { exhausted, named, notExhausted, type Operand, type Preset, RSI_ARGS, rule } from './preset.ts';

const [SHORT_BARS, LONG_BARS] = DOCUMENTED_DEFAULTS['double-ma'];
const [PERIOD] = INDICATORS.ma.args;
const MA_ARGS = [named(PERIOD, 'short', SHORT_BARS), named(PERIOD, 'long', LONG_BARS)];

function averages({ short, long }: Readonly<Record<string, string>>): { quick: Operand; slow: Operand } {
  return { quick: ['ma', short], slow: ['ma', long] };
}

/**
 * The double crossover method: in when the short average crosses the long one with the trade, out when it crosses back
 * (John Murphy, Technical Analysis of the Financial Markets, 1999, chapter 9). 5/60 (C-424, M-379).
 */
export const DOUBLE_MA_PRESET: Preset = {
  kind: 'double-ma',
  args: MA_ARGS,
  ordered: ['short', 'long'],
  rules: (args, { turnsFor, turnsAgainst }) => {
    const { quick, slow } = averages(args);
    return { open: [rule(quick, turnsFor, slow)], close: [rule(quick, turnsAgainst, slow)] };
  },
};

/** The same, but not into an exhausted move by RSI, and out when the move is exhausted (Wilder 1978). */
export const DOUBLE_MA_RSI_PRESET: Preset = {
  kind: 'double-ma-rsi',
  args: [...MA_ARGS, ...RSI_ARGS],
  ordered: ['short', 'long'],
  rules: (args, direction) => {
    const { quick, slow } = averages(args);
    return {
      open: [rule(quick, direction.turnsFor, slow), notExhausted(args, direction)],
      close: [rule(quick, direction.turnsAgainst, slow), exhausted(args, direction)],
    };
  },
};
