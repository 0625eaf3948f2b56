import { describe, expect, it } from 'vitest';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import {
  checkContext,
  spotGridForm as form,
  spotGridIssues as issues,
  sellingForm,
} from '#tests/support/spot-grid-forms.ts';

describe('the trigger price', () => {
  it('is not set when empty or zero (X3)', () => {
    for (const trigger of ['', '0', '0.0']) expect(issues(form({ trigger_price: trigger }))).toEqual([]);
  });

  it('is above 0 and below 999,999 (C-261)', () => {
    const wide = { high_price: '9999999' };
    expect(issues(form({ ...wide, trigger_price: '999999' }))).toEqual(['trigger_price range']);
    expect(issues(form({ ...wide, trigger_price: '-1' }))).toEqual(['trigger_price range']);
    expect(issues(sellingForm({ ...wide, trigger_price: '999998.9' }))).toEqual([]);
  });

  it('is at or above the last price when selling (C-262)', () => {
    expect(issues(sellingForm({ trigger_price: '60000' }))).toEqual([]);
    expect(issues(sellingForm({ trigger_price: '59999.9' }))).toEqual(['trigger_price trigger.below_last']);
  });

  it('is at or below the last price when buying (C-263)', () => {
    expect(issues(form({ trigger_price: '60000' }))).toEqual([]);
    expect(issues(form({ trigger_price: '60000.1' }))).toEqual(['trigger_price trigger.above_last']);
  });

  it('lies strictly inside the range (C-264, C-265)', () => {
    expect(issues(form({ trigger_price: '50000' }))).toEqual(['trigger_price trigger.not_above_low']);
    expect(issues(form({ trigger_price: '50000.1' }))).toEqual([]);
    expect(issues(sellingForm({ trigger_price: '70000' }))).toEqual(['trigger_price trigger.not_below_high']);
    expect(issues(sellingForm({ trigger_price: '69999.9' }))).toEqual([]);
  });

  it('may not be finer than the tick (X23)', () => {
    expect(issues(form({ trigger_price: '55000.05' }))).toEqual(['trigger_price price.decimals']);
  });
});

describe('the stop-loss price', () => {
  const withStop = (stop: string): Record<string, string> => form({ stop_loss_on: '1', stop_loss: stop });
  const sellingStop = (stop: string): Record<string, string> => sellingForm({ stop_loss_on: '1', stop_loss: stop });

  it('is asked for on submit once its box is checked (C-125)', () => {
    expect(issues(withStop(''))).toEqual(['stop_loss stop_loss.empty']);
    expect(issues(withStop(''), { phase: 'typing' })).toEqual([]);
    expect(issues(form({ stop_loss_on: '0', stop_loss: 'x' }))).toEqual([]);
  });

  it('is above 0 and at most 999,999 (C-274, C-414, X2, E-237, E-339)', () => {
    expect(issues(withStop('0'))).toEqual(['stop_loss range']);
    expect(issues(sellingStop('999999.1'))).toEqual(['stop_loss range']);
    expect(issues(sellingStop('999999'))).toEqual([]);
  });

  it('lies below the low price when buying (C-275, M-224, X11)', () => {
    expect(issues(withStop('49999.9'))).toEqual([]);
    expect(issues(withStop('50000'))).toEqual(['stop_loss stop_loss.not_below_low']);
  });

  it('lies above the high price when selling (C-276, M-224, X11)', () => {
    expect(issues(sellingStop('70000.1'))).toEqual([]);
    expect(issues(sellingStop('70000'))).toEqual(['stop_loss stop_loss.not_above_high']);
  });

  it('may not have been reached already (X11)', () => {
    expect(issues(withStop('45000'), { lastTicks: 450_000 })).toEqual(['stop_loss stop_loss.triggered']);
    expect(issues(withStop('45000'), { lastTicks: 450_001 })).toEqual([]);
    expect(issues(sellingStop('80000'), { lastTicks: 800_000, phase: 'exchange' })).toEqual([
      'stop_loss stop_loss.triggered',
    ]);
  });

  it('is compared with the trigger price when the bot starts there (X11)', () => {
    const values = { ...withStop('45000'), trigger_price: '50001' };
    expect(issues(values, { lastTicks: 600_000 })).toEqual([]);
  });
});

