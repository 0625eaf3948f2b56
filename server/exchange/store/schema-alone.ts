import type { ClientBase } from 'pg';

/**
 * One transaction in which no other program of ours changes the schema; `lock` is the same number for all who change it. The lock is taken before the
 * transaction begins: within one PostgreSQL keeps to be absent what it has looked for in vain, whoever has made it meanwhile.
 */
export async function changeAlone(client: ClientBase, lock: number, work: () => Promise<void>): Promise<void> {
  await client.query(`SELECT pg_advisory_lock(${lock})`);
  try {
    await client.query('BEGIN');
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    // Who has lost its connection has let go of it.
    await client.query(`SELECT pg_advisory_unlock(${lock})`).catch(() => {});
  }
}
