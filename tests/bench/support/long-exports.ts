import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { STREAM } from '#server/exchange/bots/bot-book.ts';
import { fundReference } from '#server/exchange/bots/settle-bot.ts';
import { ACCOUNT_BOOK } from '#server/exchange/ledger/memory-ledger.ts';
import type { Store } from '#server/exchange/store/store.ts';
import type { LiveExchange } from './live-exchange.ts';

/** What a grid of narrow lines has after a year, and an account that was topped up all the time. */
const FILLS = 100_000;
const FLOWS = 20_000;
const A_TURN = 1_000;
const PAGE_SIZE = 500;

/** A running bot whose records are long. */
interface Recorded {
  readonly id: number;
  readonly ownerId: number;
}

/** The first bot, with many copies of what it has of each record, so that they read as real ones do. */
export async function withLongRecords({ parts, store }: LiveExchange): Promise<Recorded> {
  const bot = await firstBot(store);
  const { sequencer } = parts;
  for (const [stream, key, count] of [
    [STREAM.fills, `${bot.id}`, FILLS],
    [STREAM.operations, `${bot.id}`, FLOWS],
    [ACCOUNT_BOOK, fundReference(bot.id), FLOWS],
  ] as const) {
    const { rows } = await store.page(stream, key, 1, 1);
    const text = rows[0]?.value;
    if (text === undefined) throw new Error(`bot ${bot.id} has nothing in ${stream}`);
    for (let written = 0; written < count; written += A_TURN) {
      await sequencer.submit((tx) => {
        for (let row = 0; row < A_TURN; row += 1) tx.append(stream, key, tx.nowMs, text);
      });
    }
  }
  return bot;
}

async function firstBot(store: Store): Promise<Recorded> {
  for await (const { value } of store.all('bots')) {
    const { record } = JSON.parse(value) as { readonly record: Recorded };
    return { id: Number(record.id), ownerId: Number(record.ownerId) };
  }
  throw new Error('no bot runs');
}

/**
 * What is taken out whole, for a while: the bot's trades page by page as an export walks them, its operations, its flows
 * and what it holds, which are read from all of its records; and once a copy of the store. Resolves with the rows that came.
 */
export async function exportsFor(
  { store, exchange }: LiveExchange,
  { id, ownerId }: Recorded,
  { forMs, nowMs, backupTo }: { readonly forMs: number; nowMs(): number; readonly backupTo: string },
): Promise<number> {
  const begin = performance.now();
  const backup = store.backup(backupTo);
  const common = { user: { id: ownerId }, session: null, path: { id: `${id}` } };
  const query = { strategy_id: `${id}`, strategyId: id, strategy_type: 'spot_grid', status: 'finished' };
  let taken = 0;
  for (let page = 1; performance.now() - begin < forMs; page += 1) {
    const asked = { ...common, nowMs: nowMs(), query: { ...query, page, page_size: PAGE_SIZE } } as never;
    const { tradeRecords, operateRecords, accountBook, holdRecords } = exchange.handlers;
    const calls = page % 20 === 1 ? [accountBook, holdRecords, operateRecords, tradeRecords] : [tradeRecords];
    for (const call of calls) {
      const reply = await call(asked);
      if (!('code' in reply) || reply.code !== 200) throw new Error(`an export answered ${JSON.stringify(reply)}`);
      taken += 1;
    }
    await delay(10);
  }
  await backup;
  return taken;
}
