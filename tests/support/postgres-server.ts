import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

/**
 * A real PostgreSQL for tests: the one of TEST_POSTGRES_URL, or the system's programs, else those of npm (find-postgres.sh), with folders of our own. One server a run of tests,
 * begun by the first file that asks and ended with the run; tests that kill theirs begin their own.
 */

const PROGRAMS = '/usr/lib/postgresql';
/** From npm: what begins a server, and no more. */
const EMBEDDED = join(import.meta.dirname, '../../node_modules/.postgres/bin');
const READY_WITHIN_MS = 30_000;
const LOOK_MS = 50;
/** What durability needs is on, as the store insists; the rest is small. */
const SETTINGS = [
  ['shared_buffers', '32MB'],
  ['max_connections', '200'],
  ['wal_level', 'replica'],
  ['max_wal_senders', '4'],
  ['autovacuum_naptime', '10s'],
  ['logging_collector', 'off'],
] as const;

/** Folder of the newest server's programs; null when there is none. */
function programs(): string | null {
  const versions = existsSync(PROGRAMS) ? readdirSync(PROGRAMS).map(Number).filter(Number.isFinite) : [];
  const folders = versions.sort((a, b) => b - a).map((version) => join(PROGRAMS, `${version}`, 'bin'));
  return (
    [...folders, ...(process.env.PATH ?? '').split(':'), EMBEDDED].find((folder) =>
      existsSync(join(folder, 'initdb')),
    ) ?? null
  );
}

/** Whether there is a server to test with. */
export const HAS_POSTGRES = process.env.TEST_POSTGRES_URL !== undefined || programs() !== null;
/** Whether a test can have servers of its own, with standbys and dumps of them. */
export const HAS_POSTGRES_PROGRAMS = existsSync(join(programs() ?? '', 'pg_basebackup'));

/** A program of the server's with its arguments, as whom it may run: the server refuses to be root's. */
export function asOwner(program: string, args: readonly string[]): readonly [string, readonly string[]] {
  return byOwner(join(programs() ?? '', program), args);
}

/** Where scripts find the server's programs. */
export const PATH_OF_PROGRAMS = `${programs()}:${process.env.PATH}`;

/** A script that calls programs of the server's, as whom those may run. */
export function scriptAsOwner(path: string): readonly [string, readonly string[]] {
  return byOwner('env', [`PATH=${PATH_OF_PROGRAMS}`, 'sh', path]);
}

function byOwner(path: string, args: readonly string[]): readonly [string, readonly string[]] {
  return process.getuid?.() === 0 ? ['runuser', ['-u', owner(), '--', path, ...args]] : [path, args];
}

/** Whom root has run it: programs of npm come without a user of their own. */
function owner(): string {
  try {
    execFileSync('id', ['-u', 'postgres'], { stdio: 'pipe' });
    return 'postgres';
  } catch {
    return 'nobody';
  }
}

/** Gives a file or a folder to whom the server runs as. */
export function give(path: string): void {
  if (process.getuid?.() !== 0) return;
  const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, owner()], { encoding: 'utf8' })));
  chownSync(path, uid ?? 0, gid ?? 0);
}

/** A folder that the server may have. */
export function ownedFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o700);
  give(path);
  return path;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += LOOK_MS) {
    if (waited > READY_WITHIN_MS) throw new Error(`${what} took too long`);
    await delay(LOOK_MS);
  }
}

export interface PostgresServer {
  /** Of the superuser, to a database that is always there. */
  readonly url: string;
  readonly port: number;
  /** As kill -9 of all of it. */
  kill(): Promise<void>;
  /** Begins it again on the same folder and port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes a server in a folder and begins it. `settings`: lines of its configuration. It ends with the process `whose`. */
export function startServer(
  folder: string,
  whose = process.pid,
  settings: readonly (readonly [string, string])[] = [],
): Promise<PostgresServer> {
  return runServer(folder, whose, settings, (data) => {
    const [initdb, args] = asOwner('initdb', ['-D', data, ...FRESH]);
    execFileSync(initdb, args, { stdio: 'pipe' });
  });
}

const FRESH = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'] as const;

/** The same with its data made by `make`, which is given their folder. */
export async function runServer(
  folder: string,
  whose: number,
  settings: readonly (readonly [string, string])[],
  make: (data: string) => void,
): Promise<PostgresServer> {
  const data = join(ownedFolder(folder), 'data');
  const port = await freePort();
  make(data);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const options = [
    ...SETTINGS,
    ...settings,
    ['unix_socket_directories', folder] as const,
    ['port', `${port}`] as const,
  ];
  const args = ['-D', data, '-h', '127.0.0.1', ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const [postgres, postgresArgs] = asOwner('postgres', args);
  const pidFile = join(data, 'postmaster.pid');
  const start = async () => {
    // Whoever began it may be killed: the server is looked after by a shell that ends it with the run.
    const watch = `"$@" >>"${folder}.log" 2>&1 & server=$!; while kill -0 ${whose} 2>/dev/null && kill -0 $server 2>/dev/null; do sleep 0.5; done
      kill -0 ${whose} 2>/dev/null || { [ -f "${pidFile}" ] && kill -QUIT "$(head -n 1 "${pidFile}")"; wait $server; rm -rf "${folder}" "${folder}.log"; }`;
    spawn('sh', ['-c', watch, 'sh', postgres, ...postgresArgs], { detached: true, stdio: 'ignore' }).unref();
    await until(() => answers(url), 'the start of PostgreSQL');
  };
  const pid = () => Number(execFileSync('head', ['-n', '1', pidFile], { encoding: 'utf8' }));
  const end = async (signal: NodeJS.Signals) => {
    const server = pid();
    // Its own children end when they see it gone; a test that begins it again waits for that in `start`.
    process.kill(server, signal);
    await until(() => !isAlive(server), 'the end of PostgreSQL');
  };
  await start();
  return { url, port, kill: () => end('SIGKILL'), start, stop: () => end('SIGINT') };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A server of a test's own, gone with it by `end`. */
export async function ownServer(settings: readonly (readonly [string, string])[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const server = await startServer(folder, process.pid, settings);
  return {
    ...server,
    async end() {
      await server.stop().catch(() => {});
      rmSync(folder, { recursive: true, force: true });
      rmSync(`${folder}.log`, { force: true });
    },
  };
}

/** The run's server; begun by the first who asks. */
async function sharedServer(): Promise<string> {
  const given = process.env.TEST_POSTGRES_URL;
  if (given !== undefined) return given;
  const folder = join(tmpdir(), `postgres-of-run-${process.ppid}`);
  const ready = `${folder}.url`;
  try {
    mkdirSync(folder);
  } catch {
    await until(() => existsSync(ready), 'another file beginning PostgreSQL');
    return execFileSync('cat', [ready], { encoding: 'utf8' });
  }
  const { url } = await startServer(folder, process.ppid);
  writeFileSync(`${ready}.new`, url);
  cpSync(`${ready}.new`, ready);
  return url;
}

let made = 0;

/** An empty database of its own on the run's server (or on another): its address, and its end. */
export async function freshDatabase(server?: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const url = server ?? (await sharedServer());
  made += 1;
  const name = `t${process.pid}_${made}_${process.hrtime.bigint()}`;
  await ask(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => ask(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).then(() => {}) };
}

/** One statement as the superuser. */
export async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
