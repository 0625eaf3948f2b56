import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BOT_STEPS } from '#lib/contract/bot-words.ts';
import { CONTRACT, type Contract } from '#lib/contract/contract.ts';
import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import { type ReadReply, readReply } from '#lib/contract/read-reply.ts';
import { READINGS } from '#lib/contract/readings.ts';
import { decimalText } from '#lib/contract/tolerant-reader.ts';
import { at, type Leaf, type Path, type Sample, sampleReply, withValue } from '#tests/support/sample-reply.ts';

/** E1, E3: what an exchange that is not ours may get wrong, for every call and every field of the contract. */

const CALLS = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => ENDPOINTS[name].reply === 'json');
const REPLIES = CONTRACT as { readonly [N in keyof Contract]: { readonly reply: z.ZodType } };

const read = (name: EndpointName, value: unknown): ReadReply => readReply(REPLIES[name].reply, JSON.stringify(value));

function readValue(reading: ReadReply): unknown {
  if (!reading.ok) throw new Error(`not read: ${reading.where}`);
  return reading.value;
}

const isPlain = (schema: z.ZodType): boolean => schema.safeParse('any text at all').success;

/** Texts, counters, flags and figures that are only shown: they never take anything else down. */
function isForShow({ schema, path, isNeeded }: Leaf): boolean {
  if (isNeeded || typeof path.at(-1) === 'number') return false;
  const isNumber = schema instanceof z.ZodNumber && schema.safeParse(0).success;
  const form = READINGS.get(schema)?.form;
  return isNumber || form !== undefined || schema instanceof z.ZodBoolean || isPlain(schema);
}

/** The value in every other type that says the same. */
function spellings({ schema, value }: Leaf): readonly (readonly [sent: unknown, read: unknown])[] {
  if (READINGS.get(schema)?.form === 'decimal')
    return [
      [1.5, '1.5'],
      [1e-5, '0.00001'],
      ['1e-5', '0.00001'],
      [12, '12'],
    ];
  if (READINGS.get(schema)?.form === 'flag')
    return [
      [true, 1],
      ['1', 1],
      ['true', 1],
      [false, 0],
    ];
  if (READINGS.get(schema)?.form === 'seconds')
    return [
      [String(value), value],
      [1_700_000_000_123, 1_700_000_000],
      ['1700000000123', 1_700_000_000],
      [1_700_000_000_123_456, 1_700_000_000],
    ];
  if (schema instanceof z.ZodNumber) return [[String(value), value]];
  if (schema instanceof z.ZodBoolean)
    return [
      [1, true],
      ['1', true],
      [0, false],
    ];
  if (isPlain(schema))
    return [
      [7, '7'],
      [0.00001, '0.00001'],
    ];
  return [];
}

/** Lists that are for show in what is more than them. */
const FOR_SHOW: ReadonlySet<string> = new Set(['data.params.price_step_details', 'data.params.asset_info']);
/** What envelopes have beside their data. */
const PAGES: ReadonlySet<string> = new Set(['require_fundpass', 'page', 'pagecount', 'totalcount']);

/** Where a path stands in a list: the path of the list and the row's own, or null. */
function rowOf(path: Path, { lists }: Sample): Path | null {
  const list = lists.filter((one) => one.every((key, index) => path[index] === key)).at(-1);
  return list === undefined || path.length === list.length ? null : path.slice(0, list.length + 1);
}

