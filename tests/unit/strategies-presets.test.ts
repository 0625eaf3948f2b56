import { describe, expect, it } from 'vitest';
import { PRESET_KINDS, type PresetKind } from '#lib/contract/vocabulary.ts';
import type { Bar } from '#lib/indicators/bar.ts';
import type { Condition, IndicatorConditions } from '#lib/indicators/condition.ts';
import { checkConditions } from '#lib/indicators/condition-rules.ts';
import { SideEvaluator } from '#lib/indicators/side-evaluator.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { parseConditions, readConditions } from '#lib/kinds/indicator/definition/conditions.ts';
import { isPresetOwn } from '#lib/kinds/indicator/presets/own-conditions.ts';
import { PRESETS } from '#lib/kinds/indicator/presets.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

const spot = testSpec();
const contract = testContract();

function formOf(kind: PresetKind, changes: FormValues = {}, spec = spot): FormValues {
  return { ...PRESETS[kind].defaults(spec), money: '1000', ...changes };
}

function conditionsOf(kind: PresetKind, changes: FormValues = {}, spec = spot): IndicatorConditions {
  const payload = PRESETS[kind].encode(formOf(kind, changes, spec), spec);
  const read = readConditions(payload.params.compose_conditions);
  if (read === null) throw new Error('no conditions');
  return read;
}

function say({ operations, indicatorName, indicatorArgs, comparatorName, ...other }: Condition): string {
  const left = [indicatorName, ...indicatorArgs].join(' ');
  const right = [other.compareIndicatorName, ...other.compareIndicatorArgs].join(' ');
  return `${operations} ${left} ${comparatorName} ${right}`;
}

function rulesOf(kind: PresetKind, changes: FormValues = {}, spec = spot): readonly (readonly string[])[] {
  const { open, close } = conditionsOf(kind, changes, spec);
  return [open.conditions.map(say), close.conditions.map(say)];
}

/** Waves of three lengths with kinks, so that every kind of rule finds something in 1,500 hours. */
function hours(count: number): readonly Bar[] {
  const bars: Bar[] = [];
  let before = 100;
  for (let i = 0; i < count; i += 1) {
    const jump = i % 97 === 0 ? 9 : i % 131 === 0 ? -9 : 0;
    const close = 100 + 14 * Math.sin(i / 47) + 6 * Math.sin(i / 11) + 2 * Math.sin(i / 3) + jump;
    const high = Math.max(before, close) + 0.4;
    const low = Math.min(before, close) - 0.4;
    bars.push({ openMs: i * 3_600_000, open: before, high, low, close, volume: 1 });
    before = close;
  }
  return bars;
}

/** How often a side begins to hold. */
function firings(conditions: readonly Condition[], bars: readonly Bar[]): number {
  const side = new SideEvaluator(conditions);
  let count = 0;
  let held = false;
  for (const bar of bars) {
    const holds = side.update(bar);
    if (holds && !held) count += 1;
    held = holds;
  }
  return count;
}

