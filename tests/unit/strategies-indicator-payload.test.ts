import { describe, expect, it } from 'vitest';
import { runStrategyBody } from '#lib/contract/create-bodies.ts';
import { type Condition, DEFAULT_CONDITION, defaultSide } from '#lib/indicators/condition.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { withBacktestDefaults } from '#lib/kinds/indicator/definition/backtest.ts';
import {
  DEFAULT_CONDITIONS,
  formatConditions,
  parseConditions,
  readConditions,
} from '#lib/kinds/indicator/definition/conditions.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
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

describe('the payload of an indicator bot', () => {
  it('carries pair, settle, period, money, reinvestment and conditions (C-164, C-165, E-121, E-122)', () => {
    const increase = { ...defaultSide('increase'), ratio: '0.3' };
    const values = futuresForm({ conditions: formatConditions({ ...DEFAULT_CONDITIONS, increase }) });
    const payload = FUTURES.encode(values, contract);
    expect(payload).toMatchObject({ strategy_type: 'compose-indicator', bot_type: 'compose-indicator' });
    expect(payload.params).toMatchObject({
      exchange: 'gate',
      pair: 'BTC_USDT',
      settle: 'usdt',
      period: '1h',
      begin_money_amount: '1000',
      begin_money_currency: 'USDT',
      pft_increase_ptn: 'N',
    });
    expect(payload.params.compose_conditions).toEqual({
      open: {
        side: 'open',
        period: '1h',
        ratio: '0.1',
        conditions: [
          {
            operations: 'and',
            indicatorName: 'macd-histogram',
            indicatorArgs: ['12', '26', '9'],
            comparatorName: 'gt',
            compareIndicatorName: 'number',
            compareIndicatorArgs: ['0'],
          },
        ],
      },
      close: { side: 'close', period: '1h', conditions: [{ ...DEFAULT_CONDITION, comparatorName: 'lt' }] },
      increase: { side: 'increase', period: '1h', ratio: '0.3', conditions: [DEFAULT_CONDITION] },
    });
  });

  it('of spot adds absolute profit, volume, take profit and slippage, and no settle asset (C-166, E-123)', () => {
    const values = spotForm({
      absolute_profit_flag: 'Y',
      absolute_profit_rate: '5',
      volume: '50',
      stop_profit: '20',
      slip: '0.5',
      stop_rate: '30',
      position_stop_rate: '8',
    });
    const { params } = SPOT.encode(values, spot);
    expect(params).toMatchObject({
      settle: '',
      absolute_profit_flag: 'Y',
      absolute_profit_rate: '0.05',
      volume: '0.5',
      stop_profit: '0.2',
      slip: '0.005',
      stop_rate: '0.3',
      position_stop_rate: '0.08',
    });
    for (const name of ['leverage', 'side', 'start_profit_rate']) expect(params).not.toHaveProperty(name);
    expect(SPOT.decode(SPOT.encode(values, spot), spot)).toEqual(values);
  });

  it('of futures adds leverage, side, position stops and protection, as fractions (C-140, C-167, C-168, E-124, E-125, E-126)', () => {
    const values = futuresForm({
      ...PROTECTED,
      side: 'sell',
      leverage: '3',
      position_stop_rate: '7.5',
      position_stop_profit: '12',
      pft_increase_ptn: 'Y',
    });
    const payload = FUTURES.encode(values, contract);
    expect(payload.params).toMatchObject({
      leverage: '3',
      side: 'sell',
      position_stop_rate: '0.075',
      position_stop_profit: '0.12',
      start_profit_rate: '0.05',
      protect_profit_rate: '0.02',
      stop_rate: '1',
      volume: '0.5',
      pft_increase_ptn: 'Y',
    });
    expect(payload.params).not.toHaveProperty('slip');
    expect(runStrategyBody.safeParse(payload).error).toBeUndefined();
    expect(FUTURES.decode(payload, contract)).toEqual(values);
  });

  it('says nothing of a protection that is switched off', () => {
    const { params } = FUTURES.encode(futuresForm({ ...PROTECTED, start_profit_rate_checkbox: '0' }), contract);
    expect(params).toMatchObject({ start_profit_rate: '', protect_profit_rate: '' });
    expect(params).not.toHaveProperty('volume');
  });

  it('becomes exact engine parameters (C-169, H24)', () => {
    const values = futuresForm({ ...PROTECTED, side: 'sell', position_stop_profit: '12', position_stop_rate: '0' });
    expect(typedParams(FUTURES, values, contract, 75_000n)).toEqual({
      spec: contract,
      feeRate: 75_000n,
      investment: 100_000_000_000n,
      side: 'sell',
      leverage: 2,
      conditions: DEFAULT_CONDITIONS,
      reinvests: false,
      totalStopE8: 100_000_000n,
      totalProfitE8: null,
      positionStopE8: null,
      positionProfit: { rateE8: 12_000_000n, partE8: 50_000_000n },
      protection: { startE8: 5_000_000n, keepE8: 2_000_000n, partE8: 50_000_000n },
      slipE8: null,
    });
    const onSpot = spotForm({ side: 'sell', leverage: '7', absolute_profit_flag: 'Y', absolute_profit_rate: '5' });
    expect(typedParams(SPOT, { ...onSpot, stop_profit: '20', slip: '0.5' }, spot, 0n)).toMatchObject({
      side: 'buy',
      leverage: 1,
      totalStopE8: null,
      totalProfitE8: 20_000_000n,
      positionProfit: { rateE8: 5_000_000n, partE8: 100_000_000n },
      protection: null,
      slipE8: 500_000n,
    });
    expect(() => typedParams(SPOT, spotForm({ conditions: '' }), spot, 0n)).toThrow();
  });

  it('gets what a backtest reckons with: stop 1, no fee, no slippage, no absolute profit, 0.01 for a zero (C-318, E-194)', () => {
    const payload = SPOT.encode(spotForm(), spot);
    expect(withBacktestDefaults(payload).params).toMatchObject({
      stop_rate: '1',
      fee: '0',
      slip: '0',
      absolute_profit_rate: '0',
    });
    const zero = { ...payload, params: { ...payload.params, position_stop_profit: '0' } };
    expect(withBacktestDefaults(zero).params.position_stop_profit).toBe('0.01');
    const set = {
      ...payload,
      params: { ...payload.params, stop_rate: '0.3', slip: '0.01', position_stop_profit: '0.2' },
    };
    expect(withBacktestDefaults(set).params).toMatchObject({
      stop_rate: '0.3',
      slip: '0.01',
      position_stop_profit: '0.2',
    });
    expect(withBacktestDefaults(payload).params.position_stop_profit).toBeUndefined();
  });
});