describe.each(CALLS)('replies of %s', (name) => {
  const sample = sampleReply(REPLIES[name].reply);
  const whole = readValue(read(name, sample.value));

  it('pass as they are when they keep the contract, without keys that it does not know', () => {
    expect(whole).toEqual(sample.value);
    for (const path of sample.objects) {
      const spoilt = withValue(sample.value, [...path, 'brand_new_key'], { secret: 1 });
      const isLoose = name === 'logout' || name === 'signAgreement' || JSON.stringify(at(sample.value, path)) === '{}';
      if (!isLoose) expect(readValue(read(name, spoilt)), path.join('.')).toEqual(whole);
    }
  });

  it('take a value in whatever type it comes', () => {
    for (const leaf of sample.leaves) {
      if (leaf.path.join('.') === 'code') continue;
      for (const [sent, expected] of spellings(leaf)) {
        const reading = read(name, withValue(sample.value, leaf.path, sent));
        expect(at(readValue(reading), leaf.path), `${leaf.path.join('.')} as ${JSON.stringify(sent)}`).toEqual(
          expected,
        );
        expect(reading).toMatchObject({ dropped: new Map() });
      }
    }
  });

  it('lose no more than the value, or its row, when it is missing, null or nonsense', () => {
    for (const leaf of sample.leaves) {
      if (leaf.path.join('.') === 'code') continue;
      for (const sent of [undefined, null, { nonsense: true }]) {
        // A reply without an envelope that lacks its one field is no reply.
        if (sent === undefined && Object.keys(sample.value).length === 1) continue;
        const spoilt = withValue(sample.value, leaf.path, sent);
        expectSmallLoss(name, leaf, read(name, spoilt), `${leaf.path.join('.')} ${JSON.stringify(sent)}`);
      }
    }
  });

  function expectSmallLoss(call: EndpointName, leaf: Leaf, reading: ReadReply, told: string): void {
    const row = rowOf(leaf.path, sample);
    if (isForShow(leaf)) {
      expect(reading.ok, told).toBe(true);
      const value = readValue(reading);
      // Nothing else has changed.
      expect(withValue(value, leaf.path, leaf.value), told).toEqual(whole);
      expect(reading, told).toMatchObject({ dropped: new Map() });
    } else if (reading.ok && reading.dropped.size === 0) {
      // Something else stands in for it, or for what contains it, unless only one word is possible, it is that very word, or it is said elsewhere too.
      const how = READINGS.get(leaf.schema);
      const isOnlyWord = leaf.schema instanceof z.ZodLiteral || how?.standIn === leaf.value;
      if (!isOnlyWord && how?.alsoNamed?.includes('.') !== true)
        expect(at(reading.value, leaf.path), told).not.toEqual(leaf.value);
    } else if (row !== null && reading.ok) {
      const list = row.slice(0, -1);
      expect([...reading.dropped.values()], told).toEqual([1]);
      const rows = at(whole, list) as unknown[];
      const left = at(reading.value, list);
      if (Array.isArray(left)) expect(left, told).toEqual(rows.slice(1));
    } else if (!reading.ok) {
      expect(reading.where.replaceAll('[]', '.0').replaceAll('*', 'BTC_USDT'), `${call} ${told}`).toContain(
        String(leaf.path[0]),
      );
    }
  }

  it('lose an unknown row and no other', () => {
    for (const path of sample.lists) {
      const rows = at(sample.value, path) as unknown[];
      for (const odd of [{ brand: 'new' }, 'surprise', null]) {
        const element = rows[0];
        // Lists of plain texts know no unknown rows but objects.
        if (typeof element === 'string' && typeof odd !== 'object') continue;
        const reading = read(name, withValue(sample.value, path, [...rows, odd]));
        if (isReadAsEmptyRow(reading, path, rows.length)) continue;
        expect(at(readValue(reading), path), path.join('.')).toEqual(at(whole, path));
        expect([...(reading.ok ? reading.dropped.values() : [])], path.join('.')).toEqual([1]);
      }
    }
  });

  /** A row that has nothing but figures for show may be one without any. */
  function isReadAsEmptyRow(reading: ReadReply, path: Path, rows: number): boolean {
    return reading.ok && (at(reading.value, path) as unknown[] | undefined)?.length === rows + 1;
  }

  it('may leave out code and message, say 200 as text, and have no data where none is needed', () => {
    if (!('code' in sample.value)) return;
    for (const change of [{ code: '200' }, { code: undefined }, { message: null }, { message: undefined }]) {
      const expected = { ...(whole as object), ...('message' in change ? { message: '' } : {}) };
      expect(readValue(read(name, { ...sample.value, ...change }))).toEqual(expected);
    }
    for (const data of [null, undefined, '', {}, []]) {
      const reading = read(name, { ...sample.value, data });
      if (Array.isArray(sample.value.data)) expect(readValue(reading)).toMatchObject({ data: [] });
      else if (!reading.ok) expect(reading.where).toContain('data');
      // Whoever asks tells by them that the reply is whole (use-call.ts).
      else if ('data' in sample.value) expect(readValue(reading)).toHaveProperty('data');
    }
  });

  it('are errors when a success makes no sense at all (E3)', () => {
    for (const odd of ['surprise', [], 7, null]) expect(read(name, odd).ok).toBe(false);
    expect(readReply(REPLIES[name].reply, '<html>maintenance</html>').ok).toBe(false);
    expect(readReply(REPLIES[name].reply, JSON.stringify(sample.value).slice(0, -2)).ok).toBe(false);
    const { data } = sample.value;
    if (Array.isArray(data) && typeof data[0] === 'object') {
      expect(read(name, { ...sample.value, data: ['odd', 7] }).ok).toBe(false);
      expect(read(name, { ...sample.value, data: 'surprise' }).ok).toBe(false);
    }
  });

  it('are no success without a code and without anything that was asked for, whatever HTTP says: a maintenance page in JSON', () => {
    for (const odd of [
      {},
      { error: 'maintenance' },
      { success: false, msg: 'no', data: null },
      { message: 'Forbidden' },
    ]) {
      expect(read(name, odd), JSON.stringify(odd)).toEqual({ ok: false, where: expect.any(String) });
    }
  });

  it('never read a list that is there as none', () => {
    for (const path of sample.lists.filter((one) => one.every((key) => key !== 0))) {
      for (const odd of [[{ brand: 'new' }], 'surprise', { list: [1] }]) {
        const reading = read(name, withValue(sample.value, path, odd));
        const list = reading.ok ? at(reading.value, path) : null;
        if (!FOR_SHOW.has(path.join('.'))) expect(list, `${path.join('.')} ${JSON.stringify(odd)}`).not.toEqual([]);
      }
    }
  });

  it('have their fields under data or beside it, as their exchange has it', () => {
    const { code = 200, message = '', data, ...beside } = sample.value;
    const isOneObject = typeof data === 'object' && data !== null && !Array.isArray(data) && !('data' in data);
    if (isOneObject && Object.keys(data).length > 0 && Object.keys(beside).every((key) => PAGES.has(key))) {
      expect(readValue(read(name, { ...beside, ...data, code, message }))).toEqual(whole);
    }
  });

  it('are refusals whatever else a refusal carries', () => {
    for (const data of [null, [], 'words', { field: 7, trace: {} }, undefined]) {
      const reading = read(name, { code: '409', message: null, data, require_fundpass: 1 });
      expect(reading).toMatchObject({ ok: true, code: 409, value: { code: 409, message: '', require_fundpass: true } });
    }
  });
});

