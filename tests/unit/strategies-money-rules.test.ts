import { describe, expect, it } from 'vitest';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { decimalsOf } from '#lib/money/decimals-of.ts';
import { createState } from '#lib/strategies/create-state.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import {
  checkContext,
  spotGridForm as form,
  spotGridIssues as issues,
  sellingForm,
} from '#tests/support/spot-grid-forms.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

describe('the investment', () => {
  it('has no error while it is empty, and is asked for on submit (C-230, C-235, X6, H12)', () => {
    expect(issues(form({ money: '' }), { phase: 'typing' })).toEqual([]);
    expect(issues(form({ money: '' }))).toEqual(['money money.empty']);
  });

  it('is out of limits at zero while typing and counts as empty on submit (C-232, C-235)', () => {
    expect(issues(form({ money: '0' }), { phase: 'typing' })).toEqual(['money money.limit']);
    expect(issues(form({ money: '0.00' }))).toEqual(['money money.empty']);
  });

  it.each(['-5', '-0.1'])('refuses the negative amount %s (C-231, C-232)', (money) => {
    expect(issues(form({ money }), { phase: 'typing' })).toEqual(['money money.limit']);
  });

  it('is at most 99,999,999, included (C-232, C-413, X4, E-216)', () => {
    expect(issues(form({ money: '99999999' }))).toEqual([]);
    expect(issues(form({ money: '99999999.0001' }))).toEqual(['money money.limit']);
    const [issue] = STRATEGIES.spot_grid.check(form({ money: '100000000' }), checkContext());
    expect(issue?.values).toEqual({ min: '0', max: '99999999' });
  });

  it('refuses more than the available balance, to the last unit (C-233)', () => {
    expect(issues(form({ money: '1000' }), { available: 100_000_000_000n })).toEqual([]);
    expect(issues(form({ money: '1000' }), { available: 99_999_999_999n })).toEqual(['money money.balance.create']);
  });

  it('refuses less than the minimum, to the last unit (C-234, E-216)', () => {
    expect(issues(form({ money: '1000' }), { minAmount: 100_000_000_000n })).toEqual([]);
    expect(issues(form({ money: '1000' }), { minAmount: 100_000_000_001n })).toEqual(['money money.min.create']);
  });

  it('does not fail on what is not known yet (C-256)', () => {
    expect(issues(form(), { lastTicks: null, minAmount: null, available: null })).toEqual([]);
  });

  it('takes 4 decimals of quote, 6 of a BTC quote, and the symbol’s own for base (C-236, C-438, X23)', () => {
    const decimals = (values: Record<string, string>, spec = testSpec()): number | undefined =>
      STRATEGIES.spot_grid.fields.find(({ name }) => name === 'money')?.decimals?.(values, spec);
    expect(decimals(form())).toBe(4);
    expect(decimals(form(), testSpec({ market: 'ETH_BTC', base: 'ETH', quote: 'BTC' }))).toBe(6);
    expect(decimals(sellingForm(), testSpec({ amountDecimals: 3 }))).toBe(3);
    expect(issues(form({ money: '1000.1234' }))).toEqual([]);
    expect(issues(form({ money: '1000.12345' }))).toEqual(['money amount.decimals']);
    expect(issues(sellingForm({ money: '0.1234567' }))).toEqual(['money amount.decimals']);
  });

  it('is cut to its decimals as it is typed, not rounded (C-236)', () => {
    const { reduce } = STRATEGIES.spot_grid;
    expect(reduce(form(), 'money', '1.23459', testSpec()).money).toBe('1.2345');
    expect(reduce(sellingForm(), 'money', '0.1234567', testSpec()).money).toBe('0.123456');
  });
});

describe('the create button', () => {
  const state = (values: Record<string, string>, minAmount: bigint | null = null, isCreating = false): string => {
    const context = checkContext({ minAmount, phase: 'typing' });
    return createState(values, STRATEGIES.spot_grid.check(values, context), context, isCreating);
  };

  it('is ready for a whole form and for an empty amount (X6)', () => {
    expect(state(form())).toBe('ready');
    expect(state(form({ money: '' }))).toBe('ready');
  });

  it('is disabled while a request runs (C-203)', () => {
    expect(state(form(), null, true)).toBe('creating');
  });

  it('is disabled for a typed zero (C-204)', () => {
    expect(state(form({ money: '0' }))).toBe('money-zero');
    expect(state(form({ money: '0.0' }))).toBe('money-zero');
  });

  it('is disabled below the minimum (C-205)', () => {
    expect(state(form({ money: '10' }), 1_000_000_001n)).toBe('below-minimum');
    expect(state(form({ money: '10' }), 1_000_000_000n)).toBe('ready');
  });

  it('is disabled below the minimum also when the balance is too small for it (C-205)', () => {
    const context = checkContext({ minAmount: 2_000_000_000n, available: 1n });
    const values = form({ money: '10' });
    expect(createState(values, STRATEGIES.spot_grid.check(values, context), context, false)).toBe('below-minimum');
  });

  it('is disabled while the trailing block is invalid (C-206, C-266)', () => {
    const trailing = form({ trail_up: '1', stop_upward_price: '105000', moving_average_momentum: '2' });
    expect(state(trailing)).toBe('ready');
    expect(state({ ...trailing, moving_average_momentum: '' })).toBe('trailing-invalid');
    expect(state({ ...trailing, moving_average_momentum: '50.01' })).toBe('trailing-invalid');
    expect(state({ ...trailing, stop_upward_price: '60000' })).toBe('trailing-invalid');
  });

  it('stays enabled for other errors, which submit will show (C-209)', () => {
    expect(state(form({ low_price: '' }))).toBe('ready');
    expect(state(form({ high_price: '1' }))).toBe('ready');
  });
});

describe('a minimum that is shown', () => {
  const KINDS = Object.keys(KIND_CASES) as (keyof typeof KIND_CASES)[];
  const MINIMUM = 3_377_068_264n;

  it.each(KINDS)(
    '%s: can be typed as it stands, is never below what is needed, and nothing less is taken (B13)',
    (kind) => {
      const { good, spec } = KIND_CASES[kind];
      const definition = STRATEGIES[kind] as AnyDefinition;
      const context = checkContext({ spec, minAmount: MINIMUM });
      const shown =
        definition.summary(good, context).find(({ label }) => label === 'summary.min_investment')?.text ?? '';
      const units = parseAmount(shown) ?? 0n;
      expect(units).toBeGreaterThanOrEqual(MINIMUM);
      const codes = (money: string): readonly string[] =>
        definition
          .check({ ...good, money }, context)
          .filter(({ field }) => field === 'money')
          .map(({ code }) => code);
      expect(codes(shown)).toEqual([]);
      const step = 10n ** BigInt(8 - decimalsOf(shown));
      const less = `${(units - step) / 100_000_000n}.${String((units - step) % 100_000_000n).padStart(8, '0')}`;
      expect(codes(less.slice(0, less.indexOf('.') + 1 + decimalsOf(shown)))).toContain('money.min.create');
    },
  );

  it.each(KINDS)('%s: nothing is shown before it is known, and never a zero (B13)', (kind) => {
    const { good, spec } = KIND_CASES[kind];
    const rows = (STRATEGIES[kind] as AnyDefinition).summary(good, checkContext({ spec, minAmount: null }));
    const shown = rows.find(({ label }) => label === 'summary.min_investment')?.text ?? '--';
    expect(shown).toMatch(/^(--|\d*[1-9]\d*(\.\d+)?)$/);
  });
});
