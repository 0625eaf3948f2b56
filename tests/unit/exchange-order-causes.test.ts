import { expect, it } from 'vitest';
import { findCauses } from '#server/exchange/bots/order-causes.ts';
import { testSpec } from '#tests/support/market-specs.ts';

/** A journal of some rows, by stream. */
function journal(rows: Readonly<Record<string, readonly (readonly [timeMs: number, row: object])[]>>) {
  return {
    async *since(stream: string, key: string) {
      for (const [at, [timeMs, row]] of (rows[stream] ?? []).entries())
        yield { sequence: at + 1, stream, key, timeMs, value: JSON.stringify(row), request: '' };
    },
  };
}

const SPEC = testSpec();
const bot = (rounds: number): Parameters<typeof findCauses>[1] => ({
  record: { id: 7, rounds } as Parameters<typeof findCauses>[1]['record'],
  spec: SPEC,
  machine: null,
});

const order = (
  timeMs: number,
  kind: 'placed' | 'cancelled',
  reason: string,
  side: 'buy' | 'sell',
  level = 0,
  // A grid's orders are told apart by their lines; of those with rounds sales lie above what was bought.
  price = side === 'sell' ? '60' : '40',
) => ({
  timeMs,
  order: { time: 0, market: SPEC.market, account: 'spot' as const, kind, reason, side, level, price, qty: '1' },
});
const fill = (side: 'buy' | 'sell', level: number, match_price: string) => ({
  ...{ finish_time: 1, side, level, match_price, role: 'grid', match_qty: '1', match_amount: '1' },
  ...{ fee: '0', fee_asset: 'USDT', profit: '' },
});

it('a counter-order answers the fill of the other side one line away, whatever else filled at that moment', async () => {
  const store = journal({
    bot_fills: [
      [500, fill('buy', 9, '90')],
      [1_000, fill('buy', 5, '50')],
      [1_000, fill('buy', 4, '40')],
      [1_000, fill('sell', 5, '51')],
    ],
  });
  const causes = await findCauses(store, bot(0), [
    order(1_000, 'placed', 'counter-order', 'sell', 6),
    order(1_000, 'placed', 'counter-order', 'sell', 5),
    order(1_000, 'placed', 'counter-order', 'buy', 4),
    order(1_000, 'placed', 'grid-line', 'buy', 4),
    order(2_000, 'placed', 'counter-order', 'sell', 5),
  ]);
  expect(causes.map((cause) => cause.fill?.number ?? null)).toEqual([2, 3, 4, null, null]);
});

it('both orders that an infinite grid lays anew answer the fill that moved them', async () => {
  const store = journal({ bot_fills: [[1_000, fill('sell', 1, '51')]] });
  const causes = await findCauses(store, bot(0), [
    order(1_000, 'cancelled', 'counter-order', 'buy', 0),
    order(1_000, 'placed', 'counter-order', 'buy', 0),
    order(1_000, 'placed', 'counter-order', 'sell', 1),
    order(1_000, 'placed', 'counter-order', 'sell', 8),
  ]);
  expect(causes.map((cause) => cause.fill?.number ?? null)).toEqual([1, 1, 1, null]);
});

it('what ends with a round is of it, what begins at that moment of the next', async () => {
  const store = journal({
    bot_fills: [[1_000, fill('buy', 0, '50')]],
    bot_rounds: [
      [1_000, {}],
      [2_000, {}],
    ],
  });
  const causes = await findCauses(store, bot(2), [
    order(500, 'placed', 'add-order', 'buy'),
    order(1_000, 'cancelled', 'take-profit', 'buy'),
    order(1_000, 'placed', 'stop-loss', 'sell'),
    order(1_000, 'placed', 'opening', 'buy'),
    order(1_000, 'placed', 'take-profit', 'sell'),
    order(1_500, 'placed', 'add-order', 'buy'),
    order(2_500, 'placed', 'opening', 'buy'),
  ]);
  expect(causes.map(({ round }) => round)).toEqual([1, 1, 1, 2, 2, 2, 3]);
});

it('a take profit is laid anew by the purchase of its round, and what still rests goes with its sale', async () => {
  const store = journal({
    bot_fills: [
      [500, fill('buy', 0, '50')],
      [800, fill('buy', 1, '49')],
      [1_000, fill('sell', -1, '51')],
      [1_000, fill('buy', 0, '52')],
    ],
    bot_operations: [[900, { op_type: 'params' }]],
    bot_rounds: [[1_000, {}]],
  });
  const causes = await findCauses(store, bot(1), [
    order(500, 'placed', 'take-profit', 'sell', -1),
    order(800, 'cancelled', 'take-profit', 'sell', -1),
    order(800, 'placed', 'take-profit', 'sell', -1),
    order(900, 'placed', 'take-profit', 'sell', -1),
    order(1_000, 'cancelled', 'take-profit', 'buy', 2),
    order(1_000, 'placed', 'take-profit', 'sell', -1),
  ]);
  const told = causes.map(({ fill: answered, operation, round }) => [answered?.number ?? operation, round]);
  expect(told).toEqual([
    [1, 1],
    [2, 1],
    [2, 1],
    ['params', 1],
    [3, 1],
    [4, 2],
  ]);
});

it('a take profit that its owner puts where the price is past it already is of the round that it ends, and his doing', async () => {
  const store = journal({
    bot_fills: [
      [500, fill('buy', 0, '50')],
      [1_000, fill('sell', -1, '53')],
      [1_000, fill('buy', 0, '53')],
    ],
    bot_operations: [[1_000, { op_type: 'params' }]],
    bot_rounds: [[1_000, {}]],
  });
  const causes = await findCauses(store, bot(1), [
    order(1_000, 'cancelled', 'take-profit', 'sell', -1, '55'),
    order(1_000, 'placed', 'take-profit', 'sell', -1, '51'),
    order(1_000, 'cancelled', 'take-profit', 'buy', 1, '49'),
    order(1_000, 'placed', 'take-profit', 'sell', -1, '54'),
  ]);
  const told = causes.map(({ fill: answered, operation, round }) => [answered?.number ?? operation, round]);
  expect(told).toEqual([
    ['params', 1],
    ['params', 1],
    [2, 1],
    [3, 2],
  ]);
});
