import { describe, expect, it } from 'vitest';
import { defaultSide } from '#lib/indicators/condition.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { DEFAULT_CONDITIONS, formatConditions } from '#lib/kinds/indicator/definition/conditions.ts';
import { switchIndicatorMarket } from '#lib/kinds/indicator/definition/reduce.ts';
import { createState } from '#lib/strategies/create-state.ts';
import type { CheckContext, FormValues } from '#lib/strategies/definition.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

const FUTURES = STRATEGIES['compose-indicator'];
const SPOT = STRATEGIES['spot-compose-indicator'];
const contract = testContract();
const spot = testSpec();
const futuresForm = (changes: FormValues = {}): FormValues => ({ ...KIND_CASES['compose-indicator'].good, ...changes });
const spotForm = (changes: FormValues = {}): FormValues => ({
  ...KIND_CASES['spot-compose-indicator'].good,
  ...changes,
});
const PROTECTED: FormValues = {
  start_profit_rate_checkbox: '1',
  start_profit_rate: '5',
  protect_profit_rate: '2',
  volume: '50',
};

function futuresIssues(values: FormValues, changes: Partial<CheckContext> = {}): readonly string[] {
  return FUTURES.check(futuresForm(values), checkContext({ spec: contract, ...changes })).map(
    ({ field, code }) => `${field} ${code}`,
  );
}

function spotIssues(values: FormValues, changes: Partial<CheckContext> = {}): readonly string[] {
  return SPOT.check(spotForm(values), checkContext({ spec: spot, ...changes })).map(
    ({ field, code }) => `${field} ${code}`,
  );
}

describe('the investment of an indicator bot', () => {
  it('is at most 1,500,000 in USDT and 100 in another asset (C-249, C-420, E-183, M-367, M-261, E-340)', () => {
    expect(futuresIssues({ money: '1500000' })).toEqual([]);
    expect(futuresIssues({ money: '1500000.01' })).toEqual(['money money.too_large']);
    const inverse = testContract({ settle: 'BTC', isInverse: true });
    expect(futuresIssues({ money: '100' }, { spec: inverse })).toEqual([]);
    expect(futuresIssues({ money: '100.1' }, { spec: inverse })).toEqual(['money money.too_large']);
    const pair = testSpec({ market: 'ETH_BTC', base: 'ETH', quote: 'BTC' });
    expect(spotIssues({ money: '100.1' }, { spec: pair })).toEqual(['money money.too_large']);
  });

  it('is at least 10, or what the market asks for (C-250, E-195, M-368)', () => {
    expect(spotIssues({ money: '10' })).toEqual([]);
    expect(spotIssues({ money: '9.99' })).toEqual(['money money.min.create']);
    expect(spotIssues({ money: '10' }, { minAmount: 1_100_000_000n })).toEqual(['money money.min.create']);
    expect(spotIssues({ money: '5' }, { minAmount: 500_000_000n })).toEqual([]);
  });
});

describe('the minimum that a form knows itself (H33)', () => {
  const facts = { lastTicks: 600_000, feeRate: 100_000n };

  it('of an indicator bot follows from its smallest buying trade (C-250)', () => {
    const least = (values: FormValues) => SPOT.typedMinimum?.(spotForm(values), { ...facts, spec: spot });
    expect(least({})).toBe(3_333_000_000n);
    const increase = { ...defaultSide('increase'), ratio: '0.2' };
    const open = { ...DEFAULT_CONDITIONS.open, ratio: '1' };
    expect(least({ conditions: formatConditions({ ...DEFAULT_CONDITIONS, open, increase }) })).toBe(1_666_500_000n);
    expect(least({ conditions: '' })).toBeNull();
    expect(SPOT.typedMinimum?.(spotForm(), { ...facts, spec: spot, lastTicks: null })).toBeNull();
  });

  it('of a portfolio and an arbitrage follows from coins and legs (C-241, C-248)', () => {
    const known = (kind: 'smart-position' | 'spot-future-arbitrage') => {
      const { spec, good } = KIND_CASES[kind];
      return STRATEGIES[kind].typedMinimum?.(good, { ...facts, spec });
    };
    expect(known('smart-position')).toBe(2_000_000_000n);
    expect(known('spot-future-arbitrage')).toBeGreaterThan(1_000_000_000n);
    expect(STRATEGIES['spot-future-arbitrage'].typedMinimum?.({}, { ...facts, spec: spot })).toBeNull();
  });

  it('of grids is asked for', () => {
    expect(STRATEGIES.spot_grid.typedMinimum).toBeUndefined();
  });
});

