import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { closeParams } from './closed-params.ts';
import { openTestExchange, startGrid } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

async function withClosedBots() {
  const folder = temporaryFolder();
  const first = await openTestExchange(folder);
  const trader = await first.trader();
  const smart = await startKind(first, trader, 'smart-position');
  const compose = await startKind(first, trader, 'spot-compose-indicator');
  // Lists begin with the seventh whole day (H57).
  await first.pass(9 * 86_400_000, 3_600_000);
  await first.kill();
  closeParams(folder);
  const exchange = await openTestExchange(folder, { clock: first.clock });
  await exchange.pass(3_000);
  return { exchange, who: await exchange.trader(), other: await exchange.trader('copier'), smart, compose };
}

describe('bots whose parameters are closed', () => {
  it('of several coins show which coins they hold, not how much of each (C-112, C-345, C-347)', async () => {
    const { exchange, smart } = await withClosedBots();
    const { data } = await exchange.send('recommendList', { query: { strategy_type: 'smart-position' } });
    expect(data[0]).toMatchObject({
      strategy_id: smart,
      asset_info: [
        { asset: 'BTC', rate: '-' },
        { asset: 'ETH', rate: '-' },
      ],
    });
  });

  it('on indicators show others neither conditions nor position, and their owner both (C-345, M-279)', async () => {
    const { exchange, who, other, compose } = await withClosedBots();
    const query = { strategy_id: compose, strategy_type: 'spot-compose-indicator' };
    for (const viewer of [{}, { who: other }]) {
      const { data } = await exchange.send('composeDetail', { ...viewer, query });
      expect(data).toMatchObject({ params: null, position_info: null, profit: '-', position: '-' });
    }
    const own = await exchange.send('composeDetail', { who, query });
    expect(own.data.params.compose_conditions.open).toBeDefined();
    expect(Number(own.data.position_info.value)).toBeGreaterThanOrEqual(0);
  });

  it('cannot be asked out of a copy of them by what a change of it refuses (H54, C-348)', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const mine = await startGrid(first, await first.trader());
    await first.kill();
    const raw = new DatabaseSync(join(folder, 'exchange.db'));
    const stored = JSON.parse(String(raw.prepare("SELECT value FROM item WHERE collection = 'bots'").get()?.value));
    Object.assign(stored.record, { followId: 100_000, isOpenParams: false });
    raw.prepare("UPDATE item SET value = ? WHERE collection = 'bots'").run(JSON.stringify(stored));
    raw.close();
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const who = await exchange.trader();
    const { low_price } = stored.record.payload;
    // Below its low price, which nobody tells him, and above it.
    const answers = ['-1', '1'].map((by) => {
      const body = { stop_loss: (Number(low_price) + Number(by)).toFixed(1), fundpass: 'paper-fund' };
      return exchange.send('changeGridParams', { who, path: { id: mine }, body });
    });
    const conflict = { code: 409, message: '', data: { issue: 'bot-not-changeable' } };
    expect(await Promise.all(answers)).toEqual([conflict, conflict]);
    const body = { low_price, high_price: stored.record.payload.high_price, grid_num: '30' };
    expect(await exchange.send('investPlan', { who, path: { id: mine }, body })).toEqual(conflict);
    await exchange.stop();
  });
});
