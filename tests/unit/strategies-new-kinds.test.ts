import { describe, expect, it } from 'vitest';
import { runStrategyBody } from '#lib/contract/create-bodies.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { formatRows, parseRows } from '#lib/kinds/martingale/definition/rows.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { CheckContext, FormValues } from '#lib/strategies/definition.ts';
import { defaultLeverage } from '#lib/strategies/rules/leverage.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';

const spot = testSpec();
const contract = testContract();

type Kind = keyof typeof STRATEGIES;

function issuesOf(kind: Kind, values: FormValues, changes: Partial<CheckContext> = {}): readonly string[] {
  const spec = KIND_FACTS[kind].page === 'futures' ? contract : spot;
  return STRATEGIES[kind]
    .check(values, checkContext({ spec, ...changes }))
    .map(({ field, code }) => `${field} ${code}`);
}

const futures: FormValues = {
  ...STRATEGIES.futures_grid.defaults(),
  leverage: '3',
  low_price: '50000',
  high_price: '70000',
  grid_num: '20',
  money: '5000',
};
const margin: FormValues = {
  ...STRATEGIES.margin_grid.defaults(),
  low_price: '50000',
  high_price: '70000',
  grid_num: '20',
  money: '1000',
};
const infinite: FormValues = { ...STRATEGIES.infinite_grid.defaults(), low_price: '1', high_price: '1', money: '1000' };
const martingale: FormValues = {
  ...STRATEGIES.martingale.defaults(),
  price_steps: '1',
  max_order_amount: '5',
  take_profit_per_cycle: '1',
  money: '2000',
};
const fieldOf = (kind: Kind, name: string) => STRATEGIES[kind].fields.find((field) => field.name === name);

describe('the payloads of the other grids', () => {
  it('margin: the spot grid’s with leverage, instrument type and side (C-154)', () => {
    const payload = STRATEGIES.margin_grid.encode({ ...margin, side: 'sell', leverage: '4' }, spot);
    expect(payload).toMatchObject({ instrument_type: 'margin_grid', leverage: '4', side: 'sell', low_price: '50000' });
  });

  it('infinite: fractions instead of a range (C-155)', () => {
    const payload = STRATEGIES.infinite_grid.encode({ ...infinite, high_price: '1.5' }, spot);
    expect(payload).toMatchObject({ instrument_type: 'infinite_grid', low_price: '0.01', high_price: '0.015' });
    expect(payload).not.toHaveProperty('grid_num');
  });

  it('futures: instrument type by settle asset, side and leverage (C-156, C-130)', () => {
    const payload = STRATEGIES.futures_grid.encode({ ...futures, side: 'neutral' }, contract);
    expect(payload).toMatchObject({ instrument_type: 'futures_usdt', leverage: '3', side: 'neutral', price_type: '0' });
    const inverse = STRATEGIES.futures_grid.encode(futures, testContract({ settle: 'BTC', isInverse: true }));
    expect(inverse.instrument_type).toBe('futures_btc');
  });

  it('futures: optional trigger with its price type, stops as fractions, slippage, quantities (C-157, C-126)', () => {
    const values = {
      ...futures,
      trigger_price: '55000',
      trigger_type: '1',
      stop_loss_on: '1',
      stop_loss: '12.5',
      init_position_slip: '0.5',
      qty_type: '1',
      qty_rate: '10',
    };
    expect(STRATEGIES.futures_grid.encode(values, contract)).toMatchObject({
      trigger_price: '55000',
      trigger_price_type: '1',
      stop_loss: '0.125',
      init_position_slip: '0.005',
      qty_rate: '0.1',
    });
  });
});

describe('the infinite grid', () => {
  it('asks for 0.1 % per grid where the fee is discounted, else for 0.2 % (C-259)', () => {
    expect(issuesOf('infinite_grid', { ...infinite, low_price: '0.1' })).toEqual([]);
    const other = testSpec({ market: 'SOL_USDT', base: 'SOL' });
    expect(issuesOf('infinite_grid', { ...infinite, low_price: '0.19' }, { spec: other })).toEqual([
      'low_price grid.fraction_range',
    ]);
    expect(issuesOf('infinite_grid', { ...infinite, low_price: '0.2' }, { spec: other })).toEqual([]);
  });
});

