import { expect, it } from 'vitest';
import { loadBots } from '#server/exchange/bots/bot-book.ts';
import type { StoredRow, StoreReader } from '#server/exchange/store/store.ts';
import { openTestExchange, startGrid } from './exchange-fixture.ts';
import { gathered, temporaryFolder } from './store-fixture.ts';

/** A start with many bots lets other work have the thread, although the store is quick. */
it('bots are made of their rows some at a time', async () => {
  const exchange = await openTestExchange(temporaryFolder());
  await startGrid(exchange, await exchange.trader());
  const [row] = await gathered(exchange.store.all('bots'));
  await exchange.stop();
  const rows = Array.from({ length: 95 }, () => row as StoredRow);
  const quick = {
    async *all() {
      yield* rows;
    },
    valuesOf: async (_stream: string, keys: readonly string[]) => keys.map(() => []),
    lastOf: async (_stream: string, keys: readonly string[]) => keys.map(() => null),
  } as unknown as StoreReader;
  let looks = 0;
  let isOver = false;
  const look = (): void => {
    looks += 1;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  expect(await gathered(loadBots(quick, ['bots']))).toHaveLength(95);
  isOver = true;
  expect(looks).toBeGreaterThanOrEqual(95 / 10 - 1);
});
