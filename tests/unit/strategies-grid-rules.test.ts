import { describe, expect, it } from 'vitest';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { checkContext, spotGridForm as form, spotGridIssues as issues } from '#tests/support/spot-grid-forms.ts';

describe('the price range', () => {
  it('accepts a whole, sensible form', () => {
    expect(issues(form())).toEqual([]);
  });

  it.each(['0', '0.0', '-1', '99999999.1', '100000000', '123456789012345678901234'])(
    'refuses a price of %s: above 0 and at most 99,999,999 (C-251, E-210)',
    (price) => {
      expect(issues(form({ low_price: price }))).toContain('low_price range');
      expect(issues(form({ high_price: price }))).toContain('high_price range');
    },
  );

  it('says the bounds with the field they belong to (C-251)', () => {
    const [issue] = STRATEGIES.spot_grid.check(form({ low_price: '0' }), checkContext());
    expect(issue?.values).toEqual({ label: 'low_price', min: '0', max: '99999999' });
  });

  it('accepts the largest price (C-251, E-339)', () => {
    expect(issues(form({ high_price: '99999999', stop_profit_on: '0' }))).toEqual([]);
  });

  it.each(['abc', '1e5', '٣', '1,000', '0x10', '1 000', '.'])('refuses %s as a price (C-339)', (price) => {
    expect(issues(form({ low_price: price }))).toContain('low_price number.format');
  });

  it('refuses a price finer than the tick at its field (X23)', () => {
    expect(issues(form({ low_price: '50000.05' }))).toEqual(['low_price price.decimals']);
    expect(issues(form({ low_price: '50000.5' }))).toEqual([]);
  });

  it.each([
    ['70000', '50000'],
    ['60000', '60000'],
  ])('refuses a range from %s to %s: high must exceed low (C-252, X10, E-211)', (low, high) => {
    expect(issues(form({ low_price: low, high_price: high }))).toContain('high_price grid.high_not_above_low');
  });

  it('asks for missing prices on submit and is silent while they are typed (C-066)', () => {
    const empty = form({ low_price: '', high_price: '' });
    expect(issues(empty)).toEqual(['low_price price.required', 'high_price price.required']);
    expect(issues(empty, { phase: 'typing' })).toEqual([]);
    expect(issues(empty, { phase: 'exchange' })).toHaveLength(2);
  });
});

describe('the number of grids', () => {
  it('is required (C-253, E-212)', () => {
    expect(issues(form({ grid_num: '' }))).toEqual(['grid_num grid.count_required']);
    expect(issues(form({ grid_num: '' }), { phase: 'typing' })).toEqual([]);
  });

  it.each(['0', '1', '201', '99999999999999999999999', '-3'])('refuses %s: 2 up to the maximum (C-254)', (count) => {
    expect(issues(form({ grid_num: count }))).toContain('grid_num range');
  });

  it('follows the maximum of the market (C-254, C-255, C-415, X1)', () => {
    expect(issues(form({ grid_num: '100' }), { maxGrid: 100 })).toEqual(['grid_num grid.fees_eat?']);
    expect(issues(form({ grid_num: '101' }), { maxGrid: 100 })).toContain('grid_num range');
    expect(issues(form({ grid_num: '2' }))).toEqual([]);
  });

  it('is a whole number (C-254)', () => {
    expect(issues(form({ grid_num: '20.5' }))).toEqual(['grid_num number.integer']);
  });
});

describe('the return per grid', () => {
  it('must be positive after both fees, else a toast says so (C-257, E-214, X8)', () => {
    // 50,000 to 50,200 in 4 steps of 0.1 %: less than two fees of 0.1 %.
    const thin = form({ low_price: '50000', high_price: '50200', grid_num: '4' });
    expect(issues(thin)).toEqual(['grid_num grid.return_too_low!']);
    expect(issues(thin, { feeRate: 25_000n })).toEqual(['grid_num grid.fees_eat?']);
  });

  it('is too low where lines fall onto the same tick (C-257)', () => {
    expect(issues(form({ low_price: '50000', high_price: '50000.5', grid_num: '20' }), { feeRate: 0n })).toEqual([
      'grid_num grid.return_too_low!',
    ]);
  });

  it('has no 0.1 % floor on a spot grid (C-258, X9)', () => {
    // About 0.05 % a grid with the discount fee.
    const thin = form({ low_price: '50000', high_price: '50200', grid_num: '4' });
    expect(issues(thin, { feeRate: 25_000n })).toEqual(['grid_num grid.fees_eat?']);
  });

  it('is warned of where its two fees cost as much as it leaves, and not beyond (B13)', () => {
    // Steps of 0.4 % and 0.6 % of 50,000 at a fee of 0.1 %: about 0.2 % and 0.4 % are left beside 0.2 % of fees.
    const step = (high: string) => issues(form({ low_price: '50000', high_price: high, grid_num: '2' }));
    expect(step('50398')).toEqual(['grid_num grid.fees_eat?']);
    expect(step('50600')).toEqual([]);
  });
});

describe('quantity by ratio', () => {
  it('asks for the ratio only when the quantity goes by ratio (C-129)', () => {
    expect(issues(form({ qty_type: '1' }))).toEqual(['qty_rate quantity.rate_required']);
    expect(issues(form({ qty_type: '1' }), { phase: 'typing' })).toEqual([]);
    expect(issues(form({ qty_type: '0', qty_rate: 'nonsense' }))).toEqual([]);
  });

  it('takes 0 to 100 % with two decimals (D6)', () => {
    expect(issues(form({ qty_type: '1', qty_rate: '100' }))).toEqual([]);
    expect(issues(form({ qty_type: '1', qty_rate: '100.01' }))).toEqual(['qty_rate range']);
    expect(issues(form({ qty_type: '1', qty_rate: '1.005' }))).toEqual(['qty_rate number.decimals']);
  });
});