describe('sides, leverage, stops and slippage', () => {
  it('offers neutral on futures and margin grid only (C-057)', () => {
    const sides = (kind: Kind) => fieldOf(kind, 'side')?.options?.map(({ value }) => value);
    expect(sides('futures_grid')).toEqual(['buy', 'sell', 'neutral']);
    expect(sides('margin_grid')).toEqual(['buy', 'sell', 'neutral']);
    expect(sides('contract-martingale')).toEqual(['buy', 'sell']);
    expect(sides('compose-indicator')).toEqual(['buy', 'sell']);
    expect(sides('martingale')).toBeUndefined();
  });

  it('starts a futures grid at 5 and the others at 2, never above the maximum (C-288, C-289)', () => {
    expect(defaultLeverage(50, STRATEGIES.futures_grid.leverageLimits?.(contract).standard)).toBe('5');
    expect(defaultLeverage(3, STRATEGIES.futures_grid.leverageLimits?.(contract).standard)).toBe('3');
    expect(defaultLeverage(50, STRATEGIES['contract-martingale'].leverageLimits?.(contract).standard)).toBe('2');
  });

  it('picks 0.1 and 0.5 percent on futures, and takes no more than 0.5 (C-100, C-102)', () => {
    expect(fieldOf('futures_grid', 'init_position_slip')?.picks).toEqual(['0.1', '0.5']);
    expect(issuesOf('futures_grid', { ...futures, init_position_slip: '0.51' })).toContain(
      'init_position_slip slippage.range',
    );
  });

  it('takes stops of a futures grid as percent from 0 to 100 without a sign (C-280, M-225, M-226, M-227)', () => {
    const stop = (text: string) => issuesOf('futures_grid', { ...futures, stop_loss_on: '1', stop_loss: text });
    expect(stop('-1')).toContain('stop_loss stop.ratio_range');
    expect(stop('101')).toContain('stop_loss stop.ratio_range');
    expect(stop('10')).toEqual([]);
  });

  it('keeps the stop loss below 100 ÷ leverage percent, the bot’s own (C-281, E-241, M-229)', () => {
    const stop = (leverage: string, text: string) =>
      issuesOf('futures_grid', { ...futures, leverage, stop_loss_on: '1', stop_loss: text }).filter((one) =>
        one.startsWith('stop_loss'),
      );
    expect(stop('5', '20')).toEqual(['stop_loss stop.leverage_limit']);
    expect(stop('5', '19.99')).toEqual([]);
  });

  it('says >0 to a take profit of 0 (C-282, M-228, X12)', () => {
    expect(issuesOf('futures_grid', { ...futures, stop_profit_on: '1', stop_profit: '0' })).toContain(
      'stop_profit stop.ratio_zero',
    );
  });
});

