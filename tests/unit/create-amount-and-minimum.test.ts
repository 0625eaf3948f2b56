import { describe, expect, it } from 'vitest';
import { percentOf, shareOf } from '#components/form/amount-share.ts';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { minAmountQuery } from '#components/form/use-min-amount.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { checkContext, spotGridForm } from '#tests/support/spot-grid-forms.ts';

const definition = STRATEGIES.spot_grid as AnyDefinition;

describe('shares of the balance', () => {
  it('are cut to the field’s decimals, so that they never exceed the balance (C-236)', () => {
    expect(shareOf(123_456_789n, 100, 4)).toBe('1.2345');
    expect(shareOf(100_000_000_000n, 25, 4)).toBe('250');
    expect(shareOf(1n, 50, 8)).toBe('0');
  });

  it('place the slider at the typed amount, from 0 to 100', () => {
    expect(percentOf('50', 10_000_000_000n)).toBe(50);
    expect(percentOf('1000', 10_000_000_000n)).toBe(100);
    expect(percentOf('', 10_000_000_000n)).toBe(0);
    expect(percentOf('5', null)).toBe(0);
    expect(percentOf('5', 0n)).toBe(0);
  });
});

describe('the question for the minimum investment', () => {
  const ask = (changes: Readonly<Record<string, string>>) => {
    const values = spotGridForm(changes);
    const context = checkContext({ phase: 'typing' });
    return minAmountQuery(definition, values, context.spec, definition.check(values, context));
  };

  it('is asked only when both prices are set and right and the grids are between 2 and the maximum (C-256)', () => {
    expect(ask({})).not.toBeNull();
    expect(ask({ low_price: '' })).toBeNull();
    expect(ask({ high_price: '' })).toBeNull();
    expect(ask({ high_price: '40000' })).toBeNull();
    expect(ask({ grid_num: '1' })).toBeNull();
    expect(ask({ grid_num: '201' })).toBeNull();
    expect(ask({ grid_num: '2' })).not.toBeNull();
    expect(ask({ grid_num: '200' })).not.toBeNull();
  });

  it('sends the documented fields in their wire form (C-368)', () => {
    expect(ask({ trail_up: '1', stop_upward_price: '90000', moving_average_momentum: '5' })).toMatchObject({
      market: 'BTC_USDT',
      instrument_type: 'spot',
      leverage: '1',
      low_price: '50000',
      high_price: '70000',
      grid_num: '20',
      is_use_base: '0',
      qty_type: '0',
      price_type: '0',
      stop_upward_price: '90000',
      moving_average_momentum: '0.05',
    });
  });

  it('leaves faulty optional values out instead of asking a question that the exchange would refuse (C-368)', () => {
    expect(ask({ trigger_price: '1' })).not.toHaveProperty('trigger_price');
  });

  it('says the money, but not one that is wrong (B12, C-368)', () => {
    expect(ask({ money: '5000' })).toMatchObject({ money: '5000' });
    expect(ask({ money: '1.123456789' })).not.toHaveProperty('money');
  });
});
