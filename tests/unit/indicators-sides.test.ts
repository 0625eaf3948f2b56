import { describe, expect, it } from 'vitest';
import type { Comparator } from '#lib/indicators/comparators.ts';
import type { Condition, Operation, WireIndicatorName } from '#lib/indicators/condition.ts';
import { IndicatorBank, SideEvaluator } from '#lib/indicators/side-evaluator.ts';
import { seededBars } from '../support/seeded-bars.ts';
import { barsOf, valuesOf } from './indicators-fixture.ts';

function when(
  operations: Operation,
  indicatorName: WireIndicatorName,
  indicatorArgs: readonly string[],
  comparatorName: Comparator,
  compareIndicatorName: WireIndicatorName,
  compareIndicatorArgs: readonly string[],
): Condition {
  return { operations, indicatorName, indicatorArgs, comparatorName, compareIndicatorName, compareIndicatorArgs };
}

/** A condition that always or never holds. */
const constant = (operations: Operation, holds: boolean): Condition =>
  when(operations, 'number', ['1'], holds ? 'eq' : 'gt', 'number', ['1']);

describe('A side', () => {
  const [bar] = barsOf([100]);
  const holds = (...conditions: Condition[]): boolean => new SideEvaluator(conditions).update(bar ?? fail());
  const fail = (): never => {
    throw new Error('no bar');
  };
  const and = (value: boolean): Condition => constant('and', value);
  const or = (value: boolean): Condition => constant('or', value);

  it('joins its conditions from left to right, without precedence (E-121)', () => {
    for (const first of [true, false])
      for (const second of [true, false])
        for (const third of [true, false]) {
          expect(holds(and(first), and(second), or(third))).toBe((first && second) || third);
          expect(holds(and(first), or(second), and(third))).toBe((first || second) && third);
          expect(holds(and(first), and(second), and(third))).toBe(first && second && third);
          expect(holds(and(first), or(second), or(third))).toBe(first || second || third);
        }
  });

  it('asks nothing of the operation of its first condition (E-121)', () => {
    expect(holds(or(false))).toBe(false);
    expect(holds(or(true), and(false))).toBe(false);
    expect(holds(and(true))).toBe(true);
  });

  it('without conditions never holds (E-165)', () => {
    expect(holds()).toBe(false);
  });

  it('does not hold while an indicator of it warms up (H26)', () => {
    const side = new SideEvaluator([when('and', 'ma', ['3'], 'gt', 'number', ['0'])]);
    expect(barsOf([1, 2, 3, 4]).map((each) => side.update(each))).toEqual([false, false, true, true]);
  });

  it('sees a golden cross at the bar at which it happens and at no other (H25)', () => {
    const side = new SideEvaluator([when('and', 'ma', ['1'], 'cross-up', 'ma', ['3'])]);
    expect(barsOf([9, 8, 7, 9, 10, 11, 5, 12]).map((each) => side.update(each))).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
      false,
      true,
    ]);
  });

  it('sees a cross of its very first pair of values, not before it (H25)', () => {
    const side = new SideEvaluator([when('and', 'close', [], 'cross-up', 'number', ['10'])]);
    expect(barsOf([12, 9, 11]).map((each) => side.update(each))).toEqual([false, false, true]);
  });

  it('takes a TD count as at least nine whatever its condition says (E-180, E-181)', () => {
    const side = new SideEvaluator([when('and', 'tdplusnine', [], 'lt', 'number', ['1'])]);
    const closes = Array.from({ length: 15 }, (_, i) => i + 1);
    const held = barsOf(closes).map((each) => side.update(each));
    expect(held.indexOf(true)).toBe(4 + 8);
    expect(held.slice(12)).toEqual([true, true, true]);
  });

  it('reads the args of the wire as numbers (C-165, E-172)', () => {
    const bars = seededBars(9, 200);
    const side = new SideEvaluator([when('and', 'close', [], 'gt', 'boll-upper', ['10', '1.25'])]);
    const upper = valuesOf('boll-upper', [10, 1.25], bars);
    const expected = bars.map((each, i) => each.close > (upper[i] as number));
    expect(bars.map((each) => side.update(each))).toEqual(expected);
    expect(expected).toContain(true);
  });

  it('throws for conditions that the rules refuse: they are checked before', () => {
    expect(() => new SideEvaluator([when('and', 'rsi', [''], 'gt', 'number', ['1'])])).toThrow(RangeError);
    expect(() => new SideEvaluator([when('and', 'nothing' as 'rsi', [], 'gt', 'number', ['1'])])).toThrow(RangeError);
  });
});

describe('Sides of one K-line period', () => {
  const rising = [when('and', 'rsi', ['14'], 'gt', 'number', ['50']), when('and', 'ma', ['5'], 'gt', 'ma', ['20'])];
  const falling = [when('and', 'rsi', ['14'], 'lt', 'number', ['50']), when('or', 'ma', ['5'], 'lt', 'ma', ['20'])];

  it('compute an indicator with the same arguments once, however many conditions name it', () => {
    const bank = new IndicatorBank();
    const sides = [new SideEvaluator(rising, bank), new SideEvaluator(falling, bank)];
    expect(bank.size).toBe(4);
    const alone = [new SideEvaluator(rising), new SideEvaluator(falling)];
    for (const bar of seededBars(4, 300)) {
      bank.update(bar);
      expect(sides.map((side) => side.holds())).toEqual(alone.map((side) => side.update(bar)));
    }
  });

  it('go on bit for bit from a state that went through JSON, with the bar before for crosses', () => {
    const bars = seededBars(8, 120);
    const crossing = [
      when('and', 'close', [], 'cross-up', 'ma', ['5']),
      when('or', 'zigzag', ['1', '4'], 'lt', 'close', []),
    ];
    const whole = new SideEvaluator(crossing);
    const expected = bars.map((bar) => whole.update(bar));
    expect(expected).toContain(true);
    for (let cut = 0; cut <= bars.length; cut += 1) {
      const before = new SideEvaluator(crossing);
      for (const bar of bars.slice(0, cut)) before.update(bar);
      const after = new SideEvaluator(crossing);
      after.load(JSON.parse(JSON.stringify(before.save())));
      expect(after.holds()).toBe(before.holds());
      expect(bars.slice(cut).map((bar) => after.update(bar))).toEqual(expected.slice(cut));
    }
  });

  it('refuse the state of other conditions', () => {
    expect(() => new SideEvaluator(rising).load(new SideEvaluator([constant('and', true)]).save())).toThrow(RangeError);
  });
});
