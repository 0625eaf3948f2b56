import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, asOwner, ownedFolder, type PostgresServer, runServer, startServer } from './postgres-server.ts';

/** A primary and synchronous standbys of it, any one of which a commit waits for. */
export interface PostgresCluster {
  readonly primary: PostgresServer;
  readonly standbys: readonly PostgresServer[];
  end(): Promise<void>;
}

const NAMES = ['standby_b', 'standby_c'] as const;
/** The same on all of them: a standby that may do less than its primary refuses to follow. */
const SENDERS = [
  ['max_wal_senders', '8'],
  ['max_replication_slots', '8'],
] as const;

/** Makes and begins them in a folder of their own; they end with this process. */
export async function startCluster(): Promise<PostgresCluster> {
  const folder = ownedFolder(mkdtempSync(join(tmpdir(), 'postgres-cluster-')));
  const primary = await startServer(join(folder, 'primary'), process.pid, SENDERS);
  const standbys: PostgresServer[] = [];
  for (const name of NAMES) {
    await ask(primary.url, `SELECT pg_create_physical_replication_slot('${name}')`);
    standbys.push(await startStandby(join(folder, name), name, primary));
  }
  // From now on a commit waits for one of them; a setting of the command line could not be changed.
  await ask(primary.url, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (${NAMES.join(', ')})'`);
  await ask(primary.url, 'SELECT pg_reload_conf()');
  return {
    primary,
    standbys,
    async end() {
      await Promise.all([...standbys, primary].map((server) => server.stop().catch(() => {})));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the primary and follows it from then on, under a name. */
function startStandby(folder: string, name: string, { port }: PostgresServer): Promise<PostgresServer> {
  return runServer(folder, process.pid, SENDERS, (data) => {
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
