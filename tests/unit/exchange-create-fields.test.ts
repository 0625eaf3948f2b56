import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GRID_WIRES, RUN_WIRES } from '#lib/contract/kinds.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { ISSUE_CODES } from '#lib/strategies/rules/issue-codes.ts';
import { botFeeRate, engineParamsOf } from '#server/exchange/bots/bot-kinds.ts';
import { isPlaceRefusal, specOfPayload } from '#server/exchange/bots/bot-markets.ts';
import { kindsOfRun } from '#tests/support/kinds-of-run.ts';
import { wireWordsOf } from '#tests/support/wire-words.ts';
import { fittingValues, isUntried } from './exchange-fitting-values.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES } from './exchange-kind-bodies.ts';

/**
 * B9–B11: nothing that a create call says is accepted and ignored. Every field that any kind knows is sent to every kind, with
 * values of every sort; each is refused by name, or the bot trades otherwise for it.
 */

const KINDS = Object.keys(MACHINES) as RunnableKind[];
const GRID_FIELDS = namesIn(GRID_WIRES.map(({ create }) => create.shape));
const RUN_FIELDS = namesIn(RUN_WIRES.map(({ create }) => create.shape));
const PARAM_FIELDS = namesIn(RUN_WIRES.map(({ create }) => create.shape.params.shape));

function namesIn(shapes: readonly object[]): readonly string[] {
  return [...new Set(shapes.flatMap(Object.keys))];
}

/** Said of a bot and not of its trading: names, visibility, profit share, where its parameters come from, who pays. */
const NOT_TRADING = [
  'strategy_name',
  'abstract',
  'follow_fee_rate',
  'is_hide',
  'is_hide_order',
  'param_source',
  'is_ai',
  'use_experience',
  'fundpass',
  'bot_type',
  'exchange',
];
const VALUES: readonly unknown[] = [
  '0.03',
  '0.5',
  '1',
  '2',
  '3',
  '12',
  '0.000001',
  '99999999999',
  '60000',
  '0',
  1,
  'Y',
  'btc',
  'diff',
  'sell',
  'neutral',
  'hoarding',
  '4h',
];
/** What no field takes, whatever it is: wrong types, signs, exponents. */
const NEVER: readonly unknown[] = [null, 7.5, true, [[]], { gt: 'x' }, '-1', '1e3', ' 1', '９'];
/** Texts may be anything within their length, and lists and records have types of their own. */
const FREE_TEXTS = ['strategy_name', 'abstract', 'fundpass', 'uid', 'user_id', 'bot_type', 'exchange'];

