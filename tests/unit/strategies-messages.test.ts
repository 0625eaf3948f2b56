import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { issueText, type Texts } from '#lib/client/issue-text.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { TABLE_COLUMNS } from '#lib/kinds/table-columns.ts';
import { ISSUE_CODES } from '#lib/strategies/rules/issue-codes.ts';
import enBots from '#messages/en/bots.json' with { type: 'json' };
import enFields from '#messages/en/fields.json' with { type: 'json' };
import enIssues from '#messages/en/issues.json' with { type: 'json' };
import zhBots from '#messages/zh/bots.json' with { type: 'json' };
import zhFields from '#messages/zh/fields.json' with { type: 'json' };
import zhIssues from '#messages/zh/issues.json' with { type: 'json' };
import { testSpec } from '#tests/support/market-specs.ts';
import { checkContext, spotGridForm } from '#tests/support/spot-grid-forms.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

const LANGUAGES = { en: { issues: enIssues, fields: enFields }, zh: { issues: zhIssues, fields: zhFields } } as const;
const BOT_COLUMNS = { en: enBots.columns, zh: zhBots.columns } as const;
type Language = keyof typeof LANGUAGES;

/** Says an issue, or a text of the fields, in a language; throws when it is missing or a blank is not filled. */
function say(language: Language, key: string, values: Record<string, string> = {}): string {
  const translate = createTranslator({
    locale: language,
    messages: LANGUAGES[language],
    onError: (error) => {
      throw error;
    },
  });
  if (key.startsWith('fields.')) return translate(key as never, values as never);
  return issueText(translate as unknown as Texts, key, values);
}

function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : keysOf(value as object, `${prefix}${key}.`),
  );
}

/** Everything that a check can put into a sentence. */
const ANY_VALUES = {
  label: 'low_price',
  min: '1',
  rate: '1',
  max: '2',
  decimals: '3',
  available: '4',
  least: '0.10',
  cost: '0.20',
  unit: 'USDT',
  step: '5',
  n: '6',
  asset: 'BTC',
  side: 'open',
  row: '7',
  worth: '8',
  field: 'slip',
};

describe('issue messages', () => {
  it('are the documents’ words (C-251, C-252, C-233, C-234, C-257, C-334, C-408, H12)', () => {
    const english: readonly [string, Record<string, string>, string][] = [
      ['range', { label: 'low_price', min: '0', max: '99999999' }, 'Lower price should be between 0 and 99999999'],
      ['range', { label: 'Something else', min: '0', max: '9' }, 'Something else should be between 0 and 9'],
      ['grid.high_not_above_low', {}, 'upper limit price must be greater than lower limit price'],
      ['money.balance.create', {}, 'available balance insufficient'],
      ['money.min.create', {}, 'investment insufficient'],
      ['money.empty', {}, 'please enter the investment amount'],
      ['slippage.range', { min: '0.1', max: '5' }, 'slippage should be between 0.1% and 5%'],
      ['trail.range_first', {}, 'please set the price range first'],
      ['abstract.illegal', {}, 'There is an illegal link/character in the description. Please delete it.'],
    ];
    for (const [code, values, sentence] of english) expect(say('en', code, values)).toBe(sentence);
    expect(say('en', 'grid.return_too_low')).toMatch(/return is too low.*range.*number of grids/i);
    expect(say('en', 'money.limit', { min: '0', max: '99999999' })).toContain('0 and 99999999');
  });

  it.each([
    ['C-400', 'money.min.create', {}, 'investment insufficient'],
    ['C-401', 'money.balance.create', {}, 'available balance insufficient'],
    ['C-402', 'money.limit', { min: '0', max: '99999999' }, 'total amount should be between 0 and 99999999'],
    ['C-403, E-221', 'order.min', { n: '0.0001', unit: 'BTC' }, 'The minimum order amount is: 0.0001BTC'],
    ['C-403, E-221', 'order.max', { n: '2', unit: 'BTC' }, 'The maximum order amount is: 2BTC'],
    ['C-405, C-303', 'step.range', { max: '15' }, 'Price step should be between 0.1% and 15%'],
    ['C-405, E-229', 'rows.share', {}, 'quantity cannot be less than 1'],
    ['C-405', 'rows.most', {}, 'at most 30 add orders are possible'],
    ['C-405', 'rows.least', {}, 'at least one add order is needed'],
    ['C-405', 'rows.total', {}, 'the total weight is above 10000'],
  ] as const)('of a field (%s): %s', (_rule, code, values, sentence) => {
    expect(say('en', code, values)).toBe(sentence);
  });

  it.each(['en', 'zh'] as const)('exist for every code in %s, with every blank filled', (language) => {
    for (const code of ISSUE_CODES) {
      const sentence = say(language, code, ANY_VALUES);
      // The documents' shortest is '>0' (M-228).
      expect(sentence.trim().length).toBeGreaterThan(1);
      expect(sentence).not.toContain(code);
      expect(sentence).not.toMatch(/[{}]/);
    }
  });

  it('exist for no other code', () => {
    for (const { names: _names, ...sentences } of [enIssues, zhIssues]) {
      expect(keysOf(sentences).sort()).toEqual([...ISSUE_CODES].sort());
    }
  });

  it('have each name once for a language, not in every sentence (I)', () => {
    for (const issues of [enIssues, zhIssues]) expect(JSON.stringify(issues)).not.toContain('select');
    expect(keysOf(zhIssues.names)).toEqual(keysOf(enIssues.names));
  });

  it('name parameters, sides and rows of conditions, in and outside a sentence', () => {
    const values = { label: 'fast', side: 'open', row: '2', min: '1', max: '9' };
    expect(say('en', 'condition.range', values)).toBe('Open, condition 2: Fast period should be between 1 and 9');
    expect(say('zh', 'condition.empty', values)).toMatch(/^开仓条件 2：快线周期/);
    expect(say('en', 'condition.missing', { side: 'close' })).toBe('Close: at least one condition is needed');
    expect(say('en', 'condition.missing', { side: '' })).toBe('at least one condition is needed');
    expect(say('en', 'price.required', { label: 'low_price' })).toBe('please enter the lower price');
    expect(say('en', 'price.decimals', { label: 'trigger_price', decimals: '2' })).toMatch(/^Trigger price can have/);
    // What an exchange of tomorrow names.
    expect(say('en', 'number.format', { label: 'brand.new <b>' })).toBe('brand.new <b> must be a number');
  });

  it('name the field in the language of the page, for every field that can be out of range', () => {
    const bad = {
      low_price: '0',
      high_price: '0',
      grid_num: '1',
      qty_type: '1',
      qty_rate: '101',
      trigger_price: '9999999',
    };
    const worse = {
      ...bad,
      follow_fee_rate: '31',
      stop_loss_on: '1',
      stop_loss: '0',
      stop_profit_on: '1',
      stop_profit: '0',
    };
    const issues = STRATEGIES.spot_grid
      .check(spotGridForm(worse), checkContext())
      .filter(({ code }) => code === 'range');
    expect(issues).toHaveLength(8);
    for (const { values = {} } of issues) {
      expect(say('en', 'range', values)).not.toContain('_');
      expect(say('zh', 'range', values)).toMatch(/^[一-鿿]/);
    }
  });
});

