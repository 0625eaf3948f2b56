import { describe, expect, it } from 'vitest';
import { isContract } from '#lib/formulas/contract-value.ts';
import { parseAmount } from '#lib/money/amount.ts';
import type { BotBook } from '#server/exchange/bots/bot-book.ts';
import { counterpartiesOf } from '#server/exchange/bots/deleverage.ts';
import type { LiveBot } from '#server/exchange/bots/live-bot.ts';
import type { Shortfall } from '#server/exchange/bots/settle-bot.ts';
import { botAccount } from '#server/exchange/ledger/account-names.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { openTestExchange } from './exchange-fixture.ts';
import { priceAt, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const HOUR_MS = 3_600_000;
const units = (text: string): bigint => parseAmount(text) as bigint;

describe('settling a bot', () => {
  it.each([
    [
      'spot_grid',
      'of what it holds',
      (id: number) => ({ from: botAccount(id), to: 'fees' }),
      /the ledger has \d+ units/,
    ],
    ['margin_grid', 'of what it owes', (id: number) => ({ from: 'issue', to: `loan:${id}` }), /owes \d+ units of USDT/],
  ] as const)(
    'stops everything when the books of a %s and its machine differ by a unit %s',
    async (kind, _, move, says) => {
      const exchange = await openTestExchange(temporaryFolder());
      const who = await exchange.trader();
      const id = await startKind(exchange, who, kind);
      await exchange.sequencer.submit((tx) => {
        exchange.ledger.post([{ ...move(id), asset: 'USDT', amount: 1n }], 'test', 'somebody else', tx.nowMs);
      });
      // A refused command would be an answer: this is none.
      await expect(exchange.send('cancelGrid', { who, path: { id }, body: {} })).rejects.toThrow(says);
    },
  );
});

/** Half the width of a range, and how far its stops lie beyond. Some stops are touched on the way, some lie in a jump. */
const WIDTHS = [0.001, 0.0014, 0.0018, 0.0022, 0.0026, 0.003, 0.0034, 0.0038];

async function endsOf(stepMs: number) {
  const exchange = await openTestExchange(temporaryFolder());
  const who = await exchange.trader();
  const at = (factor: number) => priceAt(exchange, 'BTC_USDT', factor);
  const ids: number[] = [];
  for (const width of WIDTHS) {
    const stops = { stop_loss: at(1 - width - 0.0003), stop_profit: at(1 + width + 0.0003) };
    const range = { low_price: at(1 - width), high_price: at(1 + width), grid_num: '2' };
    ids.push(await startKind(exchange, who, 'spot_grid', { store_coin_flag: 1, money: '1000', ...stops, ...range }));
  }
  await exchange.pass(12 * HOUR_MS, stepMs);
  const ends = [];
  for (const id of ids) {
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    const { data: row } = await exchange.send('strategyDetail', { who, query });
    const { data: told } = await exchange.send('operateRecords', { who, query: { ...query, page_size: 100 } });
    const end = told.find(({ op_type }: { op_type: string }) => op_type === 'terminate');
    const { finish_time, finish_as, profit, profit_rate, position, position_value, max_draw_down } = row;
    const figures = { finish_time, finish_as, profit, profit_rate, position, position_value, max_draw_down };
    ends.push({ ...figures, price: end === undefined ? '' : (JSON.parse(end.to).price as string) });
  }
  return ends;
}

describe('a bot that ends in the middle of a long step', () => {
  it('is worth what it was at the price that it ended at, coins that it kept included: the same as step by step (A3)', async () => {
    const slowly = await endsOf(10_000);
    for (const { finish_as, position, position_value, price } of slowly) {
      expect(finish_as).toMatch(/^stop_/);
      expect(units(position_value)).toBe((units(position) * units(price)) / 100_000_000n);
    }
    expect(await endsOf(12 * HOUR_MS)).toEqual(slowly);
  });
});

describe('the counterparties of a liquidation that the insurance cannot pay (E4)', () => {
  const spec = createSimulatedFeed({ seed: 'any' }).contracts.find(({ market }) => market === 'BTC_USDT');
  if (spec === undefined || !isContract(spec)) throw new Error('the simulated market has a contract on BTC_USDT');
  const contract = spec;

  interface Side {
    readonly id: number;
    readonly size: bigint;
    readonly unrealised: bigint;
    readonly leverage: number;
    readonly margin: bigint;
  }

  const botOf = ({ id, ...position }: Side): LiveBot =>
    ({ record: { id }, spec: contract, machine: { position: () => position } }) as unknown as LiveBot;
  const bookOf = (sides: readonly Side[]): Pick<BotBook, 'running'> => ({ running: () => sides.map(botOf) });
  const shortfallOf = (side: 'buy' | 'sell', contracts: bigint): Shortfall =>
    ({
      bot: botOf({ id: 99, size: 1n, unrealised: 0n, leverage: 1, margin: 1n }),
      amount: 1n,
      closing: { side, quantity: contracts * contract.contract.quantoUnits },
    }) as unknown as Shortfall;
  const chosen = (sides: readonly Side[], side: 'buy' | 'sell', contracts: bigint) =>
    counterpartiesOf(bookOf(sides), shortfallOf(side, contracts), () => []).map(({ record }) => record.id);

  const short = (id: number, size: bigint, unrealised: bigint, leverage: number, margin: bigint): Side => ({
    id,
    size: -size,
    unrealised,
    leverage,
    margin,
  });

  it('are the largest profit × leverage ÷ margin first, the older one of equals, as many as it takes', () => {
    const sides = [
      short(4, 10n, 200n, 10, 1_000n), // 2
      short(3, 10n, 100n, 50, 1_000n), // 5
      short(2, 10n, 400n, 5, 1_000n), // 2
      short(1, 10n, 900n, 1, 1_000n), // 0.9
    ];
    expect(chosen(sides, 'sell', 40n)).toEqual([3, 2, 4, 1]);
    expect(chosen(sides, 'sell', 10n)).toEqual([3]);
    expect(chosen(sides, 'sell', 11n)).toEqual([3, 2]);
  });

  it('are on the other side and in profit', () => {
    const sides = [
      { ...short(1, 10n, 500n, 10, 1_000n), size: 10n },
      short(2, 10n, 0n, 10, 1_000n),
      short(3, 10n, -5n, 10, 1_000n),
      short(4, 10n, 5n, 10, 1_000n),
    ];
    expect(chosen(sides, 'sell', 100n)).toEqual([4]);
    expect(chosen(sides, 'buy', 100n)).toEqual([1]);
  });
});
