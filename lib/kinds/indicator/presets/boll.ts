import { DOCUMENTED_DEFAULTS, INDICATORS } from '../../../indicators/catalogue.ts';
import { named, type Preset, rule } from './preset.ts';

const [AVERAGE, PERIOD] = DOCUMENTED_DEFAULTS.boll;
const [BARS] = INDICATORS.ma.args;
const [BAND_BARS, DEVIATIONS] = INDICATORS['boll-mid'].args;

/**
 * Return to the middle (John Bollinger, Bollinger on Bollinger Bands, 2001): in when a close that was beyond the band
 * behind the trade comes back into the bands; out when the average of the last closes has reached the middle band.
 *
 * The documents' default is "5/20" (C-424, M-380, X24). It is read as an average of 5 closes and bands over 20 bars, of
 * the usual 2 deviations: 5 cannot be the deviations, because of 20 closes none is ever further from their mean than
 * √19 ≈ 4.4 of them, so that such a bot would never trade.
 */
export const BOLL_PRESET: Preset = {
  kind: 'boll',
  args: [named(BARS, 'average', AVERAGE), named(BAND_BARS, 'period', PERIOD), DEVIATIONS],
  rules: ({ average, period, deviations }, { behind, isShort, turnsFor }) => ({
    open: [rule(['close'], turnsFor, [`boll-${behind}`, period, deviations])],
    close: [rule(['ma', average], isShort ? 'lte' : 'gte', ['boll-mid', period, deviations])],
  }),
};