describe('the words of a refusal', () => {
  const said = (name: EndpointName, reply: object): unknown => {
    const value = readValue(read(name, reply));
    return (value as { readonly message?: unknown }).message;
  };
  const words = 'The matching engine sleeps today';

  it.each(CALLS.filter((name) => !ENDPOINTS[name].isBare))(
    'of %s are in its message, wherever its exchange has put them: under msg, in it, or beside the data (C-394, E-312, M-310, M-321, M-333, M-341)',
    (name) => {
      expect(said(name, { code: 409, message: words })).toBe(words);
      expect(said(name, { code: 424, message: '', msg: words })).toBe(words);
      expect(said(name, { code: 424, msg: words, data: null })).toBe(words);
      expect(said(name, { code: 424, message: 'E_1042', msg: words })).toBe(words);
      expect(said(name, { code: 409, message: 'Try again later', msg: words })).toBe(words);
      expect(said(name, { code: 409, message: '', data: { message: words } })).toBe(words);
    },
  );

  it('are no machine’s word, and none beside an issue that we have a sentence for', () => {
    expect(said('reduceMargin', { code: 409, message: words, msg: 'E_1042' })).toBe(words);
    expect(said('reduceMargin', { code: 409, message: 'E_1042', msg: '<b>hello you</b>' })).toBe('E_1042');
    expect(said('reduceMargin', { code: 409, message: '', data: { message: 'E_1042' } })).toBe('');
    expect(said('reduceMargin', { code: 409, message: '', data: { issue: 'bot-finished', message: words } })).toBe('');
    expect(said('reduceMargin', { code: 409, message: 'bot-finished', data: { message: words } })).toBe('bot-finished');
    // Of a success nothing is taken that is not its own.
    expect(said('reduceMargin', { code: 200, message: '', msg: words, data: { strategy_id: 7 } })).toBe('');
  });
});

