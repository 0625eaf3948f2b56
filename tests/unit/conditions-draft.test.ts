import { describe, expect, it } from 'vitest';
import {
  addCondition,
  type ConditionDraft,
  changeCondition,
  compareChange,
  indicatorChange,
  issuesOfSide,
  removeCondition,
  setSide,
} from '#components/conditions/condition-draft.ts';
import { indicatorGroups } from '#components/conditions/indicator-groups.ts';
import { watchedSides } from '#components/conditions/use-condition-marks.ts';
import { EDITOR_INDICATORS } from '#lib/indicators/catalogue.ts';
import { DEFAULT_CONDITION, MOST_CONDITIONS } from '#lib/indicators/condition.ts';
import { DEFAULT_CONDITIONS, formatConditions, parseConditions } from '#lib/kinds/indicator/definition/conditions.ts';

const fresh: ConditionDraft = DEFAULT_CONDITIONS;

describe('the draft of conditions', () => {
  it('begins with the MACD histogram 12/26/9 above 0 on 1 h with a tenth, for open and close only (C-421, E-178, E-179)', () => {
    expect(fresh.open).toEqual({ side: 'open', period: '1h', ratio: '0.1', conditions: [DEFAULT_CONDITION] });
    // H53: the opposite of what opens.
    const opposite = { ...DEFAULT_CONDITION, comparatorName: 'lt' };
    expect(fresh.close).toEqual({ side: 'close', period: '1h', conditions: [opposite] });
    expect(fresh.increase).toBeUndefined();
    expect(fresh.reduce).toBeUndefined();
    expect(DEFAULT_CONDITION).toMatchObject({
      operations: 'and',
      indicatorName: 'macd-histogram',
      indicatorArgs: ['12', '26', '9'],
      comparatorName: 'gt',
      compareIndicatorArgs: ['0'],
    });
  });

  it('takes at most 15 conditions a side (E-164, E-341)', () => {
    let draft = fresh;
    for (let i = 0; i < 20; i += 1) draft = addCondition(draft, 'open');
    expect(draft.open.conditions).toHaveLength(MOST_CONDITIONS);
    expect(MOST_CONDITIONS).toBe(15);
    expect(issuesOfSide(draft, 'open')).toEqual([]);
  });

  it('keeps the first condition of open and of close, and lets increase and reduce go with their last one (E-165)', () => {
    const two = addCondition(fresh, 'close');
    expect(removeCondition(two, 'close', 0)).toBe(two);
    expect(removeCondition(two, 'open', 0)).toBe(two);
    expect(removeCondition(two, 'close', 1).close.conditions).toHaveLength(1);
    const more = addCondition(addCondition(fresh, 'increase'), 'increase');
    const one = removeCondition(more, 'increase', 0);
    expect(one.increase?.conditions).toHaveLength(1);
    expect('increase' in removeCondition(one, 'increase', 0)).toBe(false);
  });

  it('gives a new indicator its textbook arguments, and a TD count its comparison with at least 9 (E-180, E-181)', () => {
    const average = changeCondition(fresh, 'open', 0, indicatorChange('boll-upper'));
    expect(average.open.conditions[0]).toMatchObject({ indicatorName: 'boll-upper', indicatorArgs: ['20', '2'] });
    const band = changeCondition(average, 'open', 0, { ...compareChange('close'), comparatorName: 'lt' });
    const td = changeCondition(band, 'open', 0, indicatorChange('td-minus-nine'));
    expect(td.open.conditions[0]).toEqual({
      operations: 'and',
      indicatorName: 'tdminusnine',
      indicatorArgs: [],
      comparatorName: 'gte',
      compareIndicatorName: 'number',
      compareIndicatorArgs: ['9'],
    });
    const bent = changeCondition(td, 'open', 0, { comparatorName: 'lt', compareIndicatorArgs: ['3'] });
    expect(bent).toEqual(td);
  });

  it('becomes the form’s text and comes back the same, sides that are not there included', () => {
    const draft = setSide(addCondition(fresh, 'reduce'), 'reduce', { ratio: '0.5', period: '4h' });
    expect(parseConditions(formatConditions(draft))).toEqual(draft);
  });

  it('has marks of those sides alone in which nothing is wrong', () => {
    const draft = changeCondition(addCondition(fresh, 'increase'), 'open', 0, { indicatorArgs: ['', '26', '9'] });
    expect(Object.keys(watchedSides(draft))).toEqual(['close', 'increase']);
  });
});

describe('what an operand can be', () => {
  it('is the whole catalogue, each indicator in one group (H26)', () => {
    const left = indicatorGroups('left', 'rsi').flatMap(({ indicators }) => indicators);
    const right = indicatorGroups('right', 'number').flatMap(({ indicators }) => indicators);
    expect(new Set([...left, ...right])).toEqual(new Set(EDITOR_INDICATORS));
    expect(new Set(left).size).toBe(left.length);
    expect(left).not.toContain('number');
    expect(right).not.toContain('td-plus-nine');
  });

  it('keeps an indicator that came from elsewhere in its list', () => {
    expect(indicatorGroups('left', 'keltner-upper').flatMap(({ indicators }) => indicators)).toContain('keltner-upper');
  });
});
