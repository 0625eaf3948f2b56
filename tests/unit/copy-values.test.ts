import { describe, expect, it } from 'vitest';
import {
  type CopyTerms,
  checkCopy,
  chosen,
  EMPTY_COPY,
  followOf,
  formField,
  moneyDecimals,
  mostMoney,
} from '#components/copy/copy-values.ts';
import { CONTRACT } from '#lib/contract/contract.ts';
import { CREATABLE_KINDS } from '#lib/kinds/catalogue.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { typedNumber } from '#lib/money/input.ts';
import type { FormValues } from '#lib/strategies/definition.ts';

const TERMS: CopyTerms = {
  strategy_type: 'futures_grid',
  market: 'BTC_USDT',
  settle: 'usdt',
  asset: 'USDT',
  min_amount: '25.125',
  available: '1000',
  trial_available: '50',
  leverage: '5',
  leverage_min: 1,
  leverage_max: 20,
  stops: { of: 'investment', stop_loss: 1, stop_profit: 1 },
  follow_fee_rate: '0.05',
  fee_rate: '0.001',
  liq_price: '--',
  short_liq_price: '--',
  is_open_params: 0,
  payload: null,
  issue: null,
};
const typed = (changes: FormValues): FormValues => ({ ...EMPTY_COPY, ...changes });
const codes = (changes: FormValues, phase: 'typing' | 'submit' = 'typing', terms: CopyTerms | null = TERMS) =>
  checkCopy(typed(changes), terms, phase).map(({ field, code }) => `${field} ${code}`);

describe('the amount of a copy', () => {
  it('takes no minus sign (M-251)', () => {
    expect(typedNumber('5', '-5', { decimals: moneyDecimals(TERMS) })).toBe('5');
    expect(codes({ money: '-5' })).toEqual(['money money.limit']);
  });

  it.each([
    ['', 'typing', []],
    ['', 'submit', ['money money.empty']],
    ['0', 'submit', ['money money.empty']],
    ['0.00', 'submit', ['money money.empty']],
    ['0', 'typing', ['money money.limit']],
    ['99999999', 'typing', ['money money.balance.copy']],
    ['99999999.001', 'typing', ['money money.limit']],
    ['25.124', 'typing', ['money money.min.copy']],
    ['25.125', 'typing', []],
    ['1000', 'typing', []],
    ['1000.001', 'typing', ['money money.balance.copy']],
  ] as const)('%s while %s says %j (M-252, M-253, M-254, M-255, M-256)', (money, phase, expected) => {
    expect(codes({ money }, phase)).toEqual(expected);
  });

  it('has its bounds in the message (M-253)', () => {
    expect(checkCopy(typed({ money: '100000000' }), TERMS, 'typing')).toMatchObject([
      { code: 'money.limit', values: { min: '0', max: '99999999' } },
    ]);
  });

  it('may be as much as balance and trial funds together where these are used (M-255)', () => {
    expect(codes({ money: '1050', use_experience: '1' })).toEqual([]);
    expect(codes({ money: '1050.001', use_experience: '1' })).toEqual(['money money.balance.copy']);
    expect(mostMoney(EMPTY_COPY, null)).toBeNull();
  });

  it('has the decimals of the minimum amount (M-258)', () => {
    expect([moneyDecimals(TERMS), moneyDecimals({ ...TERMS, min_amount: '10' }), moneyDecimals(null)]).toEqual([
      3, 0, 2,
    ]);
  });

  it('says nothing of what is not known', () => {
    expect(codes({ money: '5' }, 'submit', null)).toEqual([]);
    expect(codes({ money: '5' }, 'submit', { ...TERMS, min_amount: '' })).toEqual([]);
  });
});