describe('the advanced settings of an indicator bot', () => {
  it('begin as documented: nothing is reinvested, contracts stop at 100 % and run at 2X (C-135, C-311, C-422, E-189)', () => {
    expect(FUTURES.defaults()).toMatchObject({
      stop_rate: '100',
      leverage: '2',
      pft_increase_ptn: 'N',
      absolute_profit_flag: '',
      start_profit_rate_checkbox: '0',
      follow_fee_rate: '5',
    });
    expect(SPOT.defaults()).toMatchObject({ stop_rate: '', stop_profit: '' });
    expect(STRATEGIES.macd.defaults(contract).stop_rate).toBe('100');
    expect(STRATEGIES.macd.defaults(spot).stop_rate).toBe('');
  });

  it('limit the total stop loss to 10–100 % (C-311, E-189)', () => {
    for (const stop_rate of ['10', '100', '']) expect(futuresIssues({ stop_rate })).toEqual([]);
    for (const stop_rate of ['9.99', '100.01']) expect(spotIssues({ stop_rate })).toEqual(['stop_rate range']);
  });

  it('limit the stop loss of what is held to 0–100 %, on spot and on contracts (C-312, C-313, E-190, E-191)', () => {
    for (const issues of [futuresIssues, spotIssues]) {
      expect([issues({ position_stop_rate: '0' }), issues({ position_stop_rate: '100' })]).toEqual([[], []]);
      expect(issues({ position_stop_rate: '100.01' })).toEqual(['position_stop_rate range']);
    }
  });

  it('protect a profit only above a start, and not more than it (C-314, C-315, E-186, E-187, M-262)', () => {
    expect(futuresIssues(PROTECTED)).toEqual([]);
    expect(futuresIssues({ ...PROTECTED, protect_profit_rate: '5' })).toEqual([]);
    expect(futuresIssues({ ...PROTECTED, protect_profit_rate: '5.01' })).toEqual([
      'protect_profit_rate rate.protect_above_start',
    ]);
    expect(futuresIssues({ ...PROTECTED, protect_profit_rate: '' })).toEqual(['protect_profit_rate rate.required']);
    expect(futuresIssues({ start_profit_rate_checkbox: '1', start_profit_rate: '0' })).toEqual([
      'start_profit_rate rate.positive',
    ]);
  });

  it('ask for the close percentage once a trigger is set (C-316, E-192, H24)', () => {
    expect(futuresIssues({ ...PROTECTED, volume: '' })).toEqual(['volume rate.close_required']);
    expect(futuresIssues({ position_stop_profit: '3' })).toEqual(['volume rate.close_required']);
    expect(futuresIssues({ position_stop_profit: '3', volume: '25' })).toEqual([]);
    const absolute = { absolute_profit_flag: 'Y', absolute_profit_rate: '4' };
    expect(spotIssues(absolute)).toEqual(['volume rate.close_required']);
    expect(spotIssues({ ...absolute, volume: '100' })).toEqual([]);
    expect(spotIssues({ position_stop_profit: '3' })).toEqual([]);
  });

  it('ask for a profit share of 5–30 % (C-317, E-185)', () => {
    const share = (follow_fee_rate: string) => spotIssues({ follow_fee_rate });
    expect([share('5'), share('30')]).toEqual([[], []]);
    for (const bad of ['4', '31', '']) expect(share(bad)).toEqual(['follow_fee_rate range']);
  });

  it('allow at most 10X (C-291, E-196, X21, M-372)', () => {
    expect(futuresIssues({ leverage: '10' })).toEqual([]);
    expect(futuresIssues({ leverage: '11' })).toEqual(['leverage range']);
    expect(futuresIssues({ leverage: '9' }, { spec: testContract({ leverageMax: 8 }) })).toEqual(['leverage range']);
  });

  it('block creating and backtesting alike: every finding is an error (C-310, E-184, M-260)', () => {
    const issues = FUTURES.check(futuresForm({ stop_rate: '5' }), checkContext({ spec: contract }));
    expect(issues.map(({ severity }) => severity)).toEqual(['error']);
  });

  it('show on each market what it sends there (C-166, C-167)', () => {
    const shown = (kind: typeof SPOT, values: FormValues, spec: typeof spot) =>
      kind.fields.filter(({ isShown }) => isShown?.(values, spec) !== false).map(({ name }) => name);
    const onContracts = shown(FUTURES, futuresForm(PROTECTED), contract);
    expect(onContracts).toEqual(
      expect.arrayContaining(['side', 'leverage', 'position_stop_profit', 'start_profit_rate', 'volume']),
    );
    expect(onContracts).not.toContain('slip');
    const onSpot = shown(SPOT, spotForm({ absolute_profit_flag: 'Y' }), spot);
    expect(onSpot).toEqual(
      expect.arrayContaining(['stop_profit', 'absolute_profit_rate', 'slip', 'position_stop_rate']),
    );
    for (const name of ['side', 'leverage', 'start_profit_rate', 'volume']) expect(onSpot).not.toContain(name);
  });
});