describe('the single-indicator bots', () => {
  it('are ten, on spot and on contracts, all in the expert class (C-015, H8, M-002)', () => {
    expect(Object.keys(PRESETS).sort()).toEqual([...PRESET_KINDS].sort());
    for (const kind of PRESET_KINDS) {
      expect(KIND_FACTS[kind]).toMatchObject({ pickerClass: 'expert', page: 'both' });
      expect(STRATEGIES[kind]).toBe(PRESETS[kind]);
      expect(PRESETS[kind].calls.account).toBe('by-market');
    }
  });

  it('start at what the documents say: MACD 12/26, double MA 5/60, Bollinger 5/20 (C-424, M-378, M-379, M-380, X24)', () => {
    expect(PRESETS.macd.defaults()).toMatchObject({ arg_fast: '12', arg_slow: '26', arg_signal: '9' });
    expect(PRESETS['double-ma'].defaults()).toMatchObject({ arg_short: '5', arg_long: '60' });
    expect(PRESETS.boll.defaults()).toMatchObject({ arg_average: '5', arg_period: '20', arg_deviations: '2' });
  });

  const LONG: Readonly<Record<PresetKind, readonly [readonly string[], readonly string[]]>> = {
    macd: [['and macd 12 26 cross-up macd-signal 12 26 9'], ['and macd 12 26 cross-down macd-signal 12 26 9']],
    'macd-rsi': [
      ['and macd 12 26 cross-up macd-signal 12 26 9', 'and rsi 14 lt number 70'],
      ['and macd 12 26 cross-down macd-signal 12 26 9', 'or rsi 14 gt number 70'],
    ],
    'double-ma': [['and ma 5 cross-up ma 60'], ['and ma 5 cross-down ma 60']],
    'double-ma-rsi': [
      ['and ma 5 cross-up ma 60', 'and rsi 14 lt number 70'],
      ['and ma 5 cross-down ma 60', 'or rsi 14 gt number 70'],
    ],
    boll: [['and close cross-up boll-lower 20 2'], ['and ma 5 gte boll-mid 20 2']],
    'adx-cloud': [['and plus-di 14 gt minus-di 14', 'and adx 14 gt number 25'], ['and plus-di 14 lt minus-di 14']],
    'percent-channel': [['and close cross-up percent-channel-upper 20 2.5'], ['and close cross-down ma 20']],
    'atr-breakout': [['and close gt atr-range-upper 14 1.5'], ['and close lt atr-range-lower 14 1.5']],
    gravity: [['and gravity 10 cross-up gravity-signal 10'], ['and gravity 10 cross-down gravity-signal 10']],
    keltner: [['and close cross-up keltner-upper 20 2 10'], ['and close cross-down keltner-mid 20 2 10']],
  };
  /** A word and the one that a short has in its place. */
  const MIRROR: readonly (readonly [string, string])[] = [
    ['cross-up', 'cross-down'],
    ['upper', 'lower'],
    [' gte ', ' lte '],
    [' gt ', ' lt '],
    ['number 70', 'number 30'],
  ];
  const mirrored = (text: string): string => {
    // ADX says how strong a trend is, not which way it goes.
    if (text.includes('adx')) return text;
    return MIRROR.reduce((said, [a, b]) => said.replace(new RegExp(`${a}|${b}`), (word) => (word === a ? b : a)), text);
  };

  it.each(PRESET_KINDS)('%s is its textbook rule, and the mirror of it for a short', (kind) => {
    const [open, close] = LONG[kind];
    expect(rulesOf(kind)).toEqual([open, close]);
    expect(rulesOf(kind, { side: 'buy' }, contract)).toEqual([open, close]);
    expect(rulesOf(kind, { side: 'sell' }, contract)).toEqual([open.map(mirrored), close.map(mirrored)]);
  });

  it.each(PRESET_KINDS)('%s makes conditions that the rules accept, and that come true in a lively market', (kind) => {
    const bars = hours(1_500);
    for (const side of ['buy', 'sell']) {
      const conditions = conditionsOf(kind, { side }, contract);
      expect(checkConditions(conditions)).toEqual([]);
      expect(firings(conditions.open.conditions, bars)).toBeGreaterThan(3);
      expect(firings(conditions.close.conditions, bars)).toBeGreaterThan(3);
    }
  });

  it('carry their arguments beside the conditions, and are read back from them alone', () => {
    const values = formOf('macd', { arg_fast: '7', kline_period: '4h', open_ratio: '0.5' });
    const payload = PRESETS.macd.encode(values, spot);
    expect(payload.params).toMatchObject({ period: '4h', preset_args: { fast: '7', slow: '26', signal: '9' } });
    expect(payload.params.compose_conditions.open.ratio).toBe('0.5');
    expect(PRESETS.macd.decode(payload, spot)).toEqual(values);
    expect(typedParams(PRESETS.macd, values, spot, 0n).conditions).toEqual(conditionsOf('macd', values));
  });

  it('are refused with conditions that are not theirs', () => {
    const payload = PRESETS.keltner.encode(formOf('keltner', { side: 'sell' }, contract), contract);
    expect(isPresetOwn('keltner', payload, contract)).toBe(true);
    const other = parseConditions(STRATEGIES['custom-strategy'].defaults().conditions ?? '');
    const foreign = { ...payload, params: { ...payload.params, compose_conditions: other as never } };
    expect(isPresetOwn('keltner', foreign, contract)).toBe(false);
    const argument = {
      ...payload,
      params: { ...payload.params, preset_args: { period: '21', multiplier: '2', range: '10' } },
    };
    expect(isPresetOwn('keltner', argument, contract)).toBe(false);
    expect(isPresetOwn('keltner', { ...payload, params: { ...payload.params, preset_args: {} } }, contract)).toBe(
      false,
    );
  });

  it('have arguments within the catalogue’s bounds, the short one below the long one (E-171, E-172, E-175)', () => {
    const codes = (kind: PresetKind, values: FormValues, phase: 'submit' | 'typing' = 'submit') =>
      PRESETS[kind].check(formOf(kind, values), checkContext({ phase })).map(({ field, code }) => `${field} ${code}`);
    expect(codes('boll', { arg_period: '101' })).toEqual(['arg_period condition.range']);
    expect(codes('boll', { arg_deviations: '5.01' })).toEqual(['arg_deviations condition.range']);
    expect(codes('boll', { arg_deviations: '2.123' })).toEqual(['arg_deviations condition.decimals']);
    expect(codes('double-ma', { arg_short: '60' })).toEqual(['arg_short preset.order']);
    expect(codes('double-ma', { arg_short: '59' })).toEqual([]);
    expect(codes('gravity', { arg_period: '' })).toEqual(['arg_period condition.empty']);
    expect(codes('gravity', { arg_period: '' }, 'typing')).toEqual([]);
    expect(codes('adx-cloud', { arg_threshold: 'x' })).toEqual(['arg_threshold condition.number']);
  });

  it('show their arguments among the parameters', () => {
    const params = gridParams({ preset_args: { period: '10' } });
    expect(PRESETS.gravity.parameterRows(params, spot)).toContainEqual({
      label: 'args.period.label',
      value: '10',
      unit: '',
    });
    expect(PRESETS.gravity.parameterRows(gridParams(), spot)[0]?.value).toBe('--');
  });
});
