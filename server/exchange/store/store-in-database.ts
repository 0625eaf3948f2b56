import type { Client } from 'pg';
import { connect, writableServer } from './postgres-connection.ts';
import { PART } from './postgres-reads.ts';

/**
 * Whether an exchange has ever written into a database. Opening it would make an empty store there, and whoever copies that believes to have a
 * copy of what he meant: an address with a slip in it names an empty database as well as a full one.
 */
export async function isStoreIn(urls: string): Promise<boolean> {
  const client = await connect(await writableServer(urls), 'look');
  try {
    return await hasTurns(client);
  } finally {
    await client.end();
  }
}

async function hasTurns(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('exchange.schema_version') IS NOT NULL AS there",
  );
  if (rows[0]?.there !== true) return false;
  const fence = await client.query<{ turn: number }>('SELECT turn FROM exchange.fence WHERE part = $1', [PART]);
  return (fence.rows[0]?.turn ?? 0) > 0;
}
