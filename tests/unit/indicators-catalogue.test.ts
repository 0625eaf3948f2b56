import { describe, expect, it } from 'vitest';
import {
  createIndicator,
  DOCUMENTED_DEFAULTS,
  defaultArgs,
  EDITOR_INDICATORS,
  INDICATOR_IDS,
  type IndicatorId,
  indicatorSpec,
} from '#lib/indicators/catalogue.ts';
import { indicatorIdOf, WIRE_INDICATOR_NAMES, wireIndicatorName } from '#lib/indicators/condition.ts';
import { checkArg, checkArgs } from '#lib/indicators/condition-rules.ts';

/** The bounds of an argument, tried from both sides. */
function expectBounds(id: IndicatorId, key: string, min: number, max: number, step = 1): void {
  const spec = indicatorSpec(id).args.find((arg) => arg.key === key);
  if (spec === undefined) throw new Error(`${id} has no ${key}`);
  expect(checkArg(spec, String(min))).toBeNull();
  expect(checkArg(spec, String(max))).toBeNull();
  expect(checkArg(spec, String(min - step))).toBe('arg-range');
  expect(checkArg(spec, String(max + step))).toBe('arg-range');
}

describe('The catalogue of indicators', () => {
  it('offers the editor these, in this order (H26)', () => {
    expect(EDITOR_INDICATORS.join(', ')).toBe(
      'macd, macd-signal, macd-histogram, ma, ema, rsi, kdj-k, kdj-d, kdj-j, boll-upper, boll-mid, boll-lower, atr, ' +
        'adx, cci, obv, volume, volume-ma, zigzag, smi, smi-signal, td-plus-nine, td-minus-nine, close, number',
    );
  });

  it('has what the ten single-indicator bots need beside those (H8)', () => {
    for (const id of [
      'plus-di',
      'minus-di',
      'percent-channel-upper',
      'percent-channel-lower',
      'atr-range-upper',
      'atr-range-lower',
      'gravity',
      'gravity-signal',
      'keltner-upper',
      'keltner-mid',
      'keltner-lower',
    ])
      expect(INDICATOR_IDS).toContain(id);
  });

  it('asks 1 to 600 bars for a volume MA (E-166)', () => {
    expectBounds('volume-ma', 'length', 1, 600);
  });

  it('asks a deviation of 1 to 100 for a zigzag (E-167)', () => {
    expectBounds('zigzag', 'deviation', 1, 100);
  });

  it('asks a depth of 2 to 1000 for a zigzag (E-168)', () => {
    expectBounds('zigzag', 'depth', 2, 1000);
  });

  it('asks 2 to 600 bars for both periods of SMI (E-169)', () => {
    for (const id of ['smi', 'smi-signal'] as const) for (const key of ['short', 'long']) expectBounds(id, key, 2, 600);
  });

  it('asks 2 to 100 bars for the signal of SMI (E-170)', () => {
    expectBounds('smi-signal', 'signal', 2, 100);
  });

  it('asks 2 to 100 bars for Bollinger bands (E-171)', () => {
    for (const id of ['boll-upper', 'boll-mid', 'boll-lower'] as const) expectBounds(id, 'period', 2, 100);
  });

  it('asks 1 to 5 deviations with 2 decimals for Bollinger bands (E-172)', () => {
    for (const id of ['boll-upper', 'boll-mid', 'boll-lower'] as const) {
      expectBounds(id, 'deviations', 1, 5, 0.01);
      expect(checkArgs(id, ['20', '2.25'])).toEqual([]);
      expect(checkArgs(id, ['20', '2.50000'])).toEqual([]);
      expect(checkArgs(id, ['20', '2.255'])).toMatchObject([{ code: 'arg-decimals', arg: 1, spec: { decimals: 2 } }]);
    }
  });

  it('refuses an empty argument (E-173)', () => {
    expect(checkArgs('macd-histogram', ['12', '', '9'])).toMatchObject([{ code: 'arg-empty', arg: 1 }]);
    expect(checkArgs('number', [' '])).toMatchObject([{ code: 'arg-empty', arg: 0 }]);
  });

  it('takes a number to compare with to 6 decimals, below zero, too (E-174)', () => {
    expect(checkArgs('number', ['0.000001'])).toEqual([]);
    expect(checkArgs('number', ['-12.5'])).toEqual([]);
    expect(checkArgs('number', ['0.0000001'])).toMatchObject([{ code: 'arg-decimals' }]);
    expectBounds('number', 'value', -99_999_999, 99_999_999);
  });

  it('takes whole numbers only for every period of the editor (E-175)', () => {
    for (const id of EDITOR_INDICATORS) {
      const standard = defaultArgs(id).map(String);
      for (const [i, spec] of indicatorSpec(id).args.entries()) {
        if (spec.key === 'deviations' || spec.key === 'value') continue;
        expect(checkArgs(id, standard.with(i, '7.5')), `${id} ${spec.key}`).toMatchObject([
          { code: 'arg-not-whole', arg: i },
        ]);
      }
    }
  });

  it('asks 1 to 600 bars where the documents list nothing else (E-175, H26)', () => {
    const listed = /^(zigzag|smi|smi-signal|boll-.*|number|td-.*)$/;
    for (const id of EDITOR_INDICATORS.filter((each) => !listed.test(each)))
      for (const { key } of indicatorSpec(id).args) expectBounds(id, key, 1, 600);
  });

  it('refuses what is no number, and more or fewer arguments than there are', () => {
    for (const text of ['abc', '1e3', '--1', '.', '0x10', '1,5'])
      expect(checkArgs('number', [text])).toMatchObject([{ code: 'arg-not-a-number' }]);
    expect(checkArgs('rsi', [])).toMatchObject([{ code: 'args-count' }]);
    expect(checkArgs('close', ['1'])).toMatchObject([{ code: 'args-count' }]);
  });

  it('makes MACD 12/26/9 and Bollinger bands 20/2 when nobody says otherwise (C-421, X24)', () => {
    expect(defaultArgs('macd')).toEqual([12, 26]);
    expect(defaultArgs('macd-histogram')).toEqual([12, 26, 9]);
    expect(defaultArgs('boll-upper')).toEqual([20, 2]);
  });

  it('keeps the documented defaults of single-indicator bots literally (C-424, M-378, M-379, M-380, X24)', () => {
    expect(DOCUMENTED_DEFAULTS).toEqual({ macd: [12, 26], 'double-ma': [5, 60], boll: [5, 20] });
  });

  it.each(INDICATOR_IDS)('makes a %s of its own defaults, which its own bounds allow (H26)', (id) => {
    expect(checkArgs(id, defaultArgs(id).map(String))).toEqual([]);
    expect(createIndicator(id, defaultArgs(id)).value).toBeNaN();
  });

  it('throws for a missing argument: that is a bug of the caller', () => {
    expect(() => createIndicator('macd', [12])).toThrow(RangeError);
  });
});

describe('The names of indicators on the wire', () => {
  it('write the TD counts without hyphens and everything else as the screens do (H27)', () => {
    expect(wireIndicatorName('td-plus-nine')).toBe('tdplusnine');
    expect(wireIndicatorName('td-minus-nine')).toBe('tdminusnine');
    for (const id of INDICATOR_IDS) if (!id.startsWith('td-')) expect(wireIndicatorName(id)).toBe(id);
    expect(new Set(WIRE_INDICATOR_NAMES).size).toBe(INDICATOR_IDS.length);
  });

  it('are read in either spelling (H27)', () => {
    expect(indicatorIdOf('tdplusnine')).toBe('td-plus-nine');
    expect(indicatorIdOf('td-minus-nine')).toBe('td-minus-nine');
    expect(indicatorIdOf('constructor')).toBeNull();
  });
});
