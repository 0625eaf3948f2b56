import { EDITOR_INDICATORS, type IndicatorId, type IndicatorScale, indicatorSpec } from '#lib/indicators/catalogue.ts';

/** Indicators of one kind, as the selects list them. */
export interface IndicatorGroup {
  readonly id: IndicatorScale | 'value';
  readonly indicators: readonly IndicatorId[];
}

const ORDER: readonly IndicatorGroup['id'][] = ['value', 'price', 'oscillator', 'volume', 'count'];

function groupOf(id: IndicatorId): IndicatorGroup['id'] {
  return id === 'number' || id === 'close' ? 'value' : indicatorSpec(id).scale;
}

/**
 * What an operand can be: the editor's catalogue (H26) in groups. A number by itself is nothing to watch, and a TD count
 * is compared with 9 only, so the one is offered on the right and the other on the left. An operand that came from
 * elsewhere (a preset's own indicator) stays in its list.
 */
export function indicatorGroups(place: 'left' | 'right', present: IndicatorId): readonly IndicatorGroup[] {
  const every: readonly IndicatorId[] = EDITOR_INDICATORS;
  const offered = every.filter((id) => (place === 'left' ? id !== 'number' : groupOf(id) !== 'count'));
  const all = offered.includes(present) ? offered : [...offered, present];
  return ORDER.map((id) => ({ id, indicators: all.filter((one) => groupOf(one) === id) })).filter(
    ({ indicators }) => indicators.length > 0,
  );
}
