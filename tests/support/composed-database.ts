import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { makeKeys } from '#server/tls/make-keys.ts';
import { freePort } from './free-port.ts';
import { asOwner, give, ownedFolder, PATH_OF_PROGRAMS, scriptAsOwner } from './postgres-server.ts';

/** The database of the compose file, made here by the steps of its image with the programs of this machine. */

const folder = fileURLToPath(new URL('../../server/operations/', import.meta.url));
export const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
/** Services of the compose file. */
export const { services } = parse(text('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
};
export const primary = services['postgres-a'];

interface Service {
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** A step that waits for a standby which cannot be there yet would wait for ever. */
export const STEP_WITHIN_MS = 20_000;
const PASSWORD = "it's secret";
/** What the image adds to what initdb has written. */
const HOSTS_OF_IMAGE = 'host all all all scram-sha-256\n';

/** Keys of `npm run keys`, those of the database given to whom it runs as. */
export function keysHere(home: string, database: string): string {
  const keys = ownedFolder(join(home, `keys-of-${database}`));
  makeKeys({ folder: keys, hosts: [], databases: [database], days: 2 });
  for (const name of ['postgres.key', 'postgres.crt', 'ca.crt']) give(join(keys, name));
  return keys;
}

/**
 * The primary as the compose file gives it its arguments, in a folder of its own, reached by a socket there and, as `localhost`, over the
 * network; it ends with the test.
 */
async function primaryHere() {
  const home = ownedFolder(mkdtempSync(join(tmpdir(), 'primary-')));
  const data = join(home, 'data');
  const archive = ownedFolder(join(home, 'archive'));
  const keys = keysHere(home, 'localhost');
  const port = await freePort();
  const bounds = { stdio: 'ignore', timeout: STEP_WITHIN_MS } as const;
  const run = (program: string, ...args: readonly string[]) => execFileSync(...asOwner(program, args), bounds);
  const settings = [`unix_socket_directories=${home}`, 'listen_addresses=127.0.0.1', `port=${port}`];
  const args = [...(primary?.command ?? []).slice(1), ...settings.flatMap((setting) => ['-c', setting])];
  const options = args.map((arg) => `'${arg}'`).join(' ');
  const told = { PGDATA: data, PGHOST: home, PGPORT: String(port), POSTGRES_PASSWORD: PASSWORD };
  onTestFinished(() => {
    run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
    rmSync(home, { recursive: true, force: true });
  });
  const scriptOf = (name: string, into: string, changes: readonly (readonly [string, string])[]) => {
    const tls = join(home, 'tls.sh');
    const here = [...changes, ['/archive', archive], ['/keys', keys], ['sh /tls.sh', `sh ${tls}`]] as const;
    const script = here.reduce((before, [from, to]) => before.replaceAll(from, to), text(name));
    writeFileSync(join(home, into), script, { mode: 0o755 });
    return join(home, into);
  };
  return {
    archive,
    keys,
    home,
    port,
    scriptOf,
    url: `postgres://strategybot@localhost:${port}/strategybot?host=${home}`,
    /** As the exchanges of the compose file ask for it; `other`: in place of what stands in its query. */
    asked(other?: string) {
      const [first = ''] = services['exchange-a']?.environment?.STORE_URL?.split(',') ?? [];
      const here = first.replace('postgres-a:5432', `localhost:${port}`).replaceAll('/keys', keys);
      const asked = here.replace(`\${POSTGRES_PASSWORD:?}`, encodeURIComponent(PASSWORD));
      return other === undefined ? asked : asked.replace(/\?.*/, `?${other}`);
    },
    make() {
      const password = join(home, 'password');
      writeFileSync(password, PASSWORD);
      give(password);
      run('initdb', '-D', data, '-U', 'strategybot', `--pwfile=${password}`, '-N');
      // Of this machine's own network too, which to the containers is no way to each other.
      const file = join(data, 'pg_hba.conf');
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replaceAll(/^(host.*)trust$/gm, '$1scram-sha-256') + HOSTS_OF_IMAGE,
      );
    },
    start: () => run('pg_ctl', '-D', data, '-l', join(home, 'log'), '-o', options, '-w', 'start'),
    stop: () => run('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop'),
    makeDatabase: (name: string) => run('createdb', '-h', home, '-p', String(port), '-U', 'strategybot', name),
    runFirstStart(changes: readonly (readonly [string, string])[] = []) {
      scriptOf('postgres/tls.sh', 'tls.sh', []);
      const script = scriptOf('postgres/first-start.sh', 'script.sh', changes);
      const env = { ...process.env, ...told, POSTGRES_USER: 'strategybot', POSTGRES_DB: 'strategybot' };
      execFileSync(...scriptAsOwner(script), { ...bounds, env });
    },
    /** As operators run it in the primary's container. */
    prune: (kept: number) => {
      const [program, args] = scriptAsOwner(scriptOf('postgres/prune.sh', 'prune.sh', []));
      execFileSync(program, [...args, String(kept)], { stdio: 'pipe', timeout: STEP_WITHIN_MS });
    },
    /** A copy of it, over its socket. */
    baseBackup: (into: string) =>
      run('pg_basebackup', ...['-h', home, '-p', String(port), '-U', 'strategybot'], ...['-D', into, '-c', 'fast']),
    /** As operators run it in a server's container: of the primary, or of the standby with these settings. */
    runTls(words: readonly string[], server: Readonly<Record<string, string>> = told) {
      const [program, args] = scriptAsOwner(scriptOf('postgres/tls.sh', 'tls.sh', []));
      execFileSync(program, [...args, ...words], { ...bounds, env: { ...process.env, ...server } });
    },
  };
}

export type Primary = Awaited<ReturnType<typeof primaryHere>>;

/** What the scripts did not say before databases spoke TLS. */
const OF_TLS = {
  primary: [
    ['sh /tls.sh alone\n', ''],
    ['sh /tls.sh\n', ''],
  ],
  standby: [[' sslmode=verify-full sslrootcert=/keys/ca.crt', '']],
} as const;
interface Age {
  /** As the compose file made it before its database spoke TLS. */
  readonly isOld?: boolean;
}

/** Made with the arguments that it has later, before anybody can follow, and begun anew as the image does it. */
export async function begunPrimary({ isOld = false }: Age = {}): Promise<Primary> {
  const server = await primaryHere();
  server.make();
  server.start();
  server.makeDatabase('strategybot');
  server.runFirstStart(isOld ? OF_TLS.primary : []);
  // As a script of the operators' own may that comes after it: nobody follows yet, and it waits for nobody.
  server.makeDatabase('later');
  server.stop();
  server.start();
  return server;
}

export interface Standby {
  /** How its own machine's programs ask it. */
  readonly env: Readonly<Record<'PGDATA' | 'PGHOST' | 'PGPORT', string>>;
  readonly url: string;
  stop(): Promise<void>;
}

/** One of the standbys by its own script, which begins as root; it ends with the test. */
export async function standbyOf(
  { home, port, scriptOf }: Primary,
  service: string,
  { isOld = false }: Age = {},
): Promise<Standby> {
  const data = join(home, service);
  mkdirSync(data);
  const own = await freePort();
  const here = [
    ...(isOld ? OF_TLS.standby : []),
    ['/var/lib/postgresql/data', data],
    ['HOME=/var/lib/postgresql', `HOME=${home}`],
    ['host=postgres-a', `host=localhost port=${port}`],
    [
      'as postgres -D "$folder"',
      `as postgres -D "$folder" -c port=${own} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${home}`,
    ],
  ] as const;
  const script = scriptOf('postgres/standby.sh', `${service}.sh`, here);
  const { STANDBY_NAME } = services[service]?.environment ?? {};
  const env = { ...process.env, PATH: PATH_OF_PROGRAMS, STANDBY_NAME, POSTGRES_PASSWORD: PASSWORD };
  const running = spawn('sh', [script], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => running.once('exit', resolve));
  const stop = async () => {
    running.kill('SIGINT');
    await ended;
  };
  onTestFinished(stop);
  const url = `postgres://strategybot@localhost:${own}/strategybot?host=${home}`;
  return { env: { PGDATA: data, PGHOST: home, PGPORT: String(own) }, url, stop };
}
