import type { PresetKind } from '../../../contract/vocabulary.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import { formatConditions, readConditions } from '../definition/conditions.ts';
import type { IndicatorPayload } from '../definition/payload.ts';
import { PRESETS } from '../presets.ts';

/**
 * Whether a preset's payload carries the very conditions that its arguments make: a preset is its textbook rule, and
 * the exchange refuses another under its name.
 */
export function isPresetOwn(kind: PresetKind, payload: IndicatorPayload, spec: MarketSpec): boolean {
  const given = readConditions(payload.params.compose_conditions);
  const { encode, decode } = PRESETS[kind];
  const own = readConditions(encode(decode(payload, spec), spec).params.compose_conditions);
  return given !== null && own !== null && formatConditions(given) === formatConditions(own);
}