describe('what is documented with a code and words alone', () => {
  /** Decisions §4: "code, message" (C-359, M-310 … M-333). */
  const TOLD_BY_CODE = [
    'logout',
    'signAgreement',
    'pauseStrategy',
    'pauseGrid',
    'continueGrid',
    'startStrategy',
    'cancelGrid',
    'stopStrategy',
    'saveStopOptions',
    'increaseBalance',
    'increaseGridBalance',
    'updateGrid',
    'changeGridParams',
    'withdrawProfit',
    'reduceMargin',
    'strategyParams',
    'hideStrategy',
    'hideTrades',
    'renameStrategy',
    'createBacktest',
    'deleteBacktest',
    'redeemPlan',
    'cancelDualOrder',
  ] as const satisfies readonly EndpointName[];

  it.each(TOLD_BY_CODE)('%s is done when its code says so, with any data or none', (name) => {
    for (const data of [
      undefined,
      null,
      '',
      [],
      {},
      'success',
      true,
      7,
      { message: 'done' },
      { strategy_id: 'none' },
      [1],
    ]) {
      expect(read(name, { code: 200, message: 'ok', data }), JSON.stringify(data)).toMatchObject({
        ok: true,
        code: 200,
      });
    }
    expect(read(name, { code: '409', message: 'no' })).toMatchObject({ ok: true, code: 409 });
  });

  it('names what was changed where it is told', () => {
    const data = { strategy_id: '7' };
    expect(readValue(read('cancelGrid', { code: 200, data }))).toMatchObject({ data: { strategy_id: 7 } });
  });
});

it('fields of a reply without an envelope, or beside the data, are found under it too', () => {
  const data = { last_price: '7', liq_price: '5', short_liq_price: '9' };
  expect(readValue(read('lastPrice', { code: 200, message: '', data }))).toEqual({ last_price: '7' });
  expect(readValue(read('spotPrice', { code: 200, message: '', data }))).toEqual({ last_price: '7' });
  expect(readValue(read('liquidationPrice', { code: 200, message: '', data }))).toMatchObject({
    liq_price: '5',
    short_liq_price: '9',
  });
});

describe('a backtest record of an exchange that knows the documents alone', () => {
  const record = {
    ...{ id: 5, create_time: 1_795_000_000, begin_time: 1_790_000_000, end_time: 1_791_000_000 },
    ...{ strategy_type: 'spot-compose-indicator', bot_type: 'spot-compose-indicator', status: 'stopped' },
    params: {
      ...{ pair: 'BTC_USDT', period: '1h', settle: '', begin_money_amount: '1000', begin_money_currency: 'USDT' },
      compose_conditions: { open: { side: 'open' } },
    },
  };
  const rowsOf = (...rows: object[]) =>
    (
      readValue(read('backtests', { code: 200, message: '', data: rows })) as {
        data: readonly Record<string, unknown>[];
      }
    ).data;

  it('is read: its market is its pair, and what was asked for stays as it was said (E-113, E-115)', () => {
    expect(rowsOf(record)).toMatchObject([{ id: 5, market: 'BTC_USDT', payload: null, params: record.params }]);
    expect(rowsOf({ ...record, market: 'ETH_USDT' })).toMatchObject([{ market: 'ETH_USDT' }]);
    expect(read('backtests', { code: 200, message: '', data: [{ ...record, params: {} }] }).ok).toBe(false);
  });

  it('is abnormal by every word but the two that say otherwise (E-114, E-144)', () => {
    const said = ['running', 'stopped', 'abnormal', 'failed', 'error', '', null];
    expect(rowsOf(...said.map((status) => ({ ...record, status }))).map(({ status }) => status)).toEqual([
      ...['running', 'stopped', 'abnormal', 'abnormal', 'abnormal', 'abnormal', 'abnormal'],
    ]);
  });
});

