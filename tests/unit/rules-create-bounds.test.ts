import { describe, expect, it } from 'vitest';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { INDICATOR_KINDS } from '#lib/contract/vocabulary.ts';
import { type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import { formatRows } from '#lib/kinds/martingale/definition/rows.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { formatCoins } from '#lib/strategies/portfolio/coins.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

/**
 * Every bound of the create forms from both sides, for every kind that has it: the last value inside is accepted, the first one
 * outside is refused at its field. The market stands at 60,000; grids reach from 50,000 to 70,000 with 20 lines; the step is 1 %.
 */
const KINDS = Object.keys(STRATEGIES) as RunnableKind[];
const RANGED: readonly RunnableKind[] = ['spot_grid', 'futures_grid', 'margin_grid'];
const PRICE_STOPS: readonly RunnableKind[] = ['spot_grid', 'margin_grid'];
const RATIO_STOPS: readonly RunnableKind[] = ['futures_grid', 'smart-position'];
const LADDERS: readonly RunnableKind[] = ['martingale', 'contract-martingale'];
const OF_EDITOR: readonly RunnableKind[] = ['compose-indicator', 'spot-compose-indicator'];
const SHARED: readonly RunnableKind[] = KINDS.filter((kind) => !(INDICATOR_KINDS as readonly string[]).includes(kind));

/** How each kind sells first. */
const SELLING: Readonly<Partial<Record<RunnableKind, FormValues>>> = {
  spot_grid: { is_use_base: '1', money: '0.1' },
  infinite_grid: { is_use_base: '1', money: '0.1' },
  margin_grid: { side: 'sell' },
  futures_grid: { side: 'sell' },
  'contract-martingale': { side: 'sell' },
};

interface Bound {
  readonly rule: string;
  readonly kinds: readonly RunnableKind[];
  readonly field: string;
  /** What is typed besides. */
  readonly given?: FormValues;
  readonly isSelling?: boolean;
  readonly inside: readonly string[];
  readonly outside: readonly string[];
  /** The form value that a tried word makes; else the word is typed into the field. */
  readonly as?: (word: string) => FormValues;
  readonly spec?: MarketSpec;
}

const stop =
  (name: string) =>
  (word: string): FormValues => ({ [`${name}_on`]: '1', [name]: word });
const rows = (step: string, share: string, count = 1): FormValues => ({
  enable_free_params: '1',
  price_step_details: formatRows([
    { price_steps: '0', increasing_share: '1' },
    ...Array.from({ length: count }, () => ({ price_steps: step, increasing_share: share })),
  ]),
});
const coins = (...rates: readonly string[]): FormValues => ({
  coins: formatCoins(rates.map((rate, index) => ({ asset: ['BTC', 'ETH', 'XRP'][index] ?? '', rate, amount: '' }))),
});
const trailUp = (word: string): FormValues => ({
  trail_up: '1',
  stop_upward_price: '105000',
  moving_average_momentum: word,
});

const BOUNDS: readonly Bound[] = [
  { rule: 'C-251', kinds: RANGED, field: 'low_price', inside: ['0.1'], outside: ['0'] },
  { rule: 'C-251', kinds: RANGED, field: 'high_price', inside: ['99999999'], outside: ['99999999.1'] },
  { rule: 'C-252', kinds: RANGED, field: 'high_price', inside: ['50000.1'], outside: ['50000', '49999.9'] },
  {
    rule: 'C-253, C-254, C-415, E-212',
    kinds: RANGED,
    field: 'grid_num',
    inside: ['2', '200'],
    outside: ['', '1', '201'],
  },
  {
    rule: 'C-129',
    kinds: RANGED,
    field: 'qty_rate',
    given: { qty_type: '1' },
    inside: ['0', '100'],
    outside: ['100.01'],
  },
  {
    rule: 'C-258, C-259, E-215',
    kinds: ['infinite_grid'],
    field: 'low_price',
    inside: ['0.1', '100'],
    outside: ['0.09', '100.01'],
  },
  {
    rule: 'C-259, E-215 without a discount',
    kinds: ['infinite_grid'],
    field: 'high_price',
    inside: ['0.2', '100'],
    outside: ['0.19', '100.01'],
    spec: testSpec({ market: 'XRP_USDT', base: 'XRP' }),
  },
  {
    rule: 'C-261',
    kinds: ['infinite_grid', 'contract-martingale'],
    field: 'trigger_price',
    isSelling: true,
    inside: ['', '0', '999998.9'],
    outside: ['999999'],
  },
  {
    rule: 'C-262',
    kinds: [...RANGED, 'infinite_grid', 'contract-martingale'],
    field: 'trigger_price',
    isSelling: true,
    inside: ['60000'],
    outside: ['59999.9'],
  },
  {
    rule: 'C-263',
    kinds: [...RANGED, 'infinite_grid', ...LADDERS],
    field: 'trigger_price',
    inside: ['60000'],
    outside: ['60000.1'],
  },
  { rule: 'C-264', kinds: RANGED, field: 'trigger_price', inside: ['50000.1'], outside: ['50000'] },
  { rule: 'C-265', kinds: RANGED, field: 'trigger_price', isSelling: true, inside: ['69999.9'], outside: ['70000'] },
  { rule: 'C-264, C-265', kinds: ['infinite_grid', ...LADDERS], field: 'trigger_price', inside: ['0.1'], outside: [] },
  {
    rule: 'C-275',
    kinds: PRICE_STOPS,
    field: 'stop_loss',
    as: stop('stop_loss'),
    inside: ['49999.9'],
    outside: ['50000'],
  },
  {
    rule: 'C-274, C-276',
    kinds: PRICE_STOPS,
    field: 'stop_loss',
    isSelling: true,
    as: stop('stop_loss'),
    inside: ['70000.1', '999999'],
    outside: ['70000', '999999.1'],
  },
  {
    rule: 'C-277, C-278',
    kinds: PRICE_STOPS,
    field: 'stop_profit',
    as: stop('stop_profit'),
    inside: ['70000', '999999'],
    outside: ['69999.9', '999999.1'],
  },
  {
    rule: 'C-279',
    kinds: PRICE_STOPS,
    field: 'stop_profit',
    isSelling: true,
    as: stop('stop_profit'),
    inside: ['50000'],
    outside: ['50000.1'],
  },
  // It has no range, and holds coins whatever it was funded with: it loses below the price and wins above it.
  ...[false, true].flatMap((isSelling): Bound[] => [
    {
      rule: 'C-274',
      kinds: ['infinite_grid'],
      field: 'stop_loss',
      isSelling,
      as: stop('stop_loss'),
      inside: ['59999.9'],
      outside: ['60000', '60000.1', '999999.1'],
    },
    {
      rule: 'C-277',
      kinds: ['infinite_grid'],
      field: 'stop_profit',
      isSelling,
      as: stop('stop_profit'),
      inside: ['60000.1', '999999'],
      outside: ['60000', '59999.9', '999999.1'],
    },
  ]),
  {
    rule: 'C-280',
    kinds: RATIO_STOPS,
    field: 'stop_loss',
    given: { leverage: '1' },
    as: stop('stop_loss'),
    inside: ['0', '0.01', '99.99'],
    outside: ['100.01', '-1'],
  },
  {
    rule: 'C-280, C-282',
    kinds: RATIO_STOPS,
    field: 'stop_profit',
    as: stop('stop_profit'),
    inside: ['0.01', '100'],
    outside: ['0', '100.01', '-1'],
  },
  {
    rule: 'C-293',
    kinds: ['futures_grid'],
    field: 'init_position_slip',
    inside: ['0.1', '0.5'],
    outside: ['0.09', '0.51'],
  },
  { rule: 'C-293', kinds: PRICE_STOPS, field: 'init_position_slip', inside: ['0.1', '5'], outside: ['0.09', '5.01'] },
  {
    rule: 'C-266, C-268',
    kinds: ['spot_grid'],
    field: 'moving_average_momentum',
    as: trailUp,
    inside: ['1', '2.55', '50'],
    outside: ['', '0', '0.99', '50.01', '2.555'],
  },
  {
    rule: 'C-270, C-272',
    kinds: ['spot_grid'],
    field: 'stop_upward_price',
    given: { trail_up: '1', moving_average_momentum: '2' },
    inside: ['70000.1'],
    outside: ['', '0', '70000'],
  },
  {
    rule: 'C-271, C-272',
    kinds: ['spot_grid'],
    field: 'stop_downward_price',
    given: { trail_down: '1', moving_average_momentum: '2' },
    inside: ['49999.9'],
    outside: ['', '0', '50000'],
  },
  {
    rule: 'C-294, C-419, E-224, E-342',
    kinds: ['martingale'],
    field: 'price_steps',
    inside: ['0.1', '15'],
    outside: ['0.09', '15.01'],
  },
  {
    rule: 'C-295, C-419',
    kinds: ['contract-martingale'],
    field: 'price_steps',
    inside: ['0.1', '10'],
    outside: ['0.09', '10.01'],
  },
  {
    rule: 'C-296, E-225',
    kinds: ['martingale'],
    field: 'price_steps',
    given: { price_step_type: 'diff' },
    inside: ['0.1', '30000'],
    outside: ['0', '30000.1'],
  },
  {
    rule: 'C-297, C-419, E-226, E-342, M-376',
    kinds: LADDERS,
    field: 'max_order_amount',
    inside: ['1', '30'],
    outside: ['', '0', '31'],
  },
  {
    rule: 'C-298, C-419, E-222, E-342',
    kinds: LADDERS,
    field: 'amount_multiplier',
    given: { transaction_type: 'hoarding' },
    inside: ['1', '1.55', '2'],
    outside: ['0.99', '1.555', '2.01'],
  },
  {
    rule: 'C-300, C-419, E-223, E-342',
    kinds: LADDERS,
    field: 'take_profit_per_cycle',
    inside: ['0.1', '101'],
    outside: ['', '0.09'],
  },
  {
    rule: 'C-301, C-302, E-232',
    kinds: ['martingale'],
    field: 'stop_loss_per_cycle',
    inside: ['', '0', '1.01', '100'],
    outside: ['1', '100.01'],
  },
  {
    rule: 'C-303, E-228',
    kinds: ['martingale'],
    field: 'price_step_details',
    as: (step) => rows(step, '1'),
    inside: ['0.1', '15'],
    outside: ['0.09', '15.01'],
  },
  {
    rule: 'C-303, E-230',
    kinds: ['contract-martingale'],
    field: 'price_step_details',
    as: (step) => rows(step, '1'),
    inside: ['0.1', '10'],
    outside: ['0.09', '10.01'],
  },
  {
    rule: 'C-305, E-229',
    kinds: LADDERS,
    field: 'price_step_details',
    as: (share) => rows('1', share),
    inside: ['1'],
    outside: ['0.99', '0', ''],
  },
  {
    rule: 'C-306, C-307, E-231, E-343',
    kinds: LADDERS,
    field: 'price_step_details',
    as: (count) => rows('1', '1', Number(count)),
    inside: ['1', '30'],
    outside: ['0', '31'],
  },
  {
    rule: 'C-243',
    kinds: ['smart-position'],
    field: 'coins',
    as: (rate) => coins(rate, `${100 - Number(rate)}`),
    inside: ['1', '99'],
    outside: ['0.99', '0'],
  },
  {
    rule: 'C-244',
    kinds: ['smart-position'],
    field: 'coins',
    as: (rate) => coins('50', rate),
    inside: ['50'],
    outside: ['49.99', '50.01'],
  },
  {
    rule: 'C-242',
    kinds: ['smart-position'],
    field: 'coins',
    as: (two) => (two === '2' ? coins('50', '50') : coins('100')),
    inside: ['2'],
    outside: ['1'],
  },
  {
    rule: 'C-241',
    kinds: ['smart-position'],
    field: 'money',
    given: coins('40', '30', '30'),
    inside: ['30'],
    outside: ['29.99'],
  },
  ...(['m', 'h', 'd'] as const).map((unit): Bound => {
    const most = { m: 60, h: 24, d: 28 }[unit];
    const outside = ['', '0', `${most + 1}`, '1.5'];
    return {
      rule: `C-336 ${unit}`,
      kinds: ['smart-position'],
      field: 'period',
      given: { period_unit: unit },
      inside: ['1', `${most}`],
      outside,
    };
  }),
  {
    rule: 'C-337',
    kinds: ['smart-position'],
    field: 'threshold',
    given: { balance_type: '1' },
    inside: ['0.1', '50'],
    outside: ['', '0.09', '50.01'],
  },
  {
    rule: 'C-338',
    kinds: ['spot-future-arbitrage'],
    field: 'spread_rate',
    inside: ['', '0.000000000001', '100'],
    outside: ['0.0000000000001', '100.01', 'x'],
  },
  {
    rule: 'C-249',
    kinds: ['spot-compose-indicator', 'macd'],
    field: 'money',
    inside: ['1500000'],
    outside: ['1500000.1'],
    spec: testSpec(),
  },
  {
    rule: 'C-249 in another asset',
    kinds: ['spot-compose-indicator', 'macd'],
    field: 'money',
    inside: ['100'],
    outside: ['100.1'],
    spec: testSpec({ market: 'ETH_BTC', base: 'ETH', quote: 'BTC' }),
  },
  { rule: 'C-250, E-195', kinds: OF_EDITOR, field: 'money', inside: ['10'], outside: ['9.99'] },
  { rule: 'C-311', kinds: OF_EDITOR, field: 'stop_rate', inside: ['', '10', '100'], outside: ['9.99', '100.01'] },
  {
    rule: 'C-312, C-313',
    kinds: OF_EDITOR,
    field: 'position_stop_rate',
    inside: ['', '0', '100'],
    outside: ['100.01'],
  },
  {
    rule: 'C-314',
    kinds: ['compose-indicator'],
    field: 'start_profit_rate',
    given: { start_profit_rate_checkbox: '1', protect_profit_rate: '0.01', volume: '50' },
    inside: ['0.01'],
    outside: ['', '0'],
  },
  {
    rule: 'C-315, E-186',
    kinds: ['compose-indicator'],
    field: 'protect_profit_rate',
    given: { start_profit_rate_checkbox: '1', start_profit_rate: '5', volume: '50' },
    inside: ['5', '0.1'],
    outside: ['', '5.01'],
  },
  {
    rule: 'C-316',
    kinds: ['compose-indicator'],
    field: 'volume',
    given: { position_stop_profit: '5' },
    inside: ['0.01', '100'],
    outside: ['', '0', '100.01'],
  },
  {
    rule: 'C-316',
    kinds: ['spot-compose-indicator'],
    field: 'volume',
    given: { absolute_profit_flag: 'Y', absolute_profit_rate: '5' },
    inside: ['0.01', '100'],
    outside: ['', '0', '100.01'],
  },
  {
    rule: 'C-317, C-335',
    kinds: [...INDICATOR_KINDS],
    field: 'follow_fee_rate',
    inside: ['5', '30'],
    outside: ['4', '31', '5.5', ''],
  },
  { rule: 'C-335', kinds: SHARED, field: 'follow_fee_rate', inside: ['0', '30'], outside: ['31', '5.5', '-1'] },
  {
    rule: 'C-232, C-235, M-363',
    kinds: SHARED.filter((kind) => kind !== 'contract-martingale'),
    field: 'money',
    inside: ['99999999'],
    outside: ['', '0', '99999999.1', '-1'],
  },
];

function errorsAt({ field, given = {}, isSelling = false, as, spec }: Bound, kind: RunnableKind, word: string) {
  const definition = STRATEGIES[kind] as AnyDefinition;
  const own = spec ?? KIND_CASES[kind].spec;
  const values = {
    ...definition.defaults(own),
    ...KIND_CASES[kind].good,
    ...given,
    ...(isSelling ? SELLING[kind] : {}),
    ...(as === undefined ? { [field]: word } : as(word)),
  };
  const context = checkContext({ spec: own, phase: 'exchange' });
  return definition
    .check(values, context)
    .filter((one) => one.field === field && one.severity === 'error' && one.place === 'field');
}

const cases = BOUNDS.flatMap((bound) => bound.kinds.map((kind) => [bound.rule, kind, bound.field, bound] as const));

describe('both sides of every bound (C-230…C-338)', () => {
  it.each(cases)('%s: %s %s', (_rule, kind, _field, bound) => {
    for (const word of bound.inside) expect([word, errorsAt(bound, kind, word)]).toEqual([word, []]);
    for (const word of bound.outside) expect([word, errorsAt(bound, kind, word).length > 0]).toEqual([word, true]);
  });

  it('a contract settled in bitcoin has bitcoin’s cap and six decimals (C-236, C-249)', () => {
    const spec = testContract({ settle: 'BTC', isInverse: true });
    const bound = (outside: readonly string[], inside: readonly string[]): Bound => ({
      rule: '',
      kinds: [],
      field: 'money',
      spec: { ...spec, quote: 'USD' },
      inside,
      outside,
    });
    const at = bound(['100.1', '1.0000001'], ['100', '1.000001']);
    for (const word of at.outside)
      expect([word, errorsAt(at, 'compose-indicator', word).length > 0]).toEqual([word, true]);
    for (const word of at.inside) expect([word, errorsAt(at, 'compose-indicator', word)]).toEqual([word, []]);
  });
});