let exchange: TestExchange;
let who: Who;
const folder = mkdtempSync(join(tmpdir(), 'create-fields-'));
beforeAll(async () => {
  exchange = await openTestExchange(folder);
  // Margin grids sell coins that lie there.
  const move = { asset: 'BTC', amount: '0.1', from: 'spot', to: 'margin', fundpass: 'paper-fund' };
  expect((await exchange.send('transfer', { who: await exchange.trader(), body: move })).code).toBe(200);
  // Another session, which has not given the fund password.
  who = await exchange.trader();
});
afterAll(async () => {
  await exchange.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Body = Readonly<Record<string, unknown>> & { readonly params?: Readonly<Record<string, unknown>> };

function bodyOf(kind: RunnableKind): Body {
  const { fundpass: _fundpass, ...body } = KIND_BODIES[kind].body(exchange);
  return body;
}

function withField(body: Body, place: 'body' | 'params', field: string, value: unknown): Body {
  return place === 'body' ? { ...body, [field]: value } : { ...body, params: { ...body.params, [field]: value } };
}

let asked = 0;
/** Without the fund password a good body is answered with a question for it (423), and no money moves. */
async function send(kind: RunnableKind, body: Body) {
  asked += 1;
  // So many changes a second are allowed.
  if (asked % 15 === 0) exchange.clock.advance(1_000);
  return exchange.send(KIND_BODIES[kind].call, { who, body });
}

const ACCEPTED = 423;

/** What a bot of this body would do, and where. */
function tradingOf(kind: RunnableKind, body: Body): string {
  const spec = specOfPayload(exchange.feed, kind, body as never);
  if (isPlaceRefusal(spec)) return 'nowhere';
  const params = engineParamsOf(kind, body as never, spec, botFeeRate(spec, kind));
  return JSON.stringify(params, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** Whether a field is taken with what has to be said besides; noted where the bot trades the same without it. */
async function isTakenWithOthers(
  kind: RunnableKind,
  good: Body,
  place: 'body' | 'params',
  field: string,
  ignored: string[],
) {
  let isTaken = false;
  for (const fields of fittingValues(exchange, kind)[field] ?? []) {
    const { [field]: value, ...others } = fields;
    const without = Object.entries(others).reduce((body, [name, said]) => withField(body, place, name, said), good);
    const body = withField(without, place, field, value);
    if ((await send(kind, body)).code !== ACCEPTED) continue;
    isTaken = true;
    if (NOT_TRADING.includes(field) || tradingWithout(kind, without) !== tradingOf(kind, body)) continue;
    ignored.push(`${place}.${field} = ${JSON.stringify(value)}`);
  }
  return isTaken;
}

/** A body that lacks a field may be none that a bot could be made of: it trades otherwise then. */
function tradingWithout(kind: RunnableKind, body: Body): string {
  try {
    return tradingOf(kind, body);
  } catch {
    return 'never';
  }
}

const isNothing = (value: unknown): boolean => value === 0 || value === '' || value === '0';

const probesOf = (kind: RunnableKind): readonly (readonly ['body' | 'params', string])[] => {
  const isGrid = KIND_BODIES[kind].call === 'createGrid';
  const top = isGrid ? GRID_FIELDS : RUN_FIELDS;
  return [
    ...[...top, 'nobody_knows'].map((field) => ['body', field] as const),
    ...(isGrid ? [] : [...PARAM_FIELDS, 'nobody_knows'].map((field) => ['params', field] as const)),
  ].filter(([, field]) => !['params', 'strategy_type', 'fundpass'].includes(field));
};

describe.each(kindsOfRun(0))('what a %s is asked for', (kind) => {
  it('is done or refused by name, field by field: nothing is accepted and ignored (B9, B10, B11)', async () => {
    const good = bodyOf(kind);
    expect((await send(kind, good)).code).toBe(ACCEPTED);
    const plain = tradingOf(kind, good);
    const ignored: string[] = [];
    const untried: string[] = [];
    for (const [place, field] of probesOf(kind)) {
      let isTried = await isTakenWithOthers(kind, good, place, field, ignored);
      for (const value of VALUES) {
        const body = withField(good, place, field, value);
        if (JSON.stringify(body) === JSON.stringify(good)) continue;
        const reply = await send(kind, body);
        const about = `${place}.${field} = ${JSON.stringify(value)}`;
        if (reply.code === ACCEPTED) {
          isTried ||= !isNothing(value);
          const isTrading = !NOT_TRADING.includes(field) && !isNothing(value) && tradingOf(kind, body) === plain;
          if (isTrading && !saysTheSame(good, place, field, value)) ignored.push(about);
        } else {
          expect(reply.code, about).toBe(422);
          expect(reply.data.field, about).toMatch(/\w/);
        }
      }
      if (!isTried && wireWordsOf(kind)[place].includes(field) && !isUntried(kind, field)) untried.push(field);
    }
    expect(ignored).toEqual([]);
    // What is always refused is never tried: of every word of its call a bot does something, or it is named.
    expect(untried).toEqual([]);
  });

  it('is refused by name where a value is of the wrong sort (B11)', async () => {
    const good = bodyOf(kind);
    for (const [place, field] of probesOf(kind).filter(([, name]) => !FREE_TEXTS.includes(name))) {
      for (const value of NEVER) {
        const reply = await send(kind, withField(good, place, field, value));
        const about = `${place}.${field} = ${JSON.stringify(value)}`;
        expect(reply.code, about).toBe(422);
        expect(`${reply.data.field} ${reply.data.issue}`, about).toMatch(/^[\w.]+ \S+$/);
      }
    }
  });
});

/** Words for what the body says already, or for what such a bot does anyway. */
function saysTheSame(good: Body, place: 'body' | 'params', field: string, value: unknown): boolean {
  const given = place === 'body' ? good[field] : good.params?.[field];
  if (given !== undefined && given !== '' && Number(given) === Number(value)) return true;
  return (field === 'leverage' && value === '1') || (field === 'amount_multiplier' && value === '1');
}

const OUT_OF_BOUNDS: readonly (readonly [RunnableKind, Record<string, unknown>, string, string])[] = [
  ['futures_grid', { leverage: '1', stop_loss: '1' }, 'stop_loss', 'stop.leverage_limit'],
  ['futures_grid', { leverage: '5', stop_loss: '0.2' }, 'stop_loss', 'stop.leverage_limit'],
  ['futures_grid', { stop_profit: '0' }, 'stop_profit', 'stop.ratio_zero'],
  ['futures_grid', { trigger_price_type: '1' }, 'trigger_price_type', 'field.unused'],
  ['margin_grid', { stop_upward_price: '90000' }, 'stop_upward_price', 'field.unused'],
  ['spot_grid', { moving_average_momentum: '0.02' }, 'moving_average_momentum', 'field.unused'],
  ['spot_grid', { stop_check_type: 1 }, 'stop_check_type', 'field.unused'],
  ['spot_grid', { qty_rate: '0.1' }, 'qty_rate', 'field.unused'],
  ['spot_grid', { uid: '4711' }, 'uid', 'owner-unknown'],
  ['martingale', { params: { take_profit_per_cycle: '0.0009' } }, 'take_profit_per_cycle', 'cycle.take_profit'],
  ['martingale', { params: { take_profit_per_cycle: '100.01' } }, 'take_profit_per_cycle', 'range'],
  [
    'martingale',
    { params: { price_step_type: 'diff', price_steps: '3000', stop_loss_per_cycle: '0.01' } },
    'stop_loss_per_cycle',
    'cycle.stop_loss_step',
  ],
  ['martingale', { params: { leverage: '5' } }, 'params.leverage', 'field.unused'],
  ['martingale', { params: { settle: 'btc' } }, 'params.settle', 'field.unused'],
  ['martingale', { params: { begin_money_currency: 'BTC' } }, 'params.begin_money_currency', 'field.unused'],
  [
    'martingale',
    { params: { transaction_type: 'low-risk-arbitrage', amount_multiplier: '1.5' } },
    'params.amount_multiplier',
    'field.unused',
  ],
  ['martingale', FREE_ROWS(['0.9', '1'], ['0.01', '1']), 'params.price_step_details.0.price_steps', 'field.unused'],
  [
    'martingale',
    FREE_ROWS_AND({ max_order_amount: '9' }, ['0', '1'], ['0.01', '1']),
    'params.max_order_amount',
    'field.unused',
  ],
  [
    'martingale',
    FREE_ROWS(...Array.from({ length: 32 }, () => ['0.01', '1'] as const)),
    'price_step_details',
    'rows.most',
  ],
  ['martingale', FREE_ROWS(['0', '1']), 'price_step_details', 'rows.least'],
  ['contract-martingale', { params: { size: '0' } }, 'size', 'order.min'],
  ['contract-martingale', { params: { size: '0.5' } }, 'size', 'number.integer'],
  ['contract-martingale', { params: { size: '99999999' } }, 'size', 'order.max'],
  [
    'contract-martingale',
    { params: { leverage: '1', stop_loss_per_cycle: '1' } },
    'stop_loss_per_cycle',
    'stop.leverage_limit',
  ],
  ['smart-position', { params: { asset_info: [] } }, 'coins', 'pairs.least'],
  ['smart-position', { params: { period: '100d' } }, 'period', 'range'],
  ['smart-position', { params: { period: 'soon' } }, 'period', 'number.format'],
  ['smart-position', { params: { period: '1h', threshold: '0.1' } }, 'params.threshold', 'field.unused'],
  ['compose-indicator', { params: { slip: '0.01' } }, 'params.slip', 'field.unused'],
  ['compose-indicator', { params: { fee: '0.01' } }, 'params.fee', 'field.unused'],
  ['compose-indicator', { params: { volume: '0.5' } }, 'params.volume', 'field.unused'],
  ['compose-indicator', { params: { period: '4h' } }, 'params.period', 'field.unused'],
  ['spot-compose-indicator', { params: { leverage: '3' } }, 'params.leverage', 'field.unused'],
  ['spot-compose-indicator', { params: { side: 'sell' } }, 'params.side', 'field.unused'],
  [
    'macd',
    { params: { preset_args: { fast: '12', slow: '26', signal: '9', more: '1' } } },
    'params.preset_args.more',
    'field.unused',
  ],
];

type Row = readonly [step: string, share: string];
function FREE_ROWS(...rows: readonly Row[]): Record<string, unknown> {
  return FREE_ROWS_AND({}, ...rows);
}
function FREE_ROWS_AND(params: Record<string, unknown>, ...rows: readonly Row[]): Record<string, unknown> {
  const price_step_details = rows.map(([price_steps, increasing_share]) => ({ price_steps, increasing_share }));
  const free = {
    enable_free_params: 1,
    price_steps: '',
    amount_multiplier: '1',
    max_order_amount: `${rows.length - 1}`,
  };
  return { params: { ...free, price_step_details, ...params } };
}

describe('bounds of what is created, in the documented words', () => {
  it.each(OUT_OF_BOUNDS)('%s %j: %s %s', async (kind, changes, field, issue) => {
    const reply = await send(kind, KIND_BODIES[kind].body(exchange, changes));
    expect(reply).toMatchObject({ code: 422, data: { field, issue } });
    if (issue !== 'owner-unknown') expect(ISSUE_CODES).toContain(issue);
  });

  it('just within them, it is accepted: a stop loss of 0 is none, a first order and free rows are what they say (C-280, C-161)', async () => {
    const within: readonly (readonly [RunnableKind, Record<string, unknown>])[] = [
      ['futures_grid', { stop_loss: '0' }],
      ['futures_grid', { leverage: '1', stop_loss: '0.9999' }],
      ['futures_grid', { leverage: '5', stop_loss: '0.1999' }],
      ['smart-position', { params: { stop_loss: '0' } }],
      ['smart-position', { params: { stop_loss: '1' } }],
      ['martingale', { params: { take_profit_per_cycle: '1.01' } }],
      ['martingale', FREE_ROWS(['0', '1'], ['0.01', '1'], ['0.02', '2'])],
      ['contract-martingale', { params: { size: '2' } }],
      ['spot-compose-indicator', { params: { leverage: '1', side: 'buy' } }],
    ];
    for (const [kind, changes] of within) {
      const { fundpass: _fundpass, ...body } = KIND_BODIES[kind].body(exchange, changes);
      const reply = await send(kind, body);
      expect(reply.code, `${kind} ${JSON.stringify(changes)} ${JSON.stringify(reply.data)}`).toBe(ACCEPTED);
    }
  });
});

describe('what config/{type} says of leverage (B3, C-375)', () => {
  it.each(KINDS)('is the most that a %s is created with', async (kind) => {
    const { usdt } = (await exchange.send('kindConfig', { path: { type: kind } })).data;
    const most: number = usdt.BTC_USDT.leverage_max;
    const good = bodyOf(kind);
    const place = KIND_BODIES[kind].call === 'createGrid' ? 'body' : 'params';
    // Kinds of both pages are told of by their contracts, where these bodies may be of spot.
    if ((place === 'body' ? good : good.params)?.leverage === undefined) return;
    const lever = (times: number) => send(kind, withField(good, place, 'leverage', `${times}`));
    expect((await lever(most)).code).toBe(ACCEPTED);
    expect(await lever(most + 1)).toMatchObject({ code: 422, data: { field: expect.stringContaining('leverage') } });
  });
});

describe('what is stored', () => {
  it('is what is traded: "td-plus-nine greater than 5" is kept as at least 9 (E-181), a first order of two contracts is in the round (C-161)', async () => {
    const td = {
      operations: 'and',
      indicatorName: 'td-plus-nine',
      indicatorArgs: [],
      comparatorName: 'gt',
      compareIndicatorName: 'number',
      compareIndicatorArgs: ['5'],
    };
    const side = (name: string) => ({ side: name, period: '1h', conditions: [td] });
    const body = KIND_BODIES['compose-indicator'].body(exchange, {
      params: { period: '1h', compose_conditions: { open: { ...side('open'), ratio: '0.5' }, close: side('close') } },
    });
    const { data } = await exchange.send('runStrategy', { who, body });
    const query = { strategy_id: data.strategy_id, strategy_type: 'compose-indicator' };
    const detail = await exchange.send('strategyDetail', { who, query });
    expect(detail.data.params.compose_conditions.open.conditions).toMatchObject([
      { comparatorName: 'gte', compareIndicatorName: 'number', compareIndicatorArgs: ['9'] },
    ]);
  });

  it('of brought coins is what they are worth: another sum is refused, a near one replaced (B10, C-214)', async () => {
    const asset_info = [
      { asset: 'BTC', rate: '0.5', amount: '0.02' },
      { asset: 'ETH', rate: '0.5', amount: '0.5' },
    ];
    const body = (begin_money_amount: string) =>
      KIND_BODIES['smart-position'].body(exchange, { params: { is_use_base: '1', asset_info, begin_money_amount } });
    const refused = await exchange.send('runStrategy', { who, body: body('999999') });
    expect(refused).toMatchObject({ code: 422, data: { field: 'begin_money_amount', issue: 'money.worth' } });
    const worth = Number(refused.data.values.worth);
    const { data, code } = await exchange.send('runStrategy', { who, body: body((worth * 1.01).toFixed(2)) });
    expect(code).toBe(200);
    const query = { strategy_id: data.strategy_id, strategy_type: 'smart-position' };
    const detail = await exchange.send('strategyDetail', { who, query });
    expect(Number(detail.data.params.begin_money_amount)).toBe(worth);
  });
});