describe('a row with a word that nobody knows', () => {
  const withWord = (name: EndpointName, path: Path, sent: unknown): unknown =>
    at(readValue(read(name, withValue(sampleReply(REPLIES[name].reply).value, path, sent))), path);

  it.each([
    ['strategies', ['data', 0, 'status'], 'abnormal'],
    ['strategyDetail', ['data', 'status'], 'abnormal'],
    ['portfolioBots', ['data', 0, 'status'], 'abnormal'],
    ['operateRecords', ['data', 0, 'op_type'], ''],
    ['dualOrders', ['data', 'data', 0, 'status'], ''],
  ] as const)('is there with all that it has beside it: %s (M-143)', (name, path, read) => {
    for (const odd of ['suspended', '', null, 17]) expect(withWord(name, path, odd), String(odd)).toBe(read);
  });
});

it('an order of sell high or buy low is read without its term, or with one that is no number of days (E-071, E-110)', () => {
  const order = {
    ...{ id: 1, instrument_name: 'x', create_timest: 1_790_000_000, exercise_currency: 'USDT', invest_currency: 'BTC' },
    ...{ invest_amount: '1', exercise_price: '5', status: 'INIT', delivery_timest: 1_790_000_000, apy_display: 0.15 },
  };
  for (const [sent, days] of [
    [undefined, 0],
    [0, 0],
    [0.5, 0],
    [400, 400],
  ]) {
    const data = { data: [{ ...order, invest_days: sent }], total: 1 };
    expect(readValue(read('dualOrders', { code: 0, message: '', data }))).toMatchObject({
      data: { data: [{ id: 1, apy_display: '0.15', invest_days: days }] },
    });
  }
});

it('a creation that names no bot is no success (E3)', () => {
  for (const data of [undefined, null, {}, { strategy_id: null }, { field: 'money' }]) {
    expect(read('createGrid', { code: 200, message: '', data }).ok).toBe(false);
  }
  expect(readValue(read('createGrid', { code: 200, message: '', data: { strategy_id: '12' } }))).toMatchObject({
    data: { strategy_id: 12 },
  });
});

it('decimals keep every digit that they were written with', () => {
  expect(decimalText('1e-18')).toBe('0.000000000000000001');
  expect(decimalText(-2.5e-7)).toBe('-0.00000025');
  expect(decimalText('1.25e3')).toBe('1250');
  expect(decimalText('+.5')).toBe('0.5');
  expect(decimalText('-0')).toBe('0');
  const text =
    '{"code":200,"message":"","data":{"currency_outables":[],"max_outable":{"outable":123456789012.12345678}}}';
  expect(readValue(readReply(REPLIES.availableBalance.reply, text))).toMatchObject({
    data: { max_outable: { outable: '123456789012.12345678' } },
  });
});

it('figures for show are written out too, whatever text they come as', () => {
  const written = (name: EndpointName, path: Path, sent: unknown): unknown =>
    at(readValue(read(name, withValue(sampleReply(REPLIES[name].reply).value, path, sent))), path);
  for (const path of ['money', 'position', 'margin', 'liq_price', 'mark_price', 'last_price'].map((key) => [
    'data',
    0,
    key,
  ])) {
    expect(written('strategies', path, '1E-7'), path.join('.')).toBe('0.0000001');
    expect(written('strategies', path, '-2.5e3'), path.join('.')).toBe('-2500');
    for (const word of ['--', '-', '']) expect(written('strategies', path, word), path.join('.')).toBe(word);
  }
  expect(written('tickers', ['data', 0, 'last'], '6e-8')).toBe('0.00000006');
  expect(written('enquiryPrice', ['data', 'price'], '1e5')).toBe('100000');
});

