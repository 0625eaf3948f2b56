import { describe, expect, it } from 'vitest';
import { loadBacktests } from '#server/exchange/backtests/backtest-book.ts';
import { BACKTEST_ORDERS, BACKTEST_REPORTS, type BacktestEntry } from '#server/exchange/backtests/backtest-entry.ts';
import { writtenOutcome } from '#server/exchange/backtests/backtest-task.ts';
import { writeOutcome } from '#server/exchange/backtests/backtest-writing.ts';
import type { BacktestOutcome } from '#server/exchange/backtests/task-shape.ts';
import { COLLECTIONS } from '#server/exchange/collections.ts';
import type { Sequencer } from '#server/exchange/sequencer/sequencer.ts';
import { openSequencer } from '#server/exchange/sequencer/turn-sequencer.ts';
import { openSqliteStore } from '#server/exchange/store/sqlite-store.ts';
import { openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { gathered, handClock, temporaryFolder } from './store-fixture.ts';

/** F3: the largest record that there is comes to the disk beside the market, not before it. */

const ORDERS = 20_000;
const ID = 7;
const MOST_A_TURN = 512 * 1024;

const order = {
  create_time: 1_779_271_216,
  market: 'BTC_USDT',
  side: 'buy',
  price: '51794.3',
  amount: '0.00123456',
  profit: '0.12345678',
  fee: '0.00000123',
  fee_asset: 'BTC',
  signal_type: 'in',
} as const;
const LARGE = {
  figures: { orders_cnt: ORDERS },
  report: { curve: [] },
  orders: Array.from({ length: ORDERS }, (_, index) => ({ ...order, create_time: order.create_time + index })),
} as unknown as BacktestOutcome;

const rowsOf = ({ store }: Pick<TestExchange, 'store'>) => gathered(store.all(BACKTEST_ORDERS));

async function writing(watch: (turn: number, submit: Sequencer['submit']) => void, folder = temporaryFolder()) {
  const exchange = await openTestExchange(folder);
  const book = await loadBacktests(exchange.store);
  const entry = { id: ID, ownerId: 1, status: 'running', figures: null } as unknown as BacktestEntry;
  await exchange.sequencer.submit((tx) => void book.put(tx, entry));
  const bytes: number[] = [];
  const sequencer: Pick<Sequencer, 'submit'> = {
    submit(command, isKept) {
      watch(bytes.length, exchange.sequencer.submit);
      bytes.push(0);
      const turn = bytes.length - 1;
      return exchange.sequencer.submit((tx) => {
        const put = (collection: string, key: string, value: string) => {
          bytes[turn] = (bytes[turn] ?? 0) + value.length;
          tx.put(collection, key, value);
        };
        return command({ ...tx, put });
      }, isKept);
    },
  };
  return { exchange, book, entry, bytes, write: () => writeOutcome(sequencer, book, ID, writtenOutcome(LARGE)) };
}

describe('a record of 20,000 orders (F3)', () => {
  it('is handed over as texts, which the thread has made', () => {
    const { chunks } = writtenOutcome(LARGE);
    expect(chunks.length).toBe(40);
    expect(chunks.flatMap((text) => JSON.parse(text))).toEqual(LARGE.orders);
  });

  it('is written in turns of half a megabyte at most, and the market has its turns between them', async () => {
    const market: number[] = [];
    const { exchange, book, bytes, write } = await writing((turn, submit) => {
      void submit(() => market.push(turn));
    });
    await write();
    expect(bytes.length).toBeGreaterThan(8);
    expect(Math.max(...bytes)).toBeLessThan(MOST_A_TURN);
    expect(market.length).toBe(bytes.length);
    expect(book.get(ID)?.status).toBe('stopped');
    expect((await gathered(exchange.store.all(BACKTEST_ORDERS))).flatMap(({ value }) => JSON.parse(value))).toEqual(
      LARGE.orders,
    );
    await exchange.kill();
  });

  it('that was killed in the middle leaves no order beside those of a shorter run after the restart', async () => {
    const folder = temporaryFolder();
    let killed: Promise<void> | undefined;
    const { exchange: first, write } = await writing((turn) => {
      if (turn === 5) killed = first.kill();
    }, folder);
    await expect(write()).rejects.toThrow();
    await killed;
    // Without a runner, which would run the record again.
    const store = await openSqliteStore({ dataDir: folder, collections: COLLECTIONS });
    const sequencer = openSequencer({ store, clock: handClock(), participants: [], onFatal: () => undefined });
    expect((await rowsOf({ store })).length).toBeGreaterThan(1);
    const book = await loadBacktests(store);
    const entry = book.get(ID) as BacktestEntry;
    expect(entry.status).toBe('queued');
    await sequencer.submit((tx) => void book.put(tx, { ...entry, status: 'running' }));
    const short = { ...LARGE, figures: { orders_cnt: 500 }, orders: LARGE.orders.slice(0, 500) };
    await writeOutcome(sequencer, book, ID, writtenOutcome(short as unknown as BacktestOutcome));
    expect((await rowsOf({ store })).flatMap(({ value }) => JSON.parse(value))).toEqual(short.orders);
    await store.close();
  });

  it('leaves nothing behind when it is cancelled in the middle', async () => {
    const { exchange, book, entry, write } = await writing((turn, submit) => {
      if (turn === 3) void submit((tx) => void book.put(tx, { ...entry, status: 'abnormal', reason: 'cancelled' }));
    });
    await write();
    expect(book.get(ID)?.status).toBe('abnormal');
    expect(await rowsOf(exchange)).toEqual([]);
    expect(await gathered(exchange.store.all(BACKTEST_REPORTS))).toEqual([]);
    await exchange.kill();
  });
});
