import { describe, expect, it } from 'vitest';
import { COMPARATORS, type Comparator, compare } from '#lib/indicators/comparators.ts';
import {
  CONDITION_SIDES,
  type Condition,
  type ConditionSide,
  canRemoveCondition,
  coerceTdNine,
  DEFAULT_CONDITION,
  defaultSide,
  defaultWireArgs,
  type IndicatorConditions,
  MOST_CONDITIONS,
  POSITION_RATIOS,
} from '#lib/indicators/condition.ts';
import { checkConditions, checkSide } from '#lib/indicators/condition-rules.ts';
import { KLINE_PERIODS } from '#lib/indicators/kline-periods.ts';

const CONDITIONS: IndicatorConditions = { open: defaultSide('open'), close: defaultSide('close') };
const times = (count: number): Condition[] => Array.from({ length: count }, () => DEFAULT_CONDITION);
const open = (change: Partial<ConditionSide>): ConditionSide => ({ ...defaultSide('open'), ...change });
const condition = (change: Partial<Condition>): Condition => ({ ...DEFAULT_CONDITION, ...change });
const codes = (issues: readonly { readonly code: string }[]): string[] => issues.map((issue) => issue.code);

describe('The conditions of a strategy', () => {
  it('are those of open and close, and of increase and reduce when they are wanted (C-165, E-120, E-121)', () => {
    expect(CONDITION_SIDES).toEqual(['open', 'close', 'increase', 'reduce']);
    expect(checkConditions(CONDITIONS)).toEqual([]);
    expect(
      checkConditions({ ...CONDITIONS, increase: defaultSide('increase'), reduce: defaultSide('reduce') }),
    ).toEqual([]);
    expect(Object.keys(DEFAULT_CONDITION)).toEqual([
      'operations',
      'indicatorName',
      'indicatorArgs',
      'comparatorName',
      'compareIndicatorName',
      'compareIndicatorArgs',
    ]);
    expect(Object.keys(defaultSide('open')).toSorted()).toEqual(['conditions', 'period', 'ratio', 'side']);
  });

  it('are 15 a side at most (E-164, E-341)', () => {
    expect(MOST_CONDITIONS).toBe(15);
    for (const side of CONDITION_SIDES) {
      const whole = { ...defaultSide(side), conditions: times(15) };
      expect(checkSide(side, whole)).toEqual([]);
      expect(checkSide(side, { ...whole, conditions: times(16) })).toEqual([{ code: 'conditions-too-many', side }]);
    }
  });

  it('keep their first one on open and on close (E-165)', () => {
    for (const side of ['open', 'close'] as const) {
      expect(canRemoveCondition(side, 0)).toBe(false);
      expect(canRemoveCondition(side, 1)).toBe(true);
      expect(checkSide(side, { ...defaultSide(side), conditions: [] })).toEqual([{ code: 'conditions-missing', side }]);
    }
    for (const side of ['increase', 'reduce'] as const) {
      expect(canRemoveCondition(side, 0)).toBe(true);
      expect(checkSide(side, { ...defaultSide(side), conditions: [] })).toEqual([]);
    }
  });

  it('take a position ratio of 10 % to 100 % in steps of 10 %, at first 0.1 (E-176, E-341)', () => {
    expect(POSITION_RATIOS.map(Number)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    expect(defaultSide('open').ratio).toBe('0.1');
    for (const ratio of POSITION_RATIOS) expect(checkSide('open', open({ ratio }))).toEqual([]);
    for (const ratio of ['0', '0.05', '0.15', '1.1', '', undefined])
      expect(codes(checkSide('open', open({ ratio })))).toEqual(['ratio-unknown']);
  });

  it('have no position ratio on close (E-177)', () => {
    expect(defaultSide('close')).not.toHaveProperty('ratio');
    expect(codes(checkSide('close', { ...defaultSide('close'), ratio: '0.1' }))).toEqual(['ratio-on-close']);
  });

  it('are looked at on 1-hour K-lines unless another period is chosen (E-178, C-421)', () => {
    for (const side of CONDITION_SIDES) expect(defaultSide(side).period).toBe('1h');
  });

  it('take the K-line periods of the exchange only (C-423, E-182)', () => {
    for (const period of KLINE_PERIODS) expect(checkSide('open', open({ period }))).toEqual([]);
    expect(codes(checkSide('open', open({ period: '2h' as '1h' })))).toEqual(['period-unknown']);
  });

  it('begin with MACD histogram 12/26/9 above the number 0, joined with "and" (E-179, C-421, B6)', () => {
    for (const side of ['open', 'increase'] as const) expect(defaultSide(side).conditions).toEqual([DEFAULT_CONDITION]);
    // H53: leaving is the opposite of entering.
    const opposite = { ...DEFAULT_CONDITION, comparatorName: 'lt' };
    for (const side of ['close', 'reduce'] as const) expect(defaultSide(side).conditions).toEqual([opposite]);
    expect(DEFAULT_CONDITION).toEqual({
      operations: 'and',
      indicatorName: 'macd-histogram',
      indicatorArgs: ['12', '26', '9'],
      comparatorName: 'gt',
      compareIndicatorName: 'number',
      compareIndicatorArgs: ['0'],
    });
    expect(defaultWireArgs('macd-histogram')).toEqual(DEFAULT_CONDITION.indicatorArgs);
  });

  it('say where something is wrong: side, row, field and argument (E-173)', () => {
    const conditions = [DEFAULT_CONDITION, condition({ compareIndicatorName: 'rsi', compareIndicatorArgs: [''] })];
    const issues = checkConditions({ ...CONDITIONS, reduce: { ...defaultSide('reduce'), conditions } });
    expect(issues).toMatchObject([
      { code: 'arg-empty', side: 'reduce', index: 1, field: 'compareIndicatorArgs', arg: 0, spec: { key: 'period' } },
    ]);
  });

  it('refuse words that nobody has defined (H25, H26)', () => {
    const strange = condition({
      operations: 'xor' as 'or',
      comparatorName: 'near' as Comparator,
      indicatorName: 'toString' as 'rsi',
    });
    expect(codes(checkSide('open', open({ conditions: [strange] })))).toEqual([
      'operation-unknown',
      'comparator-unknown',
      'indicator-unknown',
    ]);
  });
});

describe('A TD count', () => {
  it.each([
    ['td-plus-nine', 'tdplusnine'],
    ['tdplusnine', 'tdplusnine'],
    ['td-minus-nine', 'tdminusnine'],
    ['tdminusnine', 'tdminusnine'],
  ])('named %s is compared as at least the number 9, whatever was chosen (E-180, E-181)', (name, wire) => {
    const chosen = condition({ indicatorName: name as 'tdplusnine', operations: 'or', comparatorName: 'lt' });
    expect(coerceTdNine(chosen)).toEqual({
      operations: 'or',
      indicatorName: wire,
      indicatorArgs: [],
      comparatorName: 'gte',
      compareIndicatorName: 'number',
      compareIndicatorArgs: ['9'],
    });
  });

  it('compared otherwise is refused (E-180, E-181)', () => {
    const fine = coerceTdNine(condition({ indicatorName: 'tdplusnine' }));
    expect(checkSide('open', open({ conditions: [fine] }))).toEqual([]);
    for (const wrong of [
      { ...fine, comparatorName: 'gt' as const },
      { ...fine, compareIndicatorArgs: ['8'] },
      { ...fine, compareIndicatorName: 'close' as const, compareIndicatorArgs: [] },
    ])
      expect(codes(checkSide('open', open({ conditions: [wrong] })))).toEqual(['td-comparison']);
  });

  it('changes nothing in other conditions (E-180)', () => {
    expect(coerceTdNine(DEFAULT_CONDITION)).toBe(DEFAULT_CONDITION);
  });
});

describe('A comparator', () => {
  it('is golden or death cross, equal, or one of four kinds of greater and less (E-376, H25)', () => {
    expect(COMPARATORS).toEqual(['gt', 'gte', 'lt', 'lte', 'eq', 'cross-up', 'cross-down']);
  });

  it.each([
    ['gt', [false, false, true]],
    ['gte', [false, true, true]],
    ['lt', [true, false, false]],
    ['lte', [true, true, false]],
    ['eq', [false, true, false]],
  ] as const)('%s compares the last values: less, equal, more (H25)', (comparator, expected) => {
    expect([1, 2, 3].map((left) => compare(comparator, Number.NaN, Number.NaN, left, 2))).toEqual(expected);
  });

  it.each([
    ['cross-up', 1, 3, true],
    ['cross-up', 2, 3, true],
    ['cross-up', 3, 4, false],
    ['cross-up', 1, 2, false],
    ['cross-up', 3, 1, false],
    ['cross-down', 3, 1, true],
    ['cross-down', 2, 1, true],
    ['cross-down', 1, 0, false],
    ['cross-down', 3, 2, false],
    ['cross-down', 1, 3, false],
  ] as const)('%s from %d to %d across 2: %s (H25)', (comparator, before, now, expected) => {
    expect(compare(comparator, before, 2, now, 2)).toBe(expected);
  });

  it.each(COMPARATORS)('%s is false where a value is missing (H25)', (comparator) => {
    const values = [
      [0, 2, Number.NaN, 2],
      [0, 2, 3, Number.NaN],
      [Number.NaN, Number.NaN, Number.NaN, Number.NaN],
    ] as const;
    for (const [a, b, c, d] of values) expect(compare(comparator, a, b, c, d)).toBe(false);
  });

  it('needs the bar before to see a cross (H25)', () => {
    expect(compare('cross-up', Number.NaN, 2, 3, 2)).toBe(false);
    expect(compare('cross-down', 3, Number.NaN, 1, 2)).toBe(false);
  });
});