it('figures that money is reckoned with have no stand-in', () => {
  const hasNone = (name: EndpointName, path: Path): boolean => {
    const sample = sampleReply(REPLIES[name].reply);
    const reading = read(name, withValue(sample.value, path, undefined));
    return !reading.ok || reading.dropped.size === 1;
  };
  expect(hasNone('availableBalance', ['data', 'max_outable', 'outable'])).toBe(true);
  expect(hasNone('availableBalance', ['data', 'currency_outables', 0, 'outable'])).toBe(true);
  expect(hasNone('minAmount', ['data', 'min_amount'])).toBe(true);
  expect(hasNone('markets', ['data', 0, 'price_decimals'])).toBe(true);
  expect(hasNone('markets', ['data', 0, 'min_base_amount'])).toBe(true);
  expect(hasNone('symbolInfo', ['prec_r'])).toBe(true);
  expect(hasNone('wallet', ['data', 0, 'available'])).toBe(true);
  expect(hasNone('gridBalance', ['data', 'assets', 'balances', 0, 'available'])).toBe(true);
  expect(hasNone('futuresContracts', ['futures_contracts_data', 0, 'quanto_multiplier'])).toBe(true);
});

it('balances of a grid are read where they are called spot, and where both are there by their own name (M-287)', () => {
  const balances = (asset: string) => ({ balances: [{ currency: asset, available: '1', locked: '0' }], risk: '' });
  const margin_asset = balances('ETH');
  const dataOf = (data: object) =>
    (readValue(read('gridBalance', { code: 200, message: '', data })) as { data: unknown }).data;
  expect(dataOf({ spot: balances('BTC'), margin_asset })).toEqual({ assets: balances('BTC'), margin_asset });
  expect(dataOf({ assets: balances('USDT'), spot: balances('BTC'), margin_asset: null })).toEqual({
    assets: balances('USDT'),
    margin_asset: null,
  });
});

it('legs of an arbitrage are read by the fields of the documents alone, whatever another exchange calls their order (M-113, M-298)', () => {
  const told = { finish_time: 1_700_000_000, side: 'buy', profit: '-1', match_price: '3', match_qty: '2', fee: '0.1' };
  for (const order_type of ['limit', 'open'])
    expect(
      readValue(read('arbitrageRecords', { code: 200, message: '', data: { orders: [{ ...told, order_type }] } })),
    ).toMatchObject({ data: { orders: [{ ...told, account: '', order_type: order_type === 'open' ? 'open' : '' }] } });
});

it('profit that may be taken out is read below zero too: completed trades may have lost (M-117, M-250)', () => {
  const data = { unsettled_profit: '-1.5', strategy_profit: '-1.5', settled_profit: '0', profit_asset: 'USDT' };
  expect(readValue(read('withdrawable', { code: 200, message: '', data }))).toMatchObject({ data });
});

it('a bot’s step is read by its number and in other spellings of its name, also where the number alone is told (M-121, M-122, E-158)', () => {
  const sample = sampleReply(REPLIES.strategies.reply).value;
  const stepOf = (step: unknown, code: unknown): unknown => {
    const told = withValue(withValue(sample, ['data', 0, 'step_code'], code), ['data', 0, 'step'], step);
    return at(readValue(read('strategies', told)), ['data', 0, 'step']);
  };
  BOT_STEPS.forEach((name, code) => {
    expect(stepOf(code, code), name).toBe(name);
    expect(stepOf(`${code}`, undefined), name).toBe(name);
    expect(stepOf(undefined, code), name).toBe(name);
    expect(stepOf(name.replaceAll('-', ' '), 0), name).toBe(name);
    expect(stepOf(name.replaceAll('-', '_').toUpperCase(), 0), name).toBe(name);
  });
  // A word of its own is no step, and the number beside it says which it is; without one it is what bots are most of the time.
  for (const odd of [11, 'levitating', '', null]) {
    expect(stepOf(odd, 5), `${odd}`).toBe('pause');
    expect(stepOf(odd, undefined), `${odd}`).toBe('running');
  }
});

it('a row of several markets is one of the first of them, in whose unit it is counted (M-089)', () => {
  const sample = sampleReply(REPLIES.strategies.reply).value;
  const marketOf = (market: unknown): unknown =>
    at(readValue(read('strategies', withValue(sample, ['data', 0, 'market'], market))), ['data', 0, 'market']);
  expect(marketOf('BTC_USDT,ETH_USDT')).toBe('BTC_USDT');
  expect(marketOf('ETH_BTC , SOL_BTC')).toBe('ETH_BTC');
  expect(marketOf('BTC_USDT')).toBe('BTC_USDT');
  expect(marketOf({ nonsense: true })).toBe('');
});
