import { describe, expect, it } from 'vitest';
import { createGridBody, runStrategyBody } from '#lib/contract/create-bodies.ts';
import { definitionOf, RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { formatRows } from '#lib/kinds/martingale/definition/rows.ts';
import type { CheckContext, FormValues } from '#lib/strategies/definition.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { testContract } from '#tests/support/market-specs.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

type Kind = (typeof RUNNABLE_KINDS)[number];

function issuesOf(kind: Kind, change: FormValues, changes: Partial<CheckContext> = {}): readonly string[] {
  const { spec, good } = KIND_CASES[kind];
  return definitionOf(kind)
    .check({ ...good, ...change }, checkContext({ spec, ...changes }))
    .filter(({ severity }) => severity === 'error')
    .map(({ field, code }) => `${field} ${code}`);
}

const fieldOf = (kind: Kind, name: string) => definitionOf(kind).fields.find((field) => field.name === name);

const STOP_PRICES: FormValues = {
  stop_loss_on: '1',
  stop_loss: '45000',
  stop_profit_on: '1',
  stop_profit: '75000',
  stop_check_type: '1',
};
const RANGE_EXTRAS: FormValues = {
  price_type: '1',
  qty_type: '1',
  qty_rate: '12.5',
  init_position_slip: '0.5',
  is_less_low_stop: '1',
  is_over_high_stop: '1',
};
const TEXTS: FormValues = {
  strategy_name: 'Night shift',
  abstract: 'Buys low and sells high.',
  follow_fee_rate: '5',
  is_hide: '1',
  is_hide_order: '1',
};
const FREE_ROWS = formatRows([
  { price_steps: '0', increasing_share: '1' },
  { price_steps: '1.5', increasing_share: '2' },
]);

/** Everything that a kind's form can say, said at once. */
const FULL: Readonly<Partial<Record<Kind, readonly FormValues[]>>> = {
  spot_grid: [
    {
      ...RANGE_EXTRAS,
      ...STOP_PRICES,
      trigger_price: '58000',
      trail_up: '1',
      stop_upward_price: '105000',
      trail_down: '1',
      stop_downward_price: '25000',
      moving_average_momentum: '2.5',
    },
    { is_use_base: '1', money: '0.1', store_coin_flag: '1' },
  ],
  futures_grid: [
    {
      ...RANGE_EXTRAS,
      side: 'neutral',
      leverage: '7',
      trigger_price: '58000',
      trigger_type: '1',
      stop_loss_on: '1',
      stop_loss: '12.5',
      stop_profit_on: '1',
      stop_profit: '30',
      stop_check_type: '1',
    },
    { side: 'sell' },
  ],
  margin_grid: [{ ...RANGE_EXTRAS, ...STOP_PRICES, leverage: '4', trigger_price: '58000' }, { side: 'neutral' }],
  infinite_grid: [
    { ...STOP_PRICES, low_price: '1.25', trigger_price: '58000' },
    { is_use_base: '1', money: '0.1' },
  ],
  martingale: [
    { transaction_type: 'hoarding', amount_multiplier: '1.25', stop_loss_per_cycle: '7.5', trigger_price: '58000' },
    { price_step_type: 'diff', price_steps: '250' },
    { enable_free_params: '1', price_step_details: FREE_ROWS, price_steps: '', max_order_amount: '' },
  ],
  'contract-martingale': [
    { side: 'sell', leverage: '9', transaction_type: 'high-risk-arbitrage', amount_multiplier: '1.25', size: '3' },
    { enable_free_params: '1', price_step_details: FREE_ROWS, price_steps: '', max_order_amount: '' },
  ],
};

describe.each(RUNNABLE_KINDS)('the form of %s', (kind) => {
  const definition = definitionOf(kind);
  const { spec, good } = KIND_CASES[kind];

  it('has name, description and both hide flags among its values, and sends them as they stand (C-127)', () => {
    for (const name of ['strategy_name', 'abstract', 'is_hide', 'is_hide_order']) {
      expect(definition.defaults()).toHaveProperty(name);
      expect(fieldOf(kind, name)?.section).toBe('advanced');
    }
    const sent = definition.encode({ ...good, ...TEXTS, is_hide_order: '0' }, spec);
    expect(sent).toMatchObject({
      strategy_name: 'Night shift',
      abstract: 'Buys low and sells high.',
      is_hide: 1,
      is_hide_order: 0,
    });
    expect(definition.encode({ ...good, is_hide_order: '1' }, spec)).toMatchObject({ is_hide: 0, is_hide_order: 1 });
  });

  it.each(FULL[kind] ?? [{}])('comes back from the wire as it was typed: %j', (change) => {
    const values = { ...good, ...TEXTS, ...change };
    const payload = definition.encode(values, spec);
    const body = definition.calls.create === 'createGrid' ? createGridBody : runStrategyBody;
    // What the contract lets through, not only what the encoder made.
    const parsed = body.parse(payload);
    expect(definition.decode(parsed as never, spec)).toEqual(values);
    // The exchange makes params of what came over the wire, the form of what it would send: one way.
    const params = definition.params(parsed as never, spec, 25_000n);
    expect(params).toEqual(typedParams(definition as never, values, spec, 25_000n));
    expect(params).toHaveProperty('spec');
  });

  it.runIf(fieldOf(kind, 'trigger_price') !== undefined)(
    'keeps the trigger on its side of the last price, where it has a side (C-262, C-263)',
    () => {
      expect(issuesOf(kind, { trigger_price: '60000.1' })).toEqual(['trigger_price trigger.above_last']);
      expect(issuesOf(kind, { trigger_price: '60000' })).toEqual([]);
      const selling: FormValues =
        fieldOf(kind, 'side') === undefined ? { is_use_base: '1', money: '0.1' } : { side: 'sell' };
      if (kind === 'martingale') return;
      expect(issuesOf(kind, { ...selling, trigger_price: '59999.9' })).toEqual(['trigger_price trigger.below_last']);
      expect(issuesOf(kind, { ...selling, trigger_price: '60000' })).toEqual([]);
    },
  );
});

describe('what differs between the kinds', () => {
  it.each(['futures_grid', 'margin_grid'] as const)(
    'a neutral %s may wait on either side of the price (C-262, C-263)',
    (kind) => {
      for (const trigger_price of ['59000', '61000'])
        expect(issuesOf(kind, { side: 'neutral', trigger_price })).toEqual([]);
    },
  );

  it.each(['infinite_grid', 'martingale', 'contract-martingale'] as const)(
    'a trigger of %s has no range to lie in (C-265)',
    (kind) => {
      expect(issuesOf(kind, { trigger_price: '1' })).toEqual([]);
    },
  );

  it('stops are percent of the investment on a futures grid, prices on spot, margin and infinite grid (C-071, X14)', () => {
    for (const name of ['stop_loss', 'stop_profit']) {
      expect(fieldOf('futures_grid', name)?.input).toBe('percent');
      for (const kind of ['spot_grid', 'margin_grid', 'infinite_grid'] as const) {
        expect(fieldOf(kind, name)?.input, kind).toBe('price');
      }
    }
    for (const kind of ['martingale', 'contract-martingale'] as const) {
      for (const name of ['take_profit_per_cycle', 'stop_loss_per_cycle'])
        expect(fieldOf(kind, name)?.input).toBe('percent');
    }
  });

  it.each(['spot_grid', 'margin_grid', 'infinite_grid'] as const)(
    'the real-time check stands beside the stops of %s, once there is one (C-073)',
    (kind) => {
      const field = fieldOf(kind, 'stop_check_type');
      const { good, spec } = KIND_CASES[kind];
      expect(field?.isShown?.(good, spec)).toBe(false);
      expect(field?.isShown?.({ ...good, stop_loss_on: '1' }, spec)).toBe(true);
      expect(field?.isShown?.({ ...good, stop_profit_on: '1' }, spec)).toBe(true);
    },
  );

  it.each([
    ['spot_grid', 'is_use_base', '1'],
    ['infinite_grid', 'is_use_base', '1'],
    ['futures_grid', 'side', 'sell'],
    ['futures_grid', 'side', 'neutral'],
    ['margin_grid', 'side', 'neutral'],
  ] as const)('another side of %s resets stop loss, take profit and slippage (C-195): %s %s', (kind, field, value) => {
    const { spec, good } = KIND_CASES[kind];
    const filled = { ...good, ...STOP_PRICES, init_position_slip: '0.5' };
    const next = definitionOf(kind).reduce(filled, field, value, spec);
    for (const name of ['stop_loss', 'stop_profit', 'init_position_slip']) expect(next[name] ?? '', name).toBe('');
    expect(next).toMatchObject({ [field]: value, stop_loss_on: '0', stop_profit_on: '0' });
  });

  it.each(['futures_grid', 'contract-martingale'] as const)(
    'leverage of a %s is 1 up to what the contract allows, and 50 whatever it allows (C-283, C-287, E-258, E-345)',
    (kind) => {
      const leverage = (text: string, leverageMax: number) =>
        issuesOf(kind, { leverage: text, money: '5000' }, { spec: testContract({ leverageMax }) });
      expect(leverage('1', 3)).toEqual([]);
      expect(leverage('3', 3)).toEqual([]);
      expect(leverage('4', 3)).toEqual(['leverage range']);
      expect(leverage('0', 3)).toEqual(['leverage range']);
      expect(leverage('50', 125)).toEqual([]);
      expect(leverage('51', 125)).toEqual(['leverage range']);
    },
  );

  it('leverage of a margin grid is 2 to 10 (C-284, C-290, E-345)', () => {
    for (const leverage of ['2', '10']) expect(issuesOf('margin_grid', { leverage })).toEqual([]);
    for (const leverage of ['1', '11', '']) expect(issuesOf('margin_grid', { leverage })).toEqual(['leverage range']);
  });

  it('a futures slippage is 0.1 to 0.5 percent, and the message says so (C-102, C-293)', () => {
    const { spec, good } = KIND_CASES.futures_grid;
    const [issue] = definitionOf('futures_grid').check({ ...good, init_position_slip: '0.51' }, checkContext({ spec }));
    expect(issue).toMatchObject({ code: 'slippage.range', values: { min: '0.1', max: '0.5' } });
    for (const slip of ['0.1', '0.5', '']) expect(issuesOf('futures_grid', { init_position_slip: slip })).toEqual([]);
  });

  it.each([
    ['martingale', '15'],
    ['contract-martingale', '10'],
  ] as const)('each free row’s step of a %s is 0.1 to %s percent (C-303, E-230)', (kind, most) => {
    const rows = (step: string) =>
      issuesOf(kind, {
        enable_free_params: '1',
        money: '50000',
        price_step_details: formatRows([
          { price_steps: '0', increasing_share: '1' },
          { price_steps: step, increasing_share: '1' },
        ]),
      });
    expect(rows('0.1')).toEqual([]);
    expect(rows(most)).toEqual([]);
    for (const step of ['0.09', `${most}.01`, '0']) expect(rows(step)).toEqual(['price_step_details step.range']);
    const { spec, good } = KIND_CASES[kind];
    const values = {
      ...good,
      enable_free_params: '1',
      price_step_details: formatRows([
        { price_steps: '0', increasing_share: '1' },
        { price_steps: '99', increasing_share: '1' },
      ]),
    };
    const [issue] = definitionOf(kind).check(values, checkContext({ spec }));
    expect(issue?.values).toMatchObject({ max: most });
  });
});
