import { describe, expect, it } from 'vitest';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { MOMENTUM_PRESETS } from '#lib/strategies/rules/trailing.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { spotGridForm as form, spotGridIssues as issues } from '#tests/support/spot-grid-forms.ts';

const { reduce, refusal } = STRATEGIES.spot_grid;
const spec = testSpec();
const change = (values: Record<string, string>, field: string, value: string): Record<string, string> =>
  reduce(values, field, value, spec);

describe('changing the side', () => {
  const filled = form({
    stop_loss_on: '1',
    stop_loss: '45000',
    stop_profit_on: '1',
    stop_profit: '80000',
    init_position_slip: '1',
  });

  it('resets stop loss, take profit and slippage (C-195)', () => {
    expect(change(filled, 'is_use_base', '1')).toMatchObject({
      is_use_base: '1',
      stop_loss_on: '0',
      stop_loss: '',
      stop_profit_on: '0',
      stop_profit: '',
      init_position_slip: '',
    });
  });

  it('keeps the range and forgets an amount that counted the other asset', () => {
    const changed = change(filled, 'is_use_base', '1');
    expect(changed.low_price).toBe('50000');
    expect(changed.money).toBe('');
  });

  it('does nothing when the side is the same (C-195)', () => {
    expect(change(filled, 'is_use_base', '0')).toEqual(filled);
  });
});

describe('unchecking', () => {
  it('stop loss or take profit clears its price (C-196)', () => {
    const filled = form({ stop_loss_on: '1', stop_loss: '45000', stop_profit_on: '1', stop_profit: '80000' });
    expect(change(filled, 'stop_loss_on', '0')).toMatchObject({ stop_loss: '', stop_profit: '80000' });
    expect(change(filled, 'stop_profit_on', '0')).toMatchObject({ stop_profit: '', stop_loss: '45000' });
  });

  it('leaving the ratio clears it (C-129)', () => {
    expect(change(form({ qty_type: '1', qty_rate: '5' }), 'qty_type', '0').qty_rate).toBe('');
  });
});

describe('the trailing grid', () => {
  it('needs a positive price range first (C-197, C-409)', () => {
    for (const [field, price] of [
      ['low_price', ''],
      ['high_price', '0'],
      ['low_price', 'x'],
    ] as const) {
      const values = form({ [field]: price });
      expect(change(values, 'trail_up', '1')).toEqual(values);
      expect(refusal?.(values, 'trail_up', '1', spec)).toMatchObject({ code: 'trail.range_first', place: 'toast' });
    }
    expect(refusal?.(form(), 'trail_up', '1', spec)).toBeNull();
    expect(refusal?.(form({ low_price: '' }), 'trail_up', '0', spec)).toBeNull();
    expect(refusal?.(form({ low_price: '' }), 'money', '1', spec)).toBeNull();
  });

  it('starts with limits 50 % beyond the edges, on the tick (C-198, C-426)', () => {
    expect(change(form(), 'trail_up', '1').stop_upward_price).toBe('105000');
    expect(change(form(), 'trail_down', '1').stop_downward_price).toBe('25000');
    expect(change(form({ high_price: '70000.1' }), 'trail_up', '1').stop_upward_price).toBe('105000.1');
    expect(change(form({ low_price: '0.3' }), 'trail_down', '1').stop_downward_price).toBe('0.1');
  });

  it('starts with a momentum of 2 % (C-199, C-425)', () => {
    expect(change(form(), 'trail_up', '1').moving_average_momentum).toBe('2');
    expect(change(form(), 'trail_down', '1').moving_average_momentum).toBe('2');
  });

  it('forgets its limit when unchecked, and the momentum with the last box (C-200)', () => {
    const both = change(change(form(), 'trail_up', '1'), 'trail_down', '1');
    const one = change(both, 'trail_up', '0');
    expect(one).toMatchObject({ stop_upward_price: '', stop_downward_price: '25000', moving_average_momentum: '2' });
    expect(change(one, 'trail_down', '0')).toMatchObject({ stop_downward_price: '', moving_average_momentum: '' });
  });

  const up = (changes: Record<string, string> = {}): Record<string, string> =>
    form({ trail_up: '1', stop_upward_price: '105000', moving_average_momentum: '2', ...changes });
  const down = (changes: Record<string, string> = {}): Record<string, string> =>
    form({ trail_down: '1', stop_downward_price: '25000', moving_average_momentum: '2', ...changes });

  it('offers 2, 5, 10, 20, 30, 40 and 50 % (C-267)', () => {
    expect(MOMENTUM_PRESETS).toEqual(['2', '5', '10', '20', '30', '40', '50']);
    for (const preset of MOMENTUM_PRESETS)
      expect(issues(up({ moving_average_momentum: preset, stop_upward_price: '140001' }))).toEqual([]);
  });

  it('takes a custom momentum of 1–50 % with two decimals and is invalid otherwise (C-266, C-268)', () => {
    expect(issues(up({ moving_average_momentum: '1' }))).toEqual([]);
    expect(issues(up({ moving_average_momentum: '1.25' }))).toEqual([]);
    expect(issues(up({ moving_average_momentum: '' }))).toEqual(['moving_average_momentum trail.momentum_required']);
    for (const momentum of ['0', '0.99', '50.01', '-2']) {
      expect(issues(up({ moving_average_momentum: momentum }))).toEqual([
        'moving_average_momentum trail.momentum_range',
      ]);
    }
    expect(issues(up({ moving_average_momentum: '2.125' }))).toEqual(['moving_average_momentum number.decimals']);
  });

  it('does not look at the momentum when nothing trails (C-266)', () => {
    expect(issues(form({ moving_average_momentum: '99' }))).toEqual([]);
  });

  it('must trail up beyond the upper price and down below the lower one (C-270, C-271)', () => {
    expect(issues(up({ stop_upward_price: '70000' }))).toEqual(['stop_upward_price trail.up_not_above_high']);
    expect(issues(down({ stop_downward_price: '50000' }))).toEqual(['stop_downward_price trail.down_not_below_low']);
  });

  it('prompts for an empty or zero limit (C-272, C-273)', () => {
    for (const limit of ['', '0', '0.00']) {
      expect(issues(up({ stop_upward_price: limit }), { phase: 'typing' })).toEqual([
        'stop_upward_price trail.limit_empty',
      ]);
      expect(issues(down({ stop_downward_price: limit }))).toEqual(['stop_downward_price trail.limit_empty']);
    }
  });

  it('warns when the limit is closer to the edge than the momentum, exactly (C-269, C-410)', () => {
    // 2 % above 70,000 is 71,400; 2 % below 50,000 is 49,000.
    expect(issues(up({ stop_upward_price: '71399.9' }))).toEqual(['stop_upward_price trail.momentum_too_large?']);
    expect(issues(up({ stop_upward_price: '71400' }))).toEqual([]);
    expect(issues(down({ stop_downward_price: '49000.1' }))).toEqual(['stop_downward_price trail.momentum_too_large?']);
    expect(issues(down({ stop_downward_price: '49000' }))).toEqual([]);
  });

  it('is invalid when the range is taken away again (C-197)', () => {
    expect(issues(up({ low_price: '' }), { phase: 'typing' })).toEqual(['trailing trail.range_first']);
  });
});
