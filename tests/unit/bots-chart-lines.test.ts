import { describe, expect, it } from 'vitest';
import { botLines } from '#components/bots/chart/bot-lines.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { definitionOf, RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

/** What of a bot stands on a chart: what is true of it, by its kind's own lines, its orders and its row. */

type Kind = (typeof RUNNABLE_KINDS)[number];

const ORDERS = { bid: [{ price: '59000' }], ask: [{ price: '61000' }] };

function planOf(kind: Kind, changes: Readonly<Record<string, string>> = {}) {
  const { spec, good } = KIND_CASES[kind];
  const definition = definitionOf(kind);
  return {
    definition,
    values: { ...good, ...changes },
    context: checkContext({ spec, isEdit: true, phase: 'submit' }),
  };
}

const NOTHING_HELD = {
  avg_hold_cost: '',
  take_profit_price: '',
  stop_loss_price: '',
  liq_price: '--',
  full_liq_price: '--',
  running_cycle: 0,
} satisfies Partial<StrategyRow>;

function rowOf(kind: Kind, changes: Partial<StrategyRow> = {}): StrategyRow {
  return strategyRow({ strategy_type: kind, status: 'running', step: 'running', ...NOTHING_HELD, ...changes });
}

const drawn = (
  kind: Kind,
  changes: Partial<StrategyRow> = {},
  orders: Parameters<typeof botLines>[2] = null,
  form: Readonly<Record<string, string>> = {},
) => {
  const plan = planOf(kind, form);
  return botLines(rowOf(kind, changes), plan, orders, 10 ** -plan.context.spec.priceDecimals);
};

describe('the lines of a bot on a chart (issue 10, on the chart)', () => {
  it.each(RUNNABLE_KINDS)('%s: one that waits for its trigger is drawn as its form was', (kind) => {
    const { definition, values, context } = planOf(kind);
    const prices = definition.chartLines(values, context).map(({ ticks }) => Number(formatTicks(context.spec, ticks)));
    const lines = drawn(kind, { step: 'wait-touch' }).map(({ price }) => price);
    expect(lines).toHaveLength(prices.length);
    for (const [index, price] of prices.entries()) expect(lines[index]).toBeCloseTo(price, 6);
  });

  it.each(RUNNABLE_KINDS)(
    '%s: one that works shows nothing that follows the last price, nor a planned liquidation',
    (kind) => {
      const { definition, values, context } = planOf(kind);
      const last = context.lastTicks ?? 0;
      const moved = botLines(
        rowOf(kind),
        { definition, values, context: { ...context, lastTicks: Math.round(last * 1.02) } },
        null,
        1,
      );
      const still = botLines(rowOf(kind), { definition, values, context }, null, 1);
      // The line that a grid leaves empty may be another; every other one stands where it stood.
      const at = new Set(moved.map(({ price }) => price));
      expect(still.filter(({ price }) => !at.has(price)).length).toBeLessThanOrEqual(1);
      expect(still.some(({ role }) => role === 'liquidation')).toBe(false);
    },
  );

  it('a grid keeps its range and lines, and what rests stands in place of what was planned', () => {
    expect(drawn('spot_grid').filter(({ role }) => role === 'range')).toHaveLength(2);
    expect(drawn('spot_grid').filter(({ role }) => role === 'buy' || role === 'sell').length).toBeGreaterThan(5);
    const lines = drawn('spot_grid', {}, ORDERS);
    expect(lines.filter(({ role }) => role === 'buy').map(({ price }) => price)).toEqual([59_000]);
    expect(lines.filter(({ role }) => role === 'sell').map(({ price }) => price)).toEqual([61_000]);
    expect(lines.filter(({ role }) => role === 'range')).toHaveLength(2);
  });

  it('a martingale in a round shows its own cost and exits, not those of a bot that began now', () => {
    const lines = drawn(
      'martingale',
      { running_cycle: 3, avg_hold_cost: '58000.5', take_profit_price: '58600', stop_loss_price: '-' },
      { bid: [{ price: '57000' }], ask: [] },
    );
    expect(lines.map(({ role, price }) => [role, price])).toEqual([
      ['buy', 57_000],
      ['cost', 58_000.5],
      ['take-profit', 58_600],
    ]);
  });

  it.each(['martingale', 'contract-martingale'] as const)(
    'a %s has its exits where its exchange does not number rounds, as its table has them, and none while it holds nothing',
    (kind) => {
      const exits = (changes: Partial<StrategyRow>): readonly (readonly [string, number])[] =>
        drawn(kind, { take_profit_price: '58600', stop_loss_price: '52000', ...changes }, { bid: [], ask: [] })
          .filter(({ role }) => role === 'take-profit' || role === 'stop-loss')
          .map(({ role, price }) => [role, price]);
      expect(exits({ running_cycle: 0, avg_hold_cost: '58000.5' })).toEqual([
        ['take-profit', 58_600],
        ['stop-loss', 52_000],
      ]);
      expect(exits({ running_cycle: 4, avg_hold_cost: '' })).toEqual([]);
    },
  );

  it('a contract shows where it is liquidated, once where both prices are one', () => {
    const liquidations = (liq_price: string, full_liq_price: string): number[] =>
      drawn('futures_grid', { liq_price, full_liq_price }).flatMap(({ role, price }) =>
        role === 'liquidation' ? [price] : [],
      );
    expect(liquidations('41000', '45000')).toEqual([41_000, 45_000]);
    expect(liquidations('41000', '41000')).toEqual([41_000]);
    expect(liquidations('--', '--')).toEqual([]);
  });

  it('what is masked is not drawn, and nothing stands of a bot that has ended', () => {
    const masked = {
      avg_hold_cost: '-',
      take_profit_price: '-',
      stop_loss_price: '-',
      liq_price: '-',
      full_liq_price: '-',
    };
    expect(botLines(rowOf('futures_grid', { ...masked, running_cycle: 1 }), null, null, 0.1)).toEqual([]);
    const ended = drawn('martingale', {
      status: 'finished',
      running_cycle: 3,
      avg_hold_cost: '58000',
      take_profit_price: '59000',
    });
    expect(ended).toEqual([]);
  });

  it('a bot of several markets has no lines of one', () => {
    const several = RUNNABLE_KINDS.filter((kind) => factsOf(kind).trades !== 'market');
    expect(several.length).toBeGreaterThanOrEqual(3);
    for (const kind of several) expect(drawn(kind, { avg_hold_cost: '60000', liq_price: '50000' })).toEqual([]);
  });
});