describe('what else a copier chooses', () => {
  it.each([
    ['', []],
    ['1', []],
    ['20', []],
    ['0', ['leverage range']],
    ['21', ['leverage range']],
    ['2.5', ['leverage range']],
  ] as const)('leverage %s says %j (M-263)', (leverage, expected) => {
    expect(codes({ leverage })).toEqual(expected);
    expect(codes({ leverage }, 'typing', { ...TERMS, leverage: '' })).toEqual([]);
  });

  it.each([
    ['', []],
    ['0.5', []],
    ['100', []],
    // As in the form of a creation: none (C-280).
    ['0', []],
    ['100.01', ['stop_loss stop.ratio_range']],
  ] as const)('a stop loss of %s percent says %j (M-259)', (stop_loss, expected) => {
    expect(codes({ own_stops: '1', stop_loss })).toEqual(expected);
    expect(codes({ own_stops: '0', stop_loss })).toEqual([]);
  });

  it('a take profit of 0 percent is none that could be (M-259, C-282)', () => {
    const stops = { of: 'investment', stop_loss: 1, stop_profit: 1 } as const;
    expect(codes({ own_stops: '1', stop_profit: '0' }, 'typing', { ...TERMS, stops })).toEqual([
      'stop_profit stop.ratio_zero',
    ]);
  });

  it('is said in fractions and prices, and what is left alone is not said at all', () => {
    expect(chosen(EMPTY_COPY, TERMS)).toEqual({});
    const own = typed({ own_stops: '1', stop_loss: '12.5', leverage: '3', use_experience: '1' });
    expect(chosen(own, TERMS)).toEqual({ leverage: '3', stop_loss: '0.125', stop_profit: '', use_experience: 1 });
    // Gone since they were chosen, and their box with them: nothing is sent of it.
    expect(chosen(own, { ...TERMS, trial_available: '0' })).not.toHaveProperty('use_experience');
    expect(chosen(own, { ...TERMS, stops: { of: 'price', stop_loss: 1, stop_profit: 0 } }).stop_loss).toBe('12.5');
  });
});

describe('the follow call', () => {
  /** What the exchange of this kind calls its stops. */
  const stopNames = (kind: RunnableKind): readonly string[] => kindOf(kind).stops?.fields ?? [];

  it.each(CREATABLE_KINDS)(
    'of %s is its kind’s, takes the contract’s body, and says no more than whom, how much and the copier’s own (C-355, C-357, M-330, M-331, M-332)',
    (kind) => {
      const definition = definitionOf(kind);
      const { stops } = kindOf(kind);
      const terms: CopyTerms = {
        ...TERMS,
        strategy_type: kind,
        stops: {
          of: stops?.of ?? '',
          stop_loss: stops === undefined || stops.lacks === 'stop_loss' ? 0 : 1,
          stop_profit: stops === undefined ? 0 : 1,
        },
      };
      const values = typed({ money: '100', leverage: '2', own_stops: '1', stop_loss: '10', stop_profit: '20' });
      const { call, payload } = followOf(definition, {
        followId: 7,
        values,
        terms,
        isHide: '1',
        copier: { uid: 'u7', user_id: 9 },
      });
      expect(call).toBe(definition.calls.create === 'createGrid' ? 'followGrid' : 'followStrategy');
      expect(CONTRACT[call].body.safeParse(payload).error).toBeUndefined();
      const { params = {}, ...top } = payload as { params?: object };
      const said = [...Object.keys(top), ...Object.keys(params)];
      const own = [
        'uid',
        'user_id',
        'follow_id',
        'is_hide',
        'money',
        'begin_money_amount',
        'leverage',
        ...stopNames(kind),
      ];
      expect(said.filter((name) => !own.includes(name))).toEqual([]);
      expect(stopNames(kind).filter((name) => !said.includes(name))).toEqual([]);
      // A refusal of one of them is said at its field.
      for (const name of stopNames(kind)) expect(['stop_loss', 'stop_profit']).toContain(formField(name));
    },
  );

  it('of no choice is as the original has it', () => {
    const { payload } = followOf(definitionOf('spot_grid'), {
      followId: 7,
      values: typed({ money: '50' }),
      terms: TERMS,
      isHide: '0',
      copier: null,
    });
    expect(payload).toEqual({ follow_id: 7, is_hide: 0, money: '50' });
  });
});
