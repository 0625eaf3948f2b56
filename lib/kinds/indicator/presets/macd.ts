import { INDICATORS } from '../../../indicators/catalogue.ts';
import { exhausted, notExhausted, type Operand, type Preset, RSI_ARGS, rule } from './preset.ts';

const MACD_ARGS = INDICATORS['macd-signal'].args;

function lines({ fast, slow, signal }: Readonly<Record<string, string>>): { macd: Operand; line: Operand } {
  return { macd: ['macd', fast, slow], line: ['macd-signal', fast, slow, signal] };
}

/**
 * In when MACD crosses its signal line with the trade, out when it crosses back (Gerald Appel, Technical Analysis:
 * Power Tools for Active Investors, 2005). 12/26 (C-424, M-378) with a signal of 9.
 */
export const MACD_PRESET: Preset = {
  kind: 'macd',
  args: MACD_ARGS,
  ordered: ['fast', 'slow'],
  rules: (args, { turnsFor, turnsAgainst }) => {
    const { macd, line } = lines(args);
    return { open: [rule(macd, turnsFor, line)], close: [rule(macd, turnsAgainst, line)] };
  },
};

/** The same, but not into an exhausted move by RSI, and out when the move is exhausted (Wilder 1978). */
export const MACD_RSI_PRESET: Preset = {
  kind: 'macd-rsi',
  args: [...MACD_ARGS, ...RSI_ARGS],
  ordered: ['fast', 'slow'],
  rules: (args, direction) => {
    const { macd, line } = lines(args);
    return {
      open: [rule(macd, direction.turnsFor, line), notExhausted(args, direction)],
      close: [rule(macd, direction.turnsAgainst, line), exhausted(args, direction)],
    };
  },
};
