import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { COLLECTIONS } from '#server/exchange/collections.ts';
import { DATABASE_FILE, openSqliteDatabase } from '#server/exchange/store/sqlite-database.ts';
import { ask } from '../support/postgres-server.ts';
import { describeWithPostgres, openOn, temporaryDatabase } from './postgres-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

/**
 * By which step of each schema a program has known which collections. One that came later gets an entry of its own, and with it a step of
 * both schemas, be it an empty one: a program of before must not open the store, in which it would not see what clients were told.
 */
const KNOWN_BY: readonly { readonly sqlite: number; readonly postgres: number; readonly collections: string }[] = [
  {
    ...{ sqlite: 3, postgres: 1 },
    collections: `balances accounts sessions idempotency ai_params ai_cases condition_sets bots bot_clock ended_bots
      ended_facts backtests backtest_reports backtest_orders`,
  },
  {
    ...{ sqlite: 4, postgres: 3 },
    collections: `notifications notification_heads notification_outbox notification_settings notification_watch
      protection typical_replays sent_shares received_shares share_income plans plan_versions plan_closings dual_orders
      dual_numbers dual_prices key_marks condition_set_ids backtest_ids`,
  },
];

const step = (store: 'sqlite' | 'postgres'): number => Math.max(...KNOWN_BY.map((known) => known[store]));

describe('a collection that older programs do not know', () => {
  it('is one of a later step of both schemas', () => {
    const known = KNOWN_BY.flatMap(({ collections }) => collections.split(/\s+/));
    expect([...COLLECTIONS].sort()).toEqual(known.sort());
    for (const store of ['sqlite', 'postgres'] as const)
      expect(new Set(KNOWN_BY.map((one) => one[store])).size).toBe(KNOWN_BY.length);
  });

  it('keeps them from a store in SQLite', () => {
    const folder = temporaryFolder();
    openSqliteDatabase(folder).close();
    const raw = new DatabaseSync(join(folder, DATABASE_FILE));
    expect(raw.prepare('PRAGMA user_version').get()?.user_version).toBeGreaterThanOrEqual(step('sqlite'));
    raw.close();
  });
});

describeWithPostgres('a collection that older programs do not know', () => {
  it('keeps them from a store in PostgreSQL', async () => {
    const url = await temporaryDatabase();
    await (await openOn(url)).close();
    const [schema] = await ask<{ version: number }>(url, 'SELECT version FROM exchange.schema_version');
    expect(schema?.version).toBeGreaterThanOrEqual(step('postgres'));
  });
});
