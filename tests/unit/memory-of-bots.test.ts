import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { coinBotWords } from '#lib/engine/body/coin-bot.ts';
import { botAccount } from '#server/exchange/ledger/account-names.ts';
import { heapUsed } from '#tests/support/heap-used.ts';
import { openTestExchange, startGrid } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

/** What a hundred thousand bots are to fit into 400 MB by: what a start makes of each, its rows and its words. */

/** So many that what a start makes once (code that ran, caches) does not count. */
const MANY = 10_000;
/** Objects of one bot, bytes: a third of it what its owner asked and what became of it. */
const MOST_BYTES = 2_300;
/** Words of 8 bytes of a spot grid of 20 lines. */
const MOST_WORDS = 144;

/** The one bot of a folder, so many times, each under a number of its own. */
function multiply(folder: string, id: number, count: number): void {
  const raw = new DatabaseSync(join(folder, 'exchange.db'));
  const copyItem = raw.prepare(
    'INSERT INTO item SELECT collection, ?, replace(value, ?, ?) FROM item WHERE collection = ? AND key = ?',
  );
  const copyParams = raw.prepare(
    "INSERT INTO journal SELECT ? + row_number() OVER (), stream, ?, time_ms, value, request FROM journal WHERE stream = 'bot_params' AND key = ?",
  );
  // What the copies hold was issued once more for each.
  const issue = raw.prepare(
    "UPDATE item SET value = CAST(value AS INTEGER) - CAST(? AS INTEGER) * CAST((SELECT value FROM item WHERE collection = 'balances' AND key = ?) AS INTEGER) WHERE collection = 'balances' AND key = ?",
  );
  raw.exec('BEGIN');
  for (let one = id + 1; one <= id + count; one += 1) {
    copyItem.run(`${one}`, `${id}`, `${one}`, 'bots', `${id}`);
    for (const asset of ['BTC', 'USDT']) {
      copyItem.run(`${botAccount(one)}|${asset}`, '', '', 'balances', `${botAccount(id)}|${asset}`);
    }
    copyParams.run(1_000_000 + 10 * one, `${one}`, `${id}`);
  }
  for (const asset of ['BTC', 'USDT']) issue.run(count, `${botAccount(id)}|${asset}`, `issue|${asset}`);
  raw.exec('COMMIT');
  raw.close();
}

it('a running spot grid of 20 lines takes no more of memory after a restart than a hundred thousand have room for (G3)', async () => {
  const folder = temporaryFolder();
  const first = await openTestExchange(folder);
  const who = await first.trader();
  const id = await startGrid(first, who, { grid_num: '20' });
  await first.pass(7_000);
  await first.kill();
  const open = async () => {
    const before = heapUsed();
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const bytes = heapUsed() - before;
    await exchange.kill();
    return bytes;
  };
  await open();
  const alone = await open();
  multiply(folder, id, MANY);
  // What only a start of many makes once is not theirs either.
  await open();
  expect(((await open()) - alone) / MANY).toBeLessThan(MOST_BYTES);
  expect(coinBotWords(20)).toBeLessThanOrEqual(MOST_WORDS);
}, 120_000);
