import { describe, expect, it } from 'vitest';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { gridBody, MORNING_MS, openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { handClock, temporaryFolder } from './store-fixture.ts';

const HOUR_MS = 3_600_000;
/** Bots that between them do what a grid can do: move, wait, stop, close. */
const GRIDS = [
  { money: '3000' },
  { money: '0.05', is_use_base: '1', price_type: '1' },
  { money: '900', grid_num: '12', qty_type: '1', qty_rate: '0.02' },
  { money: '2000', grid_num: '80' },
] as const;

async function everything(exchange: TestExchange, who: Who, ids: readonly number[]) {
  const told: unknown[] = [];
  for (const id of ids) {
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    const trades = await exchange.send('tradeRecords', { who, path: { id }, query: { page_size: 500 } });
    const reasons = await exchange.send('orderReasons', { who, path: { id }, query: { page_size: 500 } });
    const orders = await exchange.send('openOrders', { who, path: { id } });
    const row = await exchange.send('strategyDetail', { who, query });
    const curve = await exchange.send('dailyCurve', { path: { id }, query: { strategy_type: 'spot_grid' } });
    told.push([trades, reasons, orders, row.data, curve.data]);
  }
  return told;
}

async function open(folder: string, clock: ReturnType<typeof handClock>, feed?: MarketFeed) {
  const exchange = await openTestExchange(folder, { clock, ...(feed === undefined ? {} : { feed }) });
  return { exchange, who: await exchange.trader() };
}

/** Starts the bots, then lets `hours` pass: with the exchange running, or with the exchange away. */
async function live(hours: number, isAway: boolean) {
  const folder = temporaryFolder();
  const clock = handClock(MORNING_MS);
  let { exchange, who } = await open(folder, clock);
  const ids: number[] = [];
  for (const changes of GRIDS) ids.push(await startGrid(exchange, who, changes));
  await exchange.pass(10 * 60_000, 7_000);
  if (isAway) {
    await exchange.kill();
    clock.advance(hours * HOUR_MS);
    ({ exchange, who } = await open(folder, clock));
  } else {
    await exchange.pass(hours * HOUR_MS, 61_000);
  }
  await exchange.pass(5 * 60_000);
  return { exchange, who, ids, told: await everything(exchange, who, ids) };
}

describe('a restart', () => {
  it('catches up on the missed path with the very fills of an exchange that was never away', async () => {
    // Over midnight, so that the day is closed on the way.
    const there = await live(20, false);
    const away = await live(20, true);
    expect(away.told).toEqual(there.told);
    // The paper market is issued what it lacks at the moment, so its own account depends on who trades first.
    for (const account of there.exchange.ledger.everyAccount()) {
      if (/^(market:|issue)/.test(account)) continue;
      expect(away.exchange.ledger.assets(account)).toEqual(there.exchange.ledger.assets(account));
    }
    expect(brokenLaw(away.exchange.ledger)).toBeNull();
    expect(away.exchange.fatal).toEqual([]);
  }, 60_000);

  it('writes into each bot’s record from when to when it caught up (M-111, M-393)', async () => {
    const { exchange, who, ids } = await live(2, true);
    const query = { strategy_id: ids[0] as number, strategy_type: 'spot_grid', page_size: 50 };
    const { data } = await exchange.send('operateRecords', { who, query });
    const note = data.find(({ op_type: type }: { op_type: string }) => type === 'catch_up');
    expect(note).toMatchObject({ explain: 'path-replayed' });
    expect(JSON.parse(note.to).time - JSON.parse(note.from).time).toBeGreaterThanOrEqual(2 * 3_600);
  }, 60_000);

  it('goes on from the present price where the feed does not know the path, and says that too', async () => {
    const folder = temporaryFolder();
    const clock = handClock(MORNING_MS);
    const feed: MarketFeed = { ...createSimulatedFeed({ seed: 'exchange-tests' }), knowsPath: () => false };
    const first = await open(folder, clock, feed);
    const id = await startGrid(first.exchange, first.who);
    await first.exchange.kill();
    clock.advance(6 * HOUR_MS);
    const { exchange, who } = await open(folder, clock, feed);
    const { data } = await exchange.send('operateRecords', {
      who,
      query: { strategy_id: id, strategy_type: 'spot_grid' },
    });
    expect(data.find(({ op_type: type }: { op_type: string }) => type === 'catch_up')).toMatchObject({
      explain: 'path-unknown',
    });
    const row = await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: 'spot_grid' } });
    expect(row.data).toMatchObject({ status: 'running', residual: '0' });
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('starts a bot that was funded but not started when the exchange died, where it would have started', async () => {
    const start = async (isAway: boolean) => {
      const folder = temporaryFolder();
      const clock = handClock(MORNING_MS);
      let { exchange, who } = await open(folder, clock);
      await exchange.pass(1_000);
      clock.advance(400);
      const { data } = await exchange.send('createGrid', { who, body: gridBody(exchange) });
      if (isAway) {
        await exchange.kill();
        clock.advance(HOUR_MS);
        ({ exchange, who } = await open(folder, clock));
      } else {
        await exchange.pass(600);
        await exchange.pass(HOUR_MS - 600, 1_000);
      }
      const trades = await exchange.send('tradeRecords', {
        who,
        path: { id: data.strategy_id },
        query: { page_size: 500 },
      });
      return trades.data;
    };
    expect(await start(true)).toEqual(await start(false));
  }, 60_000);
});
