import { expect, it } from 'vitest';
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
