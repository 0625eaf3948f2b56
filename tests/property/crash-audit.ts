import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { type LoadedBot, loadBots, STREAM } from '#server/exchange/bots/bot-book.ts';
import { engineParamsOf } from '#server/exchange/bots/bot-kinds.ts';
import { restoreMachine, TurnNotes } from '#server/exchange/bots/live-bot.ts';
import { COLLECTIONS } from '#server/exchange/collections.ts';
import { IDEMPOTENCY } from '#server/exchange/http/idempotency.ts';
import { botAccount } from '#server/exchange/ledger/account-names.ts';
import type { BookEntry, Ledger } from '#server/exchange/ledger/ledger.ts';
import { ACCOUNT_BOOK, openLedger } from '#server/exchange/ledger/memory-ledger.ts';
import { PAPER_CONTRACTS } from '#server/exchange/market/contracts.ts';
import { PAPER_MARKETS } from '#server/exchange/market/specs.ts';
import { openSqliteStore } from '#server/exchange/store/sqlite-store.ts';
import type { Store } from '#server/exchange/store/store.ts';
import { folderAtRest } from '#tests/support/postgres-of-folder.ts';
import { gathered } from '#tests/unit/store-fixture.ts';
import type { SentCall } from './crash-client.ts';

/** What is wrong with a killed exchange's disk, in words; empty when everything that was acknowledged is there, once. */
export async function auditDisk(dataDir: string, calls: readonly SentCall[]): Promise<string[]> {
  const store = await openSqliteStore({ dataDir: await folderAtRest(dataDir), collections: COLLECTIONS });
  try {
    // Throws when an asset does not sum to zero or an account is below zero.
    const ledger = await openLedger(store);
    const bots = new Map((await gathered(loadBots(store))).map((bot) => [bot.record.id, bot]));
    return [...auditBots(ledger, bots), ...(await auditCalls(store, bots, calls))];
  } finally {
    await store.close();
  }
}

/** Every balance must follow from the account book alone. Reads the file while nobody has it open. */
export async function auditAccountBook(dataDir: string): Promise<string[]> {
  const raw = new DatabaseSync(join(await folderAtRest(dataDir), 'exchange.db'));
  const sums = new Map<string, bigint>();
  const add = (key: string, amount: bigint) => sums.set(key, (sums.get(key) ?? 0n) + amount);
  for (const row of raw.prepare('SELECT value FROM journal WHERE stream = ?').iterate(ACCOUNT_BOOK)) {
    for (const [from, to, asset, amount] of (JSON.parse(String(row.value)) as BookEntry).postings) {
      add(`${from}|${asset}`, -BigInt(amount));
      add(`${to}|${asset}`, BigInt(amount));
    }
  }
  const wrong: string[] = [];
  for (const row of raw.prepare("SELECT key, value FROM item WHERE collection = 'balances'").all()) {
    const key = String(row.key);
    const booked = sums.get(key) ?? 0n;
    if (booked !== BigInt(String(row.value))) wrong.push(`${key} is ${row.value}, the account book says ${booked}`);
    sums.delete(key);
  }
  raw.close();
  for (const [key, amount] of sums)
    if (amount !== 0n) wrong.push(`${key} has no balance, the account book says ${amount}`);
  return wrong;
}

/** Executed orders of all bots. */
export async function countFills(dataDir: string): Promise<number> {
  const raw = new DatabaseSync(join(await folderAtRest(dataDir), 'exchange.db'));
  const { fills } = raw.prepare('SELECT count(*) AS fills FROM journal WHERE stream = ?').get(STREAM.fills) as {
    fills: number;
  };
  raw.close();
  return fills;
}

/** A bot's sub-account equals its machine's holdings; a finished bot's is empty. */
function auditBots(ledger: Ledger, bots: ReadonlyMap<number, LoadedBot>): string[] {
  const wrong: string[] = [];
  for (const [id, bot] of bots) {
    const expected = holdingsOf(bot);
    const held = ledger.assets(botAccount(id));
    for (const asset of new Set([...held.keys(), ...Object.keys(expected)])) {
      if ((held.get(asset) ?? 0n) !== (expected[asset] ?? 0n))
        wrong.push(`bot ${id} has ${held.get(asset)} ${asset}, its machine ${expected[asset]}`);
    }
  }
  return wrong;
}

function holdingsOf({ record, machine }: LoadedBot): Readonly<Record<string, bigint>> {
  if (record.status === 'finished') return {};
  if (machine === null) return { [record.moneyAsset]: record.money };
  const spec = [...PAPER_MARKETS, ...PAPER_CONTRACTS].find((each) => instrumentOf(each) === record.instrument);
  if (spec === undefined) throw new Error(`bot ${record.id} trades an unknown instrument`);
  const view = { movingAverage: () => Number.NaN, marketFillTicks: () => 0 };
  return restoreMachine(
    record.kind,
    engineParamsOf(record.kind, record.payload, spec, record.feeRate),
    machine,
    view,
    new TurnNotes(),
  ).holdings();
}

/** Acknowledged calls are true and stay true; no call ran twice. */
async function auditCalls(
  store: Store,
  bots: ReadonlyMap<number, LoadedBot>,
  calls: readonly SentCall[],
): Promise<string[]> {
  const wrong: string[] = [];
  const created = new Set<number>();
  for (const call of calls) {
    if (call.answer?.code !== 200) continue;
    const stored = await store.get(IDEMPOTENCY, `${call.trader.userId}/${call.endpoint}/${call.key}`);
    if (stored === undefined) wrong.push(`${call.key} was acknowledged and is gone`);
    const id = Number(call.answer.data?.strategy_id);
    const record = bots.get(id)?.record;
    if (record === undefined) wrong.push(`${call.key}: bot ${id} is gone`);
    if (call.endpoint === 'createGrid') {
      if (created.has(id)) wrong.push(`bot ${id} answers two keys`);
      created.add(id);
      if (record?.ownerId !== call.trader.userId) wrong.push(`bot ${id} has another owner`);
    } else if (record !== undefined && !['stopping', 'finishing', 'finished'].includes(record.status)) {
      wrong.push(`bot ${id} was terminated and is ${record.status}`);
    }
  }
  const unanswered = calls.filter((call) => call.endpoint === 'createGrid' && call.answer === null).length;
  if (bots.size < created.size || bots.size > created.size + unanswered) {
    wrong.push(`${bots.size} bots on disk, ${created.size} acknowledged, ${unanswered} unanswered`);
  }
  return wrong;
}
