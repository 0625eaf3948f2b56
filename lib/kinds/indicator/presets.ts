import type { PresetKind } from '../../contract/vocabulary.ts';
import type { StrategyDefinition } from '../../strategies/definition.ts';
import { indicatorDefinition } from './definition/definition-of.ts';
import type { IndicatorPayload } from './definition/payload.ts';
import type { IndicatorParams } from './params.ts';
import { BOLL_PRESET } from './presets/boll.ts';
import { ATR_BREAKOUT_PRESET, KELTNER_PRESET, PERCENT_CHANNEL_PRESET } from './presets/channels.ts';
import { DOUBLE_MA_PRESET, DOUBLE_MA_RSI_PRESET } from './presets/double-ma.ts';
import { MACD_PRESET, MACD_RSI_PRESET } from './presets/macd.ts';
import type { Preset } from './presets/preset.ts';
import { presetSearch } from './presets/search.ts';
import { presetSource } from './presets/source.ts';
import { ADX_CLOUD_PRESET, GRAVITY_PRESET } from './presets/trend.ts';

type PresetDefinition = StrategyDefinition<IndicatorPayload, IndicatorParams>;

function presetDefinition(preset: Preset): PresetDefinition {
  return indicatorDefinition({ kind: preset.kind, source: presetSource(preset) }, presetSearch(preset));
}

/** The ten single-indicator bots (C-015, H8): presets over the indicator engine, on spot or on contracts. */
export const PRESETS: Readonly<Record<PresetKind, PresetDefinition>> = {
  macd: presetDefinition(MACD_PRESET),
  'macd-rsi': presetDefinition(MACD_RSI_PRESET),
  'double-ma': presetDefinition(DOUBLE_MA_PRESET),
  'double-ma-rsi': presetDefinition(DOUBLE_MA_RSI_PRESET),
  boll: presetDefinition(BOLL_PRESET),
  'adx-cloud': presetDefinition(ADX_CLOUD_PRESET),
  'percent-channel': presetDefinition(PERCENT_CHANNEL_PRESET),
  'atr-breakout': presetDefinition(ATR_BREAKOUT_PRESET),
  gravity: presetDefinition(GRAVITY_PRESET),
  keltner: presetDefinition(KELTNER_PRESET),
};
