import { INDICATORS } from '../../../indicators/catalogue.ts';
import { type Preset, rule } from './preset.ts';

/**
 * The cloud is what lies between +DI and −DI: in while the trade's own side is on top and ADX says that there is a
 * trend (25), out when the other side is on top (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978).
 */
export const ADX_CLOUD_PRESET: Preset = {
  kind: 'adx-cloud',
  args: [...INDICATORS.adx.args, { key: 'threshold', min: 1, max: 100, decimals: 2, default: 25 }],
  rules: ({ period, threshold }, { isFor, isAgainst }) => ({
    open: [rule(['plus-di', period], isFor, ['minus-di', period]), rule(['adx', period], 'gt', ['number', threshold])],
    close: [rule(['plus-di', period], isAgainst, ['minus-di', period])],
  }),
};

/** In and out as the oscillator crosses its signal, itself one bar before (John Ehlers, "The CG Oscillator", Stocks & Commodities, May 2002). */
export const GRAVITY_PRESET: Preset = {
  kind: 'gravity',
  args: INDICATORS.gravity.args,
  rules: ({ period }, { turnsFor, turnsAgainst }) => ({
    open: [rule(['gravity', period], turnsFor, ['gravity-signal', period])],
    close: [rule(['gravity', period], turnsAgainst, ['gravity-signal', period])],
  }),
};