describe('the martingales', () => {
  it('hold their settings as form values (C-139, C-131)', () => {
    for (const name of [
      'price_steps',
      'amount_multiplier',
      'max_order_amount',
      'enable_free_params',
      'take_profit_per_cycle',
      'price_step_details',
      'transaction_type',
    ]) {
      expect(STRATEGIES.martingale.defaults()).toHaveProperty(name);
    }
    expect(fieldOf('martingale', 'transaction_type')?.options?.map(({ value }) => value)).toEqual([
      'low-risk-arbitrage',
      'high-risk-arbitrage',
      'hoarding',
    ]);
  });

  it.each(['martingale', 'contract-martingale'] as const)(
    '%s: its price step, its most add orders and the take profit of a round are set in the strategy block (C-078)',
    (kind) => {
      const values = { ...STRATEGIES[kind].defaults(), transaction_type: 'low-risk-arbitrage' };
      for (const name of ['price_steps', 'max_order_amount', 'take_profit_per_cycle']) {
        const field = fieldOf(kind, name);
        expect(field?.section, name).toBe('strategy');
        expect(field?.isShown?.(values, kind === 'martingale' ? spot : contract) ?? true, name).toBe(true);
      }
    },
  );

  it.each(['martingale', 'contract-martingale'] as const)(
    '%s: the amount multiplier is hidden for low risk and for nothing else that is chosen (M-392)',
    (kind) => {
      const types = fieldOf(kind, 'transaction_type')?.options?.map(({ value }) => value) ?? [];
      const isShown = (type: string) =>
        fieldOf(kind, 'amount_multiplier')?.isShown?.(
          { ...STRATEGIES[kind].defaults(), transaction_type: type },
          kind === 'martingale' ? spot : contract,
        );
      expect(types.length).toBeGreaterThan(1);
      expect(types.filter((type) => isShown(type) !== true)).toEqual(['low-risk-arbitrage']);
    },
  );

  it('hide the multiplier with free parameters and for low risk (E-236, C-299)', () => {
    const isShown = (values: FormValues) =>
      fieldOf('martingale', 'amount_multiplier')?.isShown?.({ ...martingale, ...values }, spot);
    expect(isShown({ transaction_type: 'high-risk-arbitrage' })).toBe(true);
    expect(isShown({ transaction_type: 'high-risk-arbitrage', enable_free_params: '1' })).toBe(false);
    expect(isShown({})).toBe(false);
  });

  it('send what strategy/run takes (C-356)', () => {
    const payload = STRATEGIES.martingale.encode(martingale, spot);
    expect(runStrategyBody.safeParse(payload).error).toBeUndefined();
    expect(payload.params).toMatchObject({
      price_steps: '0.01',
      price_step_type: 'rate',
      take_profit_per_cycle: '0.01',
    });
  });

  it('turning on free rows empties the plain settings of difference steps (C-190, C-191)', () => {
    const { reduce } = STRATEGIES.martingale;
    const diff = { ...martingale, price_step_type: 'diff', price_steps: '100' };
    const next = reduce(diff, 'enable_free_params', '1', spot);
    expect(next).toMatchObject({
      amount_multiplier: '1',
      max_order_amount: '',
      take_profit_per_cycle: '',
      price_steps: '',
    });
    expect(parseRows(next.price_step_details ?? '')?.[1]?.price_steps).toBe('100');
    // A distance of 1 is more than some coins cost: it is left to be typed.
    const untyped = reduce({ ...diff, price_steps: '' }, 'enable_free_params', '1', spot);
    expect(parseRows(untyped.price_step_details ?? '')?.[1]).toEqual({ price_steps: '', increasing_share: '1' });
    const rate = reduce(martingale, 'enable_free_params', '1', spot);
    expect(rate).toMatchObject({ price_steps: '1', take_profit_per_cycle: '1' });
    expect(parseRows(rate.price_step_details ?? '')).toHaveLength(6);
  });

  it('take up to 31 rows, warn of a total share above 10000, and check each step by the kind’s limit (C-308, E-230, E-231)', () => {
    const withRows = (count: number, step: string, share: string): FormValues => ({
      ...martingale,
      enable_free_params: '1',
      price_step_details: formatRows(
        Array.from({ length: count }, () => ({ price_steps: step, increasing_share: share })),
      ),
    });
    expect(issuesOf('martingale', withRows(31, '1', '1'))).toEqual([]);
    expect(issuesOf('martingale', withRows(32, '1', '1'))).toEqual(['price_step_details rows.most']);
    expect(issuesOf('martingale', withRows(2, '1', '6000'))).toEqual(['price_step_details rows.total']);
    expect(issuesOf('contract-martingale', { ...withRows(3, '10.01', '1'), leverage: '2' })).toContain(
      'price_step_details step.range',
    );
    expect(issuesOf('martingale', withRows(3, '10.01', '1'))).toEqual([]);
  });

  it('on contracts: steps to 10 %, the first order within the contract’s sizes, amounts in its decimals (C-238, C-239, C-240, C-295, M-257)', () => {
    const values = { ...martingale, leverage: '5' };
    expect(issuesOf('contract-martingale', { ...values, price_steps: '10.01' })).toContain('price_steps step.range');
    expect(issuesOf('contract-martingale', { ...values, money: '5' })).toContain('money order.min');
    const small = testContract({ sizeMax: 10n });
    const order = STRATEGIES['contract-martingale'].check({ ...values, size: '11' }, checkContext({ spec: small }));
    expect(order).toContainEqual(
      expect.objectContaining({ field: 'size', code: 'order.max', values: { n: '0.001', unit: 'BTC' } }),
    );
    expect(issuesOf('contract-martingale', { ...values, money: '2000.12345' })).toContain('money amount.decimals');
  });

  it('on contracts: a late order beyond the contract’s largest is too large, and no money is asked for that would not help (C-239)', () => {
    const spec = testContract({ sizeMax: 1_000n });
    const values = { ...martingale, leverage: '5', transaction_type: 'high-risk-arbitrage', price_steps: '0.1' };
    const late = { field: 'max_order_amount', code: 'order.max', values: { n: '0.1', unit: 'BTC' } };
    const deep = { ...values, amount_multiplier: '2', max_order_amount: '10' };
    expect(issuesOf('contract-martingale', { ...deep, max_order_amount: '9', money: '99999' }, { spec })).toEqual([]);
    for (const money of ['5', '99999']) {
      const said = STRATEGIES['contract-martingale'].check({ ...deep, money }, checkContext({ spec }));
      expect(said.map(({ field, code, values: told }) => ({ field, code, values: told }))).toContainEqual(late);
      expect(said.map(({ code }) => code)).not.toContain('order.min');
    }
    const rows = Array.from({ length: 3 }, (_, i) => ({ price_steps: '1', increasing_share: i === 2 ? '5000' : '1' }));
    const free = { ...values, enable_free_params: '1', price_step_details: formatRows(rows), money: '99999' };
    expect(issuesOf('contract-martingale', free, { spec })).toEqual(['price_step_details order.max']);
  });

  it('on contracts: the first order is looked at where it is placed, at the trigger price (C-237, C-238, C-239)', () => {
    const spec = testContract({ sizeMin: 10n });
    const definition = STRATEGIES['contract-martingale'];
    const values = { ...martingale, leverage: '5', side: 'sell', money: '100' };
    const facts = { spec, lastTicks: 600_000, feeRate: 100_000n };
    const leastAt = (trigger_price: string) => definition.typedMinimum?.({ ...values, trigger_price }, facts) ?? 0n;
    // A contract that is sold at three times the price takes three times the money.
    expect(leastAt('180000') * 100n).toBeGreaterThan(leastAt('') * 299n);
    const params = typedParams(definition, { ...values, trigger_price: '180000' }, spec, facts.feeRate);
    const asked = { lastTicks: facts.lastTicks, assetInUsdt: UNITS_PER_COIN, nextFundingE8: null };
    expect(definition.minimum(params, asked)).toBe(leastAt('180000'));
    const said = (changes: FormValues) =>
      issuesOf('contract-martingale', { ...values, ...changes }, { spec }).filter((one) => one.includes('order.'));
    expect([said({}), said({ trigger_price: '180000' })]).toEqual([[], ['money order.min']]);
    const asMany = { size: '30', money: '300' };
    expect([said(asMany), said({ ...asMany, trigger_price: '180000' })]).toEqual([[], ['size order.max']]);
  });
});

