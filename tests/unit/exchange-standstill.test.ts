import { expect, it, onTestFinished, vi } from 'vitest';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { COLLECTIONS } from '#server/exchange/collections.ts';
import { openStandstill } from '#server/exchange/store/standstill.ts';
import type { TurnBatch } from '#server/exchange/store/store.ts';
import { openStoreHere } from '#tests/support/store-here.ts';
import { openTestExchange, startGrid } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

it('while turns wait for another machine nothing new is taken, in words, what is read is shown, and all goes on', async () => {
  const standstill = openStandstill();
  const folder = temporaryFolder();
  const disk = await openStoreHere({ dataDir: folder, collections: COLLECTIONS });
  /** Turns that wait are let through by the test. */
  let gate = Promise.resolve();
  let waiting = Promise.withResolvers<void>();
  const store = {
    ...disk,
    commit(batch: TurnBatch) {
      waiting.resolve();
      return gate.then(() => disk.commit(batch));
    },
  };
  const exchange = await openTestExchange(folder, { store, standstill });
  const who = await exchange.trader();
  await startGrid(exchange, who);
  const move = { from: 'spot', to: 'margin', asset: 'USDT', amount: '1' };
  const opened = Promise.withResolvers<void>();
  gate = opened.promise;
  waiting = Promise.withResolvers();
  const answered: string[] = [];
  const begin = async (name: string, body: object) => {
    const answer = await exchange.send('transfer', { who, body });
    answered.push(name);
    return answer;
  };
  const under = begin('moved', move);
  await waiting.promise;
  // What is refused says something of what is not on every disk as well.
  const refused = begin('refused', { ...move, amount: '99999999' });
  // Asked before it is known that turns wait: it is not held up by them.
  const asked = exchange.send('strategyNumber', { who });
  await new Promise((resolve) => setImmediate(resolve));
  standstill.set(true);
  expect((await asked).code).toBe(200);
  expect((await exchange.send('strategyNumber', { who })).code).toBe(200);
  const waits = { code: 503, data: { issue: 'store-waits', values: { seconds: '5' } } };
  expect(await exchange.send('transfer', { who, body: move })).toMatchObject(waits);
  expect(await exchange.send('upstreamLogin', { body: { account: 'demo', password: 'paper-demo' } })).toMatchObject(
    waits,
  );
  // What had been begun is not told of before every disk has it.
  expect(answered).toEqual([]);
  opened.resolve();
  standstill.set(false);
  expect((await under).code).toBe(200);
  expect((await refused).code).toBe(422);
  expect((await exchange.send('transfer', { who, body: move })).code).toBe(200);
});

/** An exchange whose turns wait while the test says so, and are read as they were before, as a database shows what it has not told of. */
async function openWaiting() {
  const standstill = openStandstill();
  const folder = temporaryFolder();
  const disk = await openStoreHere({ dataDir: folder, collections: COLLECTIONS });
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let handedOver = Promise.withResolvers<void>();
  const store = {
    ...disk,
    commit(batch: TurnBatch) {
      handedOver.resolve();
      return gate.promise.then(() => disk.commit(batch));
    },
  };
  const exchange = await openTestExchange(folder, { store, standstill });
  const goOn = () => {
    gate.resolve();
    standstill.set(false);
  };
  onTestFinished(goOn);
  return {
    exchange,
    goOn,
    /** Turns that are handed over from now on wait: that of `change` first. */
    async wait<T>(change: () => Promise<T>): Promise<{ readonly change: Promise<T> }> {
      [gate, handedOver] = [Promise.withResolvers(), Promise.withResolvers()];
      const changed = change();
      await handedOver.promise;
      standstill.set(true);
      return { change: changed };
    },
  };
}

it('who reads while turns wait leaves nothing in line, however often he asks: that would be there until another machine is back', async () => {
  const { exchange, wait, goOn } = await openWaiting();
  const who = await exchange.trader();
  const { change } = await wait(() => startGrid(exchange, who));
  const submitted = vi.spyOn(exchange.sequencer, 'submit');
  exchange.clock.advance(6 * MINUTE_MS);
  const read = () => exchange.send('strategyNumber', { who });
  for (let asked = 0; asked < 3; asked += 1) expect((await read()).code).toBe(200);
  expect(submitted).not.toHaveBeenCalled();
  goOn();
  await change;
});

it('a bot that goes to the archive while turns wait is there all the time, and counts in what its owner earned', async () => {
  const { exchange, wait, goOn } = await openWaiting();
  const who = await exchange.trader();
  const id = await startGrid(exchange, who);
  await exchange.pass(60_000);
  const end = await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
  expect(end.code).toBe(200);
  const detail = () => exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: 'spot_grid' } });
  const days = () => exchange.send('totalProfit', { who });
  const before = [await detail(), await days()];
  const { change } = await wait(() => exchange.tick());
  expect([await detail(), await days()]).toEqual(before);
  goOn();
  await change;
  expect([await detail(), await days()]).toEqual(before);
  expect(exchange.logged.join()).not.toContain('archive-lost-bot');
});

it('what is written into the archive while turns wait is what it says afterwards, and what the next change leaves as it was', async () => {
  const { exchange, wait, goOn } = await openWaiting();
  const who = await exchange.trader();
  const id = await startGrid(exchange, who);
  await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
  for (let turn = 0; turn < 3; turn += 1) await exchange.tick();
  const bot = { strategy_id: id, strategy_type: 'spot_grid' };
  const detail = (asker: { readonly who?: typeof who }) => exchange.send('strategyDetail', { ...asker, query: bot });
  expect((await detail({})).code).toBe(200);
  const { change } = await wait(() => exchange.send('hideStrategy', { who, body: { ...bot, is_hide: 1 } }));
  await detail({ who });
  goOn();
  expect((await change).code).toBe(200);
  expect((await detail({})).code).toBe(404);
  await exchange.send('renameStrategy', { who, query: { ...bot, strategy_name: 'Another name' } });
  expect((await detail({ who })).data).toMatchObject({ is_hide: 1, strategy_name: 'Another name' });
});