const KINDS = Object.keys(STRATEGIES) as (keyof typeof STRATEGIES)[];

/** Parameters with everything set, so that every row with a word of its own stands there. */
const FULL_PARAMS = gridParams({
  side: 'buy',
  period: '4h',
  threshold: '0.1',
  pft_increase_ptn: 'Y',
  asset_info: [{ asset: 'BTC', rate: '0.4', amount: '1' }],
});

describe('field words', () => {
  it('are the same set in both languages', () => {
    expect(keysOf(zhFields).sort()).toEqual(keysOf(enFields).sort());
  });

  it.each(['en', 'zh'] as const)(
    'exist in %s for every field, option, chart line, figure and parameter row',
    (language) => {
      const { fields, chartLines, summary, parameterRows } = STRATEGIES.spot_grid;
      const full = spotGridForm({
        trigger_price: '55000',
        stop_loss_on: '1',
        stop_loss: '1',
        stop_profit_on: '1',
        stop_profit: '80000',
        trail_up: '1',
        stop_upward_price: '99000',
        trail_down: '1',
        stop_downward_price: '1',
      });
      const params = gridParams({
        qty_type: '1',
        stop_upward_price: '1',
        current_low_price: '2',
        is_use_base: '1',
        price_type: '1',
      });
      const keys = [
        ...fields.map(({ label }) => `${label}.label`),
        ...fields.flatMap(({ options = [] }) => options.map(({ label }) => label)),
        ...chartLines(full, checkContext()).flatMap(({ label }) => (label === undefined ? [] : [label])),
        ...summary(full, checkContext()).map(({ label }) => label),
        ...[gridParams(), params].flatMap((one) =>
          parameterRows(one, testSpec()).flatMap(({ label, valueLabel }) =>
            valueLabel === undefined ? [label] : [label, valueLabel],
          ),
        ),
      ];
      for (const key of keys) expect(say(language, `fields.${key}`).length).toBeGreaterThan(0);
    },
  );

  it.each(KINDS.flatMap((kind) => [[kind, 'en'] as const, [kind, 'zh'] as const]))(
    'exist for everything that %s shows in %s, and its columns have theirs',
    (kind, language) => {
      const { fields, summary, parameterRows } = STRATEGIES[kind];
      const columns = TABLE_COLUMNS[kind];
      const { spec, good } = KIND_CASES[kind];
      const keys = [
        ...fields.map(({ label }) => `${label}.label`),
        ...fields.flatMap(({ options = [] }) => options.map(({ label }) => label)),
        ...summary(good, checkContext({ spec })).map(({ label }) => label),
        ...[FULL_PARAMS, gridParams()].flatMap((params) =>
          parameterRows(params, spec).flatMap(({ label, valueLabel }) =>
            valueLabel === undefined ? [label] : [label, valueLabel],
          ),
        ),
      ];
      for (const key of keys) expect(say(language, `fields.${key}`).length).toBeGreaterThan(0);
      const words: Readonly<Record<string, string>> = BOT_COLUMNS[language];
      for (const { id } of columns) expect(words[id]).toMatch(/./);
    },
  );
});