describe('leverage', () => {
  const tier = (upTo: bigint, leverageMax: number) => ({
    ...{ upToUnits: upTo * 100_000_000n, maintenanceE8: 500_000n, leverageMax },
  });
  const spec = testContract({ riskTiers: [tier(50_000n, 50), tier(1_000_000n, 5)] });

  it.each(['futures_grid', 'contract-martingale', 'compose-indicator', 'macd'] as const)(
    'of a %s is at most what the contract’s risk limits allow a position of its money',
    (kind) => {
      const check = (leverage: string, money: string) =>
        STRATEGIES[kind]
          .check({ ...STRATEGIES[kind].defaults(spec), leverage, money }, checkContext({ spec }))
          .filter(({ field }) => field === 'leverage')
          .map(({ code, values }) => [code, values?.max]);
      const isRefused = (leverage: string, money: string) =>
        check(leverage, money).some(([code]) => code === 'leverage.tier');
      expect(isRefused('10', '5000')).toBe(false);
      expect(check('10', '5001')).toContainEqual(['leverage.tier', '9']);
      expect(check('10', '20000')).toContainEqual(['leverage.tier', '5']);
      expect(isRefused('5', '20000')).toBe(false);
      expect(isRefused('10', '')).toBe(false);
    },
  );
});

describe('the minimum below the amount', () => {
  it.each([
    ['futures_grid', futures, contract],
    ['infinite_grid', infinite, spot],
    ['martingale', martingale, spot],
  ] as const)('of a %s is one that can be typed, never below what is needed', (kind, values, spec) => {
    const rows = STRATEGIES[kind].summary(values, checkContext({ spec, minAmount: 2_269_407_212n }));
    expect(rows.find(({ label }) => label === 'summary.min_investment')?.text).toBe('22.6941');
    const [said] = STRATEGIES[kind].check(
      { ...values, money: '12' },
      checkContext({ spec, minAmount: 2_269_407_212n }),
    );
    expect(said?.values).toMatchObject({ min: '22.6941' });
  });
});