describe('conditions in a form', () => {
  const td: Condition = { ...DEFAULT_CONDITION, indicatorName: 'tdplusnine', indicatorArgs: [] };

  it('are the default condition for open and close at first (E-179, C-421)', () => {
    expect(parseConditions(FUTURES.defaults().conditions ?? '')).toEqual(DEFAULT_CONDITIONS);
  });

  it('make a TD count compare with at least 9, whatever was sent (E-180, E-181, H27)', () => {
    const written = { ...td, indicatorName: 'td-minus-nine', comparatorName: 'lt', compareIndicatorArgs: ['3'] };
    const sent = { ...DEFAULT_CONDITIONS, open: { ...DEFAULT_CONDITIONS.open, conditions: [written] } };
    expect(readConditions(sent)?.open.conditions[0]).toMatchObject({
      indicatorName: 'tdminusnine',
      comparatorName: 'gte',
      compareIndicatorName: 'number',
      compareIndicatorArgs: ['9'],
    });
  });

  it('leave out sides that hold nothing, and a ratio that is none (E-177)', () => {
    const idle = { ...defaultSide('increase'), conditions: [] };
    const close = { ...DEFAULT_CONDITIONS.close, ratio: '' };
    expect(readConditions({ ...DEFAULT_CONDITIONS, close, increase: idle, reduce: null })).toEqual(DEFAULT_CONDITIONS);
    const opening = { ...DEFAULT_CONDITIONS, open: { ...DEFAULT_CONDITIONS.open, side: 'buy' } };
    expect(readConditions(opening)?.open.side).toBe('open');
  });

  it('are refused by side, row and argument (E-164, E-173)', () => {
    const conditions = [DEFAULT_CONDITION, { ...DEFAULT_CONDITION, indicatorArgs: ['12', '', '9'] }];
    const values = futuresForm({
      conditions: JSON.stringify({ ...DEFAULT_CONDITIONS, open: { ...DEFAULT_CONDITIONS.open, conditions } }),
    });
    expect(FUTURES.check(values, checkContext({ spec: contract }))[0]).toMatchObject({
      field: 'conditions',
      code: 'condition.empty',
      values: { side: 'open', row: '2', label: 'slow' },
    });
  });

  it('are read as text and nothing else', () => {
    const { open, close } = DEFAULT_CONDITIONS;
    const wrong = [
      null,
      [],
      'x',
      { open },
      { open: 'x', close },
      { open, close: { ...close, conditions: [1] } },
      { open, close: { ...close, conditions: [{ ...DEFAULT_CONDITION, indicatorArgs: [1] }] } },
      { open: { ...open, ratio: 0.1 }, close },
      Object.create({ open, close }),
    ];
    for (const one of wrong) expect(readConditions(one)).toBeNull();
    expect(parseConditions('{')).toBeNull();
  });
});
