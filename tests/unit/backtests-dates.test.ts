import { describe, expect, it } from 'vitest';
import { backtestBody } from '#components/backtests/backtest-body.ts';
import { checkDates, DATE_PRESETS, MAX_DAYS, presetDates, wireDates } from '#components/backtests/backtest-dates.ts';
import { ordersCsv } from '#components/backtests/backtest-export.ts';
import { annualText, shareText } from '#components/backtests/backtest-figures-text.ts';
import { variedArgument } from '#components/backtests/neighbour-words.ts';
import { instrumentOfRecord } from '#components/backtests/record-instrument.ts';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { csvCell } from '#lib/client/file-texts.ts';
import { createBacktestBody } from '#lib/contract/backtest-calls.ts';
import { definitionOf, RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { DEFAULT_CONDITIONS } from '#lib/kinds/indicator/definition/conditions.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 30);
const bodyOf = (kind: RunnableKind, changes: Readonly<Record<string, string>> = {}, throughTicks = 0): object => {
  const { spec, good } = KIND_CASES[kind];
  const definition = definitionOf(kind) as AnyDefinition;
  return backtestBody(definition, { ...good, ...changes }, spec, {
    dates: presetDates(30, NOW),
    fee: '0.05',
    throughTicks,
  });
};

describe('dates of a backtest', () => {
  it('are both required (C-319, E-193)', () => {
    expect(checkDates({ begin: '', end: '2026-11-20' }, NOW)).toEqual({ field: 'begin', issue: 'beginMissing' });
    expect(checkDates({ begin: '2026-11-01', end: '' }, NOW)).toEqual({ field: 'end', issue: 'endMissing' });
  });

  it('end today at the latest and do not run backwards (C-320, E-193)', () => {
    expect(checkDates({ begin: '2026-11-01', end: '2026-11-21' }, NOW)).toBeNull();
    expect(checkDates({ begin: '2026-11-01', end: '2026-11-22' }, NOW)).toEqual({ field: 'end', issue: 'future' });
    expect(checkDates({ begin: '2026-11-02', end: '2026-11-01' }, NOW)).toEqual({ field: 'begin', issue: 'order' });
    expect(checkDates({ begin: '2026-11-01', end: '2026-11-01' }, NOW)).toBeNull();
  });

  it('cover at most 366 days', () => {
    expect(MAX_DAYS).toBe(366);
    expect(checkDates({ begin: '2024-01-01', end: '2024-12-31' }, NOW)).toBeNull();
    expect(checkDates({ begin: '2024-01-01', end: '2025-01-01' }, NOW)).toEqual({ field: 'begin', issue: 'tooLong' });
  });

  it('have presets that are all allowed', () => {
    expect(DATE_PRESETS).toEqual([7, 30, 90, 365]);
    for (const days of DATE_PRESETS) expect(checkDates(presetDates(days, NOW), NOW)).toBeNull();
    expect(presetDates(7, NOW)).toEqual({ begin: '2026-11-14', end: '2026-11-21' });
  });

  it('travel as seconds, the last day as a whole (C-170, E-119)', () => {
    expect(wireDates({ begin: '2026-11-01', end: '2026-11-02' })).toEqual({
      begin_time: Date.UTC(2026, 10, 1) / 1000,
      end_time: Date.UTC(2026, 10, 3) / 1000,
    });
  });
});

describe('what a backtest is asked with', () => {
  it.each(RUNNABLE_KINDS)(
    '%s: the creation of its form and the dates, as the call takes it (C-055, C-359, E-274)',
    (kind) => {
      const { spec, good } = KIND_CASES[kind];
      const body = bodyOf(kind);
      const read = createBacktestBody.safeParse(body);
      expect(read.error?.issues ?? []).toEqual([]);
      expect(body).toMatchObject(wireDates(presetDates(30, NOW)));
      expect(body).toMatchObject({ strategy_type: kind });
      const payload = (definitionOf(kind) as AnyDefinition).encode(good, spec) as { market?: string };
      if (payload.market !== undefined) expect(body).toMatchObject(payload);
    },
  );

  it('says the form and the fee; what it reckons with besides is the exchange’s, so that the record is the form (B10, C-318, C-169)', () => {
    const { params } = bodyOf('spot-compose-indicator', { stop_rate: '', slip: '' }) as { params: object };
    expect(params).toMatchObject({ stop_rate: '', slip: '', fee: '0.0005' });
    expect(bodyOf('martingale')).not.toHaveProperty('params.fee');
  });

  it('says by how many ticks orders are to be traded through; that they are touched goes without saying (H58, H61)', () => {
    expect(createBacktestBody.parse(bodyOf('spot_grid', {}, 3))).toHaveProperty('through_ticks', 3);
    expect(bodyOf('spot_grid')).not.toHaveProperty('through_ticks');
    for (const ticks of [-1, 0.5, 1_001])
      expect(createBacktestBody.safeParse(bodyOf('spot_grid', {}, ticks)).success).toBe(false);
  });
});

describe('figures of the records', () => {
  it('annualise simply over begun days (E-369)', () => {
    // 10 % in 29.5 days counts 30 of them.
    expect(annualText('0.1', 0, 29.5 * 86_400, 'en')).toBe('121.7%');
    expect(annualText('0.1', 0, 30 * 86_400, 'en')).toBe('121.7%');
  });

  it('say <0.01 for less, and nothing for no gain (E-370)', () => {
    expect(annualText('0.000001', 0, 30 * 86_400, 'en')).toBe('<0.01%');
    expect(annualText('0', 0, 86_400, 'en')).toBe('');
    expect(annualText('-0.2', 0, 86_400, 'en')).toBe('');
  });

  it('give win and loss rate two decimals, or -- without trades (E-368)', () => {
    expect(shareText(2, 1, 'en')).toBe('66.67%');
    expect(shareText(1, 2, 'en')).toBe('33.33%');
    expect(shareText(3, 0, 'en')).toBe('100.00%');
    expect(shareText(0, 0, 'en')).toBe('--');
  });
});

describe('where the bot of a record trades', () => {
  const record = (strategy_type: RunnableKind, settle: string, payload: object = {}) =>
    instrumentOfRecord({ market: 'BTC_USDT', strategy_type, params: { settle } as never, payload });

  it('follows its kind, its settle asset or its instrument', () => {
    expect(record('spot-compose-indicator', '').type).toBe('spot');
    expect(record('compose-indicator', 'usdt').type).toBe('futures_usdt');
    expect(record('macd', '').type).toBe('spot');
    expect(record('macd', 'btc').type).toBe('futures_btc');
    expect(record('spot-future-arbitrage', 'usdt').type).toBe('spot');
    expect(record('futures_grid', '', { instrument_type: 'futures_btc' }).type).toBe('futures_btc');
    expect(record('margin_grid', '', { instrument_type: 'margin_grid' }).type).toBe('spot');
  });
});

describe('a neighbour’s word', () => {
  it('names the argument of the indicator that it varies', () => {
    expect(variedArgument('close.0.1', DEFAULT_CONDITIONS)).toEqual({ side: 'close', row: 1, arg: 'slow' });
    expect(variedArgument('low_price', DEFAULT_CONDITIONS)).toBeNull();
    expect(variedArgument('increase.0.1', DEFAULT_CONDITIONS)).toBeNull();
  });
});

describe('the trades as CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+SUM(A1)', "'+SUM(A1)"],
    ['@cmd', "'@cmd"],
    ['-2+3', "'-2+3"],
    ['\tx', "'\tx"],
    ['-12.5', '-12.5'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
  ])('write %j so that no spreadsheet runs it', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it('have a head, times in ISO and lines that end as RFC 4180 says', () => {
    const order = {
      create_time: 1_790_000_000,
      market: 'BTC_USDT',
      side: 'sell',
      price: '60000.1',
      amount: '0.01',
      profit: '-1.5',
      fee: '0.6',
      fee_asset: 'USDT',
      signal_type: 'close',
    } as const;
    expect(ordersCsv([order])).toBe(
      'create_time,market,side,signal_type,price,amount,fee,fee_asset,profit\r\n' +
        '2026-09-21T14:13:20.000Z,BTC_USDT,sell,close,60000.1,0.01,0.6,USDT,-1.5\r\n',
    );
  });
});