describe('changes of an indicator form', () => {
  it('clearing the start rate clears what is protected of it (C-201, E-155)', () => {
    const next = FUTURES.reduce(futuresForm(PROTECTED), 'start_profit_rate', '', contract);
    expect(next).toMatchObject({ start_profit_rate: '', protect_profit_rate: '', volume: '' });
    expect(FUTURES.reduce(futuresForm(PROTECTED), 'start_profit_rate', '0', contract).protect_profit_rate).toBe('');
    expect(FUTURES.reduce(futuresForm(PROTECTED), 'start_profit_rate_checkbox', '0', contract)).toMatchObject({
      start_profit_rate: '',
      protect_profit_rate: '',
    });
  });

  it('the protected rate is disabled while the start rate is 0 (C-202, E-188)', () => {
    const field = FUTURES.fields.find(({ name }) => name === 'protect_profit_rate');
    const without = futuresForm({ start_profit_rate_checkbox: '1', start_profit_rate: '0' });
    expect(field?.isDisabled?.(without)).toBe(true);
    expect(FUTURES.reduce(without, 'protect_profit_rate', '1', contract)).toEqual(without);
    const started = futuresForm({ ...PROTECTED, protect_profit_rate: '' });
    expect(field?.isDisabled?.(started)).toBe(false);
    expect(FUTURES.reduce(started, 'protect_profit_rate', '1', contract).protect_profit_rate).toBe('1');
  });

  it('the other side takes the stops of a position with it (C-195)', () => {
    const next = FUTURES.reduce(futuresForm({ ...PROTECTED, position_stop_rate: '5' }), 'side', 'sell', contract);
    expect(next).toMatchObject({ side: 'sell', position_stop_rate: '', start_profit_rate: '', volume: '' });
  });

  it('an absolute profit that is switched off is gone (C-135, E-127)', () => {
    const on = spotForm({ absolute_profit_flag: 'Y', absolute_profit_rate: '5', volume: '50' });
    expect(SPOT.reduce(on, 'absolute_profit_flag', '', spot)).toMatchObject({ absolute_profit_rate: '', volume: '' });
    const states = SPOT.fields.find(({ name }) => name === 'absolute_profit_flag')?.states;
    expect(states).toEqual(['', 'Y']);
    expect(SPOT.fields.find(({ name }) => name === 'pft_increase_ptn')?.states).toEqual(['N', 'Y']);
  });

  it('switching to futures resets: no position stop, no protection, stop_rate 1, leverage 2 (C-192, C-193, E-152, E-153)', () => {
    const before = spotForm({ strategy_name: 'mine', position_stop_rate: '5', stop_profit: '9', leverage: '7' });
    const next = switchIndicatorMarket(before, 'futures');
    expect(next).toEqual({ ...FUTURES.defaults(), strategy_name: 'mine' });
    expect(FUTURES.encode(next, contract).params).toMatchObject({
      stop_rate: '1',
      leverage: '2',
      position_stop_rate: '',
      start_profit_rate: '',
    });
  });

  it('switching to spot clears take profit and total stop loss (C-192, C-194, E-154)', () => {
    const next = switchIndicatorMarket(futuresForm({ ...PROTECTED, stop_rate: '50' }), 'spot');
    expect(next).toMatchObject({ stop_rate: '', stop_profit: '', start_profit_rate: '', money: '' });
    expect(SPOT.encode(next, spot).params).toMatchObject({ stop_rate: '', stop_profit: '' });
  });

  it('Create is disabled below the kind’s own minimum too, while the exchange has not said one (C-205, C-250)', () => {
    const context = checkContext({ minAmount: null, phase: 'typing' });
    const state = (money: string): string => {
      const values = spotForm({ money });
      return createState(values, SPOT.check(values, context), context, false);
    };
    expect([state('9.99'), state('10')]).toEqual(['below-minimum', 'ready']);
  });

  it('backtests are held back by what holds creating back (C-207)', () => {
    const context = { minAmount: null };
    expect(createState(spotForm({ money: '0' }), [], context, false)).toBe('money-zero');
    expect(createState(spotForm(), [], context, false)).toBe('ready');
  });
});

describe('what is shown of an indicator bot', () => {
  it('is what its market has, with rates as percent (M-102, M-390)', () => {
    const labels = (spec: typeof spot) =>
      FUTURES.parameterRows(gridParams({ side: 'sell', stop_rate: '0.3', period: '4h' }), spec).map(
        ({ label, value }) => `${label} ${value}`,
      );
    expect(labels(contract)).toEqual(expect.arrayContaining(['rows.stop_rate 30', 'rows.kline_period 4h']));
    expect(labels(contract).some((row) => row.startsWith('rows.leverage'))).toBe(true);
    expect(labels(spot).some((row) => row.startsWith('rows.leverage'))).toBe(false);
  });

  it('is the minimum and the largest opening', () => {
    const figures = FUTURES.summary(futuresForm({ leverage: '3' }), checkContext({ spec: contract }));
    expect(figures.map(({ text }) => text)).toEqual(['10', '300']);
    expect(FUTURES.summary(futuresForm({ money: '' }), checkContext({ spec: contract }))[1]?.text).toBe('--');
  });
});
