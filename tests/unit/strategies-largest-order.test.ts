import { describe, expect, it } from 'vitest';
import { fitsLadder, LARGEST_UNITS } from '#lib/formulas/largest-order.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { plannedQuantities } from '#lib/kinds/margin-grid/definition/planned-loan.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { checkContext, sellingForm, spotGridForm, spotGridIssues } from '#tests/support/spot-grid-forms.ts';

const WIDE = { low_price: '10000', high_price: '100000', grid_num: '2' };

describe('the largest order of a ladder', () => {
  it('is worth less than 2^53 units of the quote asset wherever it is sold, and all lots together are fewer', () => {
    const spec = testSpec();
    // One lot at the price of one unit a lot.
    const price = 100_000_000n / spec.lotUnits;
    const ticks = Number((price * 100_000_000n) / spec.tickUnits);
    const coins = (LARGEST_UNITS * 100_000_000n) / (BigInt(ticks) * spec.tickUnits);
    expect(fitsLadder(spec, [coins], ticks)).toBe(true);
    expect(fitsLadder(spec, [coins + 1n], ticks)).toBe(false);
    expect(fitsLadder(spec, [coins, coins], ticks)).toBe(true);
    expect(fitsLadder(spec, [LARGEST_UNITS * spec.lotUnits], 0)).toBe(true);
    expect(fitsLadder(spec, [LARGEST_UNITS * spec.lotUnits, spec.lotUnits], 0)).toBe(false);
  });

  it('is refused at the money, in the words that the documents have for it', () => {
    const tooMuch = spotGridForm({ ...WIDE, money: '90000000' });
    expect(spotGridIssues(tooMuch)).toEqual(['money order.max']);
    const [issue] = STRATEGIES.spot_grid.check(tooMuch, checkContext());
    expect(issue?.values).toEqual({ n: '90071992', unit: 'USDT' });
  });

  it.each([
    ['the largest documented investment in a narrow range', { money: '99999999' }, []],
    ['less money', { ...WIDE, money: '9000000' }, []],
    ['more grids', { ...WIDE, grid_num: '100', money: '90000000' }, []],
    [
      'the price that it may trail up to',
      { money: '99999999', trail_up: '1', moving_average_momentum: '2', stop_upward_price: '9999999' },
      ['money order.max'],
    ],
  ])('goes by %s', (_name, changes, issues) => {
    expect(spotGridIssues(spotGridForm(changes))).toEqual(issues);
  });

  it('has no bound of its own in an infinite grid, which makes its orders no larger: only more coins than can be counted are refused', () => {
    const { defaults, check } = STRATEGIES.infinite_grid;
    const codes = (changes: FormValues): string[] =>
      check({ ...defaults(), low_price: '50', high_price: '100', ...changes }, checkContext()).map(
        ({ field, code }) => `${field} ${code}`,
      );
    expect(codes({ money: '99999999' })).toEqual([]);
    const spec = { ...testSpec(), amountDecimals: 8, lotUnits: 1n };
    const inCoins = { ...checkContext(), spec };
    const coins = { ...defaults(), low_price: '1', high_price: '1', is_use_base: '1' };
    expect(check({ ...coins, money: '90071992' }, inCoins)).toEqual([]);
    expect(check({ ...coins, money: '90071993' }, inCoins)).toEqual([
      expect.objectContaining({ field: 'money', code: 'order.max' }),
    ]);
  });

  it('goes by the price that it begins at where that is below its range: there it buys more', () => {
    const form = spotGridForm({ ...WIDE, money: '9000000' });
    expect(spotGridIssues(form, { lastTicks: 600_000 })).toEqual([]);
    expect(spotGridIssues(form, { lastTicks: 40_000 })).toEqual(['money order.max']);
  });

  it('goes by what coins are worth at the highest price', () => {
    expect(spotGridIssues(sellingForm({ money: '1000', grid_num: '2' }))).toEqual([]);
    expect(spotGridIssues(sellingForm({ money: '1000000', grid_num: '2' }))).toEqual(['money order.max']);
  });

  it.each(['buy', 'sell', 'neutral'])(
    'of a margin grid (%s) is that of its opening: what passes opens, and no less',
    (side) => {
      const { defaults, check } = STRATEGIES.margin_grid;
      const spec = testSpec();
      const form = { ...defaults(), low_price: '30000', high_price: '100000', grid_num: '2', side, leverage: '3' };
      const isTooLarge = (money: number) =>
        check({ ...form, money: `${money}` }, checkContext()).some(({ code }) => code === 'order.max');
      let [fits, tooLarge] = [1_000, 99_999_999];
      expect([isTooLarge(fits), isTooLarge(tooLarge)]).toEqual([false, true]);
      while (tooLarge - fits > 1) {
        const middle = Math.floor((fits + tooLarge) / 2);
        if (isTooLarge(middle)) tooLarge = middle;
        else fits = middle;
      }
      const opens = (money: number) => {
        const values = { ...form, money: `${money}` };
        return fitsLadder(spec, plannedQuantities(values, checkContext()), 1_000_000);
      };
      expect([opens(fits), opens(tooLarge)]).toEqual([true, false]);
    },
  );
});
