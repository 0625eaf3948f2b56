import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BotParams } from '#lib/contract/strategy.ts';
import { RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, priceAt, rowOf } from './exchange-kind-bodies.ts';

/** Rules of the system paramview: what was put in stands in `params` again, field by field, of every kind. */

type Field = keyof BotParams;

const GRID: readonly Field[] = [
  ...(['leverage', 'low_price', 'high_price', 'grid_num', 'price_type', 'is_use_base'] as const),
  ...(['qty_type', 'qty_rate', 'unit_qty'] as const),
];
const TRIGGER: readonly Field[] = ['trigger_price', 'trigger_status'];
const LEAVES: readonly Field[] = ['is_less_low_stop', 'is_over_high_stop'];
const STEPS: readonly Field[] = [
  ...(['price_step_type', 'price_steps', 'amount_multiplier', 'max_order_amount', 'enable_free_params'] as const),
  ...(['price_step_details', 'take_profit_per_cycle', 'stop_loss_per_cycle'] as const),
];
const TRAIL: readonly Field[] = ['stop_upward_price', 'stop_downward_price', 'moving_average_momentum'];
const OTHERS: readonly Field[] = [
  ...(['asset_info', 'threshold', 'close_flag', 'compose_conditions', 'exchange', 'side', 'stop_loss'] as const),
  ...(['stop_profit', 'store_coin_flag', 'begin_money_amount', 'step'] as const),
];
const COMPOSE: readonly Field[] = [
  ...(['start_profit_rate', 'protect_profit_rate', 'stop_rate', 'fee', 'slip', 'volume', 'stop_profit'] as const),
  ...(['absolute_profit_rate', 'position_stop_rate', 'position_stop_profit'] as const),
];

const folder = mkdtempSync(join(tmpdir(), 'paramview-'));
let exchange: TestExchange;
let who: Who;
beforeAll(async () => {
  exchange = await openTestExchange(folder, { outlivesTest: true });
  who = await exchange.trader();
});
afterAll(async () => {
  await exchange.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The fields of a rule as they were sent, and as the bot's detail tells them. */
async function bothOf(kind: RunnableKind, changes: object, fields: readonly Field[]) {
  const { call, body } = KIND_BODIES[kind];
  const sent = body(exchange, changes as Readonly<Record<string, unknown>>);
  const { code, data } = await exchange.send(call, { who, body: sent });
  expect(code, JSON.stringify(data)).toBe(200);
  await exchange.pass(1_000);
  const { params } = (await rowOf(exchange, who, data.strategy_id, kind)) as { params: BotParams };
  for (const field of fields) expect(params, field).toHaveProperty(field);
  const said = { ...sent, ...((sent.params as object | undefined) ?? {}) } as Readonly<Record<string, unknown>>;
  const asked = fields.filter((field) => said[field] !== undefined);
  const of = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(asked.map((field) => [field, from[field]]));
  return { params, sent: of(said), told: of(params) };
}

const at = (factor: number, instrument = 'BTC_USDT') => priceAt(exchange, instrument, factor);

describe('params carry', () => {
  it.each(RUNNABLE_KINDS)(
    'every documented field, whatever the kind: of %s what was sent (M-096 … M-102)',
    async (kind) => {
      const all = [...new Set([...GRID, ...TRIGGER, ...LEAVES, ...STEPS, ...TRAIL, ...OTHERS, ...COMPOSE])];
      const { sent, told } = await bothOf(kind, {}, all);
      expect(told).toMatchObject(sent);
    },
  );

  it('the grid: lines, what it is funded with, how much an order is of (M-096)', async () => {
    const quantity = { qty_type: '0', price_type: '1', grid_num: '12' };
    const equal = await bothOf('spot_grid', quantity, GRID);
    expect(equal.told).toEqual(equal.sent);
    // How much that is of is the exchange's to say.
    expect(Number(equal.params.unit_qty)).toBeGreaterThan(0);
    const share = await bothOf('spot_grid', { qty_type: '1', qty_rate: '0.05', grid_num: '12' }, GRID);
    expect(share.told).toEqual(share.sent);
  });

  it('its trigger price, and 1 while it waits for it (M-097)', async () => {
    const { told, sent, params } = await bothOf('spot_grid', { trigger_price: at(0.985) }, TRIGGER);
    expect(told).toMatchObject(sent);
    expect(params.trigger_status).toBe(1);
    expect((await bothOf('spot_grid', {}, TRIGGER)).params.trigger_status).toBe(0);
  });

  it.each([
    [1, 0],
    [0, 1],
  ])('whether it ends below and above its range: %i %i (M-098, H18)', async (below, above) => {
    const { params } = await bothOf('spot_grid', { is_less_low_stop: below, is_over_high_stop: above }, LEAVES);
    expect([params.is_less_low_stop, params.is_over_high_stop]).toEqual([below, above]);
  });

  it('the steps of a martingale, as rate, as price distance and row by row (M-099)', async () => {
    const rows = [
      { price_steps: '0', increasing_share: '20' },
      { price_steps: '0.01', increasing_share: '30' },
      { price_steps: '0.02', increasing_share: '50' },
    ];
    for (const params of [
      { price_steps: '0.013', amount_multiplier: '1.7', max_order_amount: '6', stop_loss_per_cycle: '0.2' },
      { price_step_type: 'diff', price_steps: '500' },
      {
        enable_free_params: 1,
        price_step_details: rows,
        max_order_amount: '2',
        price_steps: '',
        amount_multiplier: '1',
      },
    ]) {
      const { told, sent } = await bothOf('martingale', { params }, STEPS);
      expect(told).toMatchObject(sent);
    }
  });

  it('how far a grid follows the price (M-100)', async () => {
    const far = { stop_upward_price: at(1.2), stop_downward_price: at(0.8), moving_average_momentum: '0.02' };
    const { told, sent } = await bothOf('spot_grid', far, TRAIL);
    expect(told).toMatchObject(sent);
  });

  it('coins and their shares, conditions, side, stops, and where the bot is (M-101)', async () => {
    const smart = await bothOf(
      'smart-position',
      { params: { period: '', threshold: '0.05', stop_loss: '0.2', stop_profit: '0.3' } },
      OTHERS,
    );
    expect(smart.told).toMatchObject(smart.sent);
    const compose = await bothOf('compose-indicator', { params: { side: 'sell', exchange: 'gate' } }, OTHERS);
    expect(compose.told).toEqual(compose.sent);
    expect(compose.params.step).toMatch(/^[a-z-]+$/);
    const grid = await bothOf('spot_grid', { store_coin_flag: 1, stop_loss: at(0.9), stop_profit: at(1.1) }, OTHERS);
    expect(grid.told).toEqual(grid.sent);
  });

  it('what an indicator bot may have besides, on contracts and on spot (M-102)', async () => {
    const futures = {
      stop_rate: '0.3',
      position_stop_rate: '0.1',
      position_stop_profit: '0.2',
      start_profit_rate: '0.15',
      protect_profit_rate: '0.05',
      volume: '0.5',
    };
    const one = await bothOf('compose-indicator', { params: futures }, COMPOSE);
    expect(one.told).toEqual(one.sent);
    const spot = {
      absolute_profit_flag: 'Y',
      absolute_profit_rate: '0.2',
      volume: '0.5',
      stop_rate: '0.2',
      stop_profit: '0.3',
    };
    const other = await bothOf('spot-compose-indicator', { params: spot }, COMPOSE);
    expect(other.told).toEqual(other.sent);
    for (const { params } of [one, other]) expect(Number(params.fee)).toBeGreaterThan(0);
  });
});
