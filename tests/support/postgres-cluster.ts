import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, asOwner, ownedFolder, type PostgresServer, runServer, startServer } from './postgres-server.ts';

/** A primary and synchronous standbys of it, any one of which a commit waits for. */
export interface PostgresCluster {
  readonly primary: PostgresServer;
  readonly standbys: readonly PostgresServer[];
  /** One more that follows, for reading: no commit waits for it. */
  addReplica(): Promise<PostgresServer>;
  /**
   * The primary is gone for good: makes the standby that is ahead the new one, and has the other follow it, as the operators' page says.
   * Gives the new primary.
   */
  promote(): Promise<PostgresServer>;
  end(): Promise<void>;
}

const NAMES = ['standby_b', 'standby_c'] as const;
const REPLICA = 'replica';
/** The same on all of them: a standby that may do less than its primary refuses to follow. */
const SENDERS = [
  ['max_wal_senders', '8'],
  ['max_replication_slots', '8'],
] as const;

type Settings = readonly (readonly [string, string])[];

/** Makes and begins them in a folder of their own; they end with this process. `more`: settings of all of them. */
export async function startCluster(more: Settings = []): Promise<PostgresCluster> {
  const settings = [...SENDERS, ...more];
  const folder = ownedFolder(mkdtempSync(join(tmpdir(), 'postgres-cluster-')));
  const primary = await startServer(join(folder, 'primary'), process.pid, settings);
  const standbys: PostgresServer[] = [];
  const all: PostgresServer[] = [primary];
  const add = async (name: string) => {
    await ask(primary.url, `SELECT pg_create_physical_replication_slot('${name}')`);
    const standby = await startStandby(join(folder, name), name, primary, settings);
    all.unshift(standby);
    return standby;
  };
  for (const name of NAMES) standbys.push(await add(name));
  // From now on a commit waits for one of them; a setting of the command line could not be changed.
  await ask(primary.url, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (${NAMES.join(', ')})'`);
  await ask(primary.url, 'SELECT pg_reload_conf()');
  return {
    primary,
    standbys,
    addReplica: () => add(REPLICA),
    async promote() {
      const named = standbys.map((server, index) => ({ server, name: NAMES[index] ?? '' }));
      const received = await Promise.all(named.map(({ server }) => receivedBy(server)));
      const [ahead, behind] = (received[0] ?? 0) >= (received[1] ?? 0) ? named : named.toReversed();
      if (ahead === undefined || behind === undefined) throw new Error('there are no standbys');
      await follow(behind, ahead.server);
      return ahead.server;
    },
    async end() {
      await Promise.all(all.map((server) => server.stop().catch(() => {})));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the primary and follows it from then on, under a name. */
function startStandby(
  folder: string,
  name: string,
  { port }: PostgresServer,
  settings: Settings,
): Promise<PostgresServer> {
  return runServer(folder, process.pid, settings, (data) => {
    const from = `host=127.0.0.1 port=${port} user=postgres application_name=${name}`;
    const [program, args] = asOwner('pg_basebackup', [
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '-S',
      name,
      '-D',
      data,
      '-d',
      from,
    ]);
    execFileSync(program, args, { stdio: 'pipe' });
  });
}

/** How far a standby has the primary's log, bytes. */
async function receivedBy({ url }: PostgresServer): Promise<number> {
  const [row] = await ask<{ at: number }>(url, "SELECT (pg_last_wal_receive_lsn() - '0/0')::float8 AS at");
  return row?.at ?? 0;
}

/** Promotes `leader` and has its commits wait for the other, who follows it from now on. */
async function follow(
  { server, name }: { readonly server: PostgresServer; readonly name: string },
  leader: PostgresServer,
) {
  await ask(leader.url, 'SELECT pg_promote()');
  await ask(leader.url, `SELECT pg_create_physical_replication_slot('${name}')`);
  await ask(leader.url, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (${name})'`);
  await ask(leader.url, 'SELECT pg_reload_conf()');
  const from = `host=127.0.0.1 port=${leader.port} user=postgres application_name=${name}`;
  await ask(server.url, `ALTER SYSTEM SET primary_conninfo = '${from}'`);
  await ask(server.url, 'SELECT pg_reload_conf()');
}
