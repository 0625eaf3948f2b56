import { describe, expect, it } from 'vitest';
import { readFork } from '#server/exchange/forks/fork-job.ts';
import type { Answer } from '#server/exchange/jobs/job.ts';
import { readPreview } from '#server/exchange/previews/preview-job.ts';
import { gridBody, MORNING_MS, openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

/** Whoever has the workers' key can say anything: it may spoil the record that it is about, and nothing else. */

const DAY_S = 86_400;
const NEVER = new AbortController().signal;
const order = {
  ...{ create_time: MORNING_MS / 1_000, market: 'BTC_USDT', side: 'buy', price: '51794.3', amount: '0.001' },
  ...{ profit: '', fee: '0', fee_asset: 'BTC', signal_type: 'in' },
};
const figures = {
  ...{ profit_rate: '0', total_profit: '0', un_pnl: '0', orders_cnt: 1, win_num: 0, loss_num: 0 },
  ...{ max_gains: '0', max_loss: '0', max_draw_down: '0', sharpe_rate: '' },
};
const report = {
  ...{ profit_asset: 'USDT', start_value: '100', end_value: '100', fees: '0', funding: '0', interest: '0' },
  ...{ hold_rate: '0', annual_rate: '', compound_rate: '', expectancy: '', expectancy_ratio: '', profit_factor: '' },
  ...{ exposure: '0', worst_run: { losses: 0, amount: '0' }, max_draw_down: '0', sharpe_rate: '', finish_as: '' },
  ...{ gaps: [], curve: [], monte_carlo: [], band_of: 'trades', through_ticks: 0, other_fills: null },
};

/** The outcome that a worker tells, with these lines of orders. */
const outcome = (...chunks: string[]): Answer => [
  JSON.stringify({ type: 'outcome', outcome: { figures, report } }),
  ...chunks,
];

/** A backtest that is asked for, and in the hands of a worker. */
async function claimed() {
  const exchange = await openTestExchange(temporaryFolder(), { localWorker: 'none' });
  const who = await exchange.trader();
  const now = MORNING_MS / 1_000;
  const body = { ...gridBody(exchange), begin_time: now - 2 * DAY_S, end_time: now };
  const { data } = await exchange.send('createBacktest', { who, body });
  const leased = await exchange.jobs.claim('queued', { signal: NEVER, isReserve: false });
  if (leased === null) throw new Error('there was no job');
  const recordOf = async () => {
    const { data: rows } = await exchange.send('backtests', { who, query: { page_size: 10 } });
    return rows.find((row: { id: number }) => row.id === data.id);
  };
  const ordersOf = async () =>
    (await exchange.send('backtestOrders', { who, path: { id: data.id }, query: { page: 1, page_size: 500 } })).data;
  return { exchange, token: leased.token, recordOf, ordersOf };
}

async function goesOn({ fatal, sequencer }: TestExchange): Promise<void> {
  await sequencer.submit((tx) => tx.put('key_marks', 'lying worker', '1'));
  expect(fatal).toEqual([]);
}

describe('a worker that lies about a backtest', () => {
  it.each([
    ['a character that a database refuses', '["\0"]'],
    ['more than there are orders', `[${' '.repeat(250_000)}]`],
    ['no list', '{}'],
  ])('fails it with orders that hold %s, and the exchange goes on', async (_, chunk) => {
    const { exchange, token, recordOf } = await claimed();
    await exchange.jobs.answer(token, 0, outcome(chunk), false);
    await expect.poll(async () => (await recordOf()).status).toBe('abnormal');
    await goesOn(exchange);
  });

  it('takes nothing away from what was told before', async () => {
    const { exchange, token, recordOf, ordersOf } = await claimed();
    const orders = [order];
    await exchange.jobs.answer(token, 0, outcome(JSON.stringify(orders)), false);
    expect([(await recordOf()).status, await ordersOf()]).toEqual(['stopped', orders]);
    await exchange.jobs.answer(token, 1, outcome('[]'), false);
    await exchange.jobs.answer(token, 2, ['{"type":"prices-unknown"}'], false);
    await exchange.jobs.answer(token, 3, ['nothing'], true);
    expect([(await recordOf()).status, await ordersOf()]).toEqual(['stopped', orders]);
    await goesOn(exchange);
  });
});

describe('an amount of a million digits', () => {
  const amount = '9'.repeat(1_000_000);
  const side = { rateE8: amount, shareE8: '0', fallE8: '0', finish: null };

  it('is none, and takes no time', () => {
    const preview = { type: 'compared', fromMs: 0, toMs: 1, original: side, copy: side, points: [] };
    expect(() => readPreview([JSON.stringify(preview)])).toThrow('rateE8');
    const life = { equity: amount, profit: '0', fall: 0, fills: 0, fees: '0', finish: null };
    const later = { made: 0, refused: 0, held: 0 };
    const result = {
      ...{ timeMs: 0, toMs: 1, asset: 'USDT', was: {}, life: { ...life, later }, fork: { ...life, later } },
      ...{ real: null, unknownMinutes: 0, isTapeFull: false, points: [] },
    };
    expect(() => readFork([JSON.stringify({ type: 'compared', result })])).toThrow('equity');
  });
});