describe('the take-profit price', () => {
  const withTake = (take: string): Record<string, string> => form({ stop_profit_on: '1', stop_profit: take });
  const sellingTake = (take: string): Record<string, string> => sellingForm({ stop_profit_on: '1', stop_profit: take });

  it('is asked for on submit once its box is checked (C-125)', () => {
    expect(issues(withTake(''))).toEqual(['stop_profit stop_profit.empty']);
    expect(issues(withTake(''), { phase: 'typing' })).toEqual([]);
  });

  it('is at most 999,999 (C-277, E-237, X2)', () => {
    expect(issues(withTake('999999'))).toEqual([]);
    expect(issues(withTake('1000000'))).toEqual(['stop_profit range']);
  });

  it('is at or above the high price when buying (C-278, X11)', () => {
    expect(issues(withTake('70000'))).toEqual([]);
    expect(issues(withTake('69999.9'))).toEqual(['stop_profit stop_profit.below_high']);
  });

  it('is at or below the low price when selling (C-279, X11)', () => {
    expect(issues(sellingTake('50000'))).toEqual([]);
    expect(issues(sellingTake('50000.1'))).toEqual(['stop_profit stop_profit.above_low']);
  });

  it('may not have been reached already (X11)', () => {
    expect(issues(withTake('80000'), { lastTicks: 800_000 })).toEqual(['stop_profit stop_profit.triggered']);
    expect(issues(sellingTake('45000'), { lastTicks: 450_000 })).toEqual(['stop_profit stop_profit.triggered']);
  });
});

describe('stopping outside the range', () => {
  it('informs when the price is outside already, and does not block (H18)', () => {
    const values = form({ is_less_low_stop: '1', is_over_high_stop: '1' });
    expect(issues(values)).toEqual([]);
    expect(issues(values, { lastTicks: 500_000 })).toEqual([]);
    expect(issues(values, { lastTicks: 700_000 })).toEqual([]);
    expect(issues(values, { lastTicks: 499_999 })).toEqual(['is_less_low_stop stop.outside_range?']);
    expect(issues(values, { lastTicks: 700_001 })).toEqual(['is_over_high_stop stop.outside_range?']);
  });
});

describe('slippage of the opening order', () => {
  it('is 0.1 to 5 percent with its real maximum in the message, or not set (C-293, C-408, X7, E-235)', () => {
    for (const slip of ['', '0.1', '1', '5']) expect(issues(form({ init_position_slip: slip }))).toEqual([]);
    for (const slip of ['0', '0.09', '5.01', '-1']) {
      expect(issues(form({ init_position_slip: slip }))).toEqual(['init_position_slip slippage.range']);
    }
    const [issue] = STRATEGIES.spot_grid.check(form({ init_position_slip: '6' }), checkContext());
    expect(issue?.values).toEqual({ min: '0.1', max: '5' });
  });

  it('offers 1 and 5 percent as quick picks (C-101, E-234)', () => {
    expect(STRATEGIES.spot_grid.fields.find(({ name }) => name === 'init_position_slip')?.picks).toEqual(['1', '5']);
  });
});

describe('stop inputs', () => {
  it('are prices in the quote asset, with the real-time option beside them (C-071, C-073)', () => {
    const fields = new Map(STRATEGIES.spot_grid.fields.map((field) => [field.name, field]));
    expect(fields.get('stop_loss')?.input).toBe('price');
    expect(fields.get('stop_profit')?.input).toBe('price');
    expect(fields.get('stop_check_type')?.isShown?.(form(), testSpec())).toBe(false);
    expect(fields.get('stop_check_type')?.isShown?.(form({ stop_loss_on: '1' }), testSpec())).toBe(true);
  });
});
