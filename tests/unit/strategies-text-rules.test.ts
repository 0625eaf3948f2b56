import { describe, expect, it } from 'vitest';
import { weightedLength } from '#lib/strategies/rules/text.ts';
import { spotGridForm as form, spotGridIssues as issues } from '#tests/support/spot-grid-forms.ts';

const named = (name: string): readonly string[] => issues(form({ strategy_name: name }), { phase: 'exchange' });
const described = (text: string): readonly string[] => issues(form({ abstract: text }), { phase: 'exchange' });

/** Of decision H43: with a bracket behind them they run what follows; ( and { are in no name at all. */
const CODE_FUNCTIONS = [
  ...['eval', 'exec', 'system', 'assert', 'passthru', 'shell_exec', 'popen', 'proc_open', 'include', 'require'],
  'call_user_func',
];

describe('a bot name', () => {
  it('counts non-ASCII characters twice and has at most 40 (C-330, C-440, E-201, M-377)', () => {
    expect(weightedLength('aé网😀')).toBe(7);
    expect(named('a'.repeat(40))).toEqual([]);
    expect(named('a'.repeat(41))).toEqual(['strategy_name name.length']);
    expect(named('网'.repeat(20))).toEqual([]);
    expect(named('网'.repeat(21))).toEqual(['strategy_name name.length']);
  });

  it.each([...'%&\'\\/*"()[]{}\t\r\n`'])('may not hold %j (C-332, E-202)', (character) => {
    expect(named(`a${character}b`)).toEqual(['strategy_name quant.strategy.name.error']);
  });

  it.each([
    ['parse_ini_file', 'E-203'],
    ['PARSE_INI_FILE x', 'E-203'],
    ['union all', 'E-204'],
    ['my select', 'E-204'],
    ['Benchmark one', 'E-204'],
    ['a concat b', 'E-204'],
    ['moon or bust', 'E-205'],
    ['I LIKE it', 'E-205'],
    ['0xdead', 'E-205'],
    ...CODE_FUNCTIONS.flatMap((name) => [
      [`${name}<x`, 'E-206'],
      [`My ${name.toUpperCase()} <`, 'E-206'],
    ]),
  ])('may not read %s (%s, E-207)', (name) => {
    expect(named(name)).toEqual(['strategy_name quant.strategy.name.error']);
  });

  it.each(['Fork', 'Selected growth', 'Union', 'Order likely', 'Evaluation', '10x', '网格-1', 'My #1 bot: 50_60!'])(
    'may read %s: words are matched as words (C-332, E-204, E-205)',
    (name) => {
      expect(named(name)).toEqual([]);
    },
  );

  it('is refused at its field and in a toast on submit (C-331, C-407, E-207, E-323)', () => {
    expect(issues(form({ strategy_name: 'a%b' }))).toEqual([
      'strategy_name quant.strategy.name.error',
      'strategy_name quant.strategy.name.error!',
    ]);
    expect(issues(form({ strategy_name: 'a%b' }), { phase: 'typing' })).toHaveLength(1);
  });
});

describe('a description', () => {
  it('has at most 1000 weighted characters (C-333, X25, E-209)', () => {
    expect(described('a'.repeat(1000))).toEqual([]);
    expect(described('网'.repeat(501))).toEqual(['abstract abstract.length']);
  });

  it.each([
    'see https://example.test/x',
    'www.example',
    'find me at my-site.com',
    'write to some.body@mail.example',
    'join my Telegram',
    'add WeChat: grid88',
    '加我微信',
    'qq 12345678',
    'same bot on Binance',
    '币安同款',
    'more at bit.ly/abc',
    'as on bitFlyer',
    'T e l e g r a m'.replaceAll(' ', '\u200b'),
    'ｔｅｌｅｇｒａｍ',
  ])('may not hold %s (C-334, C-406, E-208)', (text) => {
    expect(described(text)).toEqual(['abstract abstract.illegal']);
  });

  it.each([
    'A calm grid for BTC between 50,000 and 70,000. Stops at 45,000.5.',
    '震荡行情下的稳健网格，单格收益约 0.5%。',
    'Sells in the upper half e.g. above 60k; see the description.Then wait',
    'Uses % and (brackets), which only names may not.',
  ])('may read: %s (C-334)', (text) => {
    expect(described(text)).toEqual([]);
  });

  it('is refused at its field and in a toast on submit (C-334, E-208)', () => {
    expect(issues(form({ abstract: 'www.x' }))).toEqual(['abstract abstract.illegal', 'abstract abstract.illegal!']);
  });
});

describe('the profit share', () => {
  it('is a whole percent from 0 to 30 and 5 at first (C-335, C-417, X22)', () => {
    const shared = (rate: string): readonly string[] => issues(form({ follow_fee_rate: rate }));
    expect(form().follow_fee_rate).toBe('5');
    for (const rate of ['0', '5', '30']) expect(shared(rate)).toEqual([]);
    expect(shared('31')).toEqual(['follow_fee_rate range']);
    expect(shared('-1')).toEqual(['follow_fee_rate range']);
    expect(shared('2.5')).toEqual(['follow_fee_rate number.integer']);
    expect(shared('five')).toEqual(['follow_fee_rate number.format']);
    expect(shared('')).toEqual(['follow_fee_rate range']);
  });
});
