import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import { ask, asOwner, ownedFolder, scriptAsOwner } from '../support/postgres-server.ts';
import { describeWithPostgres } from '../unit/postgres-fixture.ts';

/** The primary of the compose file is made here by the steps of its image, with the programs of this machine. */

const folder = fileURLToPath(new URL('../../server/operations/', import.meta.url));
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
const { services } = parse(text('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
};
const primary = services['postgres-a'];

interface Service {
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
}

/** A step that waits for a standby which cannot be there yet would wait for ever. */
const STEP_WITHIN_MS = 20_000;

/** A server as the compose file gives it its arguments, in a folder of its own and reached by a socket there; it ends with the test. */
function primaryHere() {
  const home = ownedFolder(mkdtempSync(join(tmpdir(), 'primary-')));
  const data = join(home, 'data');
  const archive = ownedFolder(join(home, 'archive'));
  const bounds = { stdio: 'ignore', timeout: STEP_WITHIN_MS } as const;
  const run = (program: string, ...args: readonly string[]) => execFileSync(...asOwner(program, args), bounds);
  const args = [
    ...(primary?.command ?? []).slice(1),
    '-c',
    `unix_socket_directories=${home}`,
    '-c',
    'listen_addresses=',
  ];
  const options = args.map((arg) => `'${arg}'`).join(' ');
  onTestFinished(() => {
    run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
    rmSync(home, { recursive: true, force: true });
  });
  return {
    archive,
    url: `postgres://strategybot@localhost/strategybot?host=${home}`,
    make: () => run('initdb', '-D', data, '-U', 'strategybot', '-A', 'trust', '-N'),
    start: () => run('pg_ctl', '-D', data, '-l', join(home, 'log'), '-o', options, '-w', 'start'),
    stop: () => run('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop'),
    makeDatabase: () => run('createdb', '-h', home, '-U', 'strategybot', 'strategybot'),
    runScript(name: string) {
      const script = join(home, 'script.sh');
      writeFileSync(script, text(name).replaceAll('/archive', archive), { mode: 0o755 });
      const told = { PGDATA: data, PGHOST: home, POSTGRES_USER: 'strategybot', POSTGRES_DB: 'strategybot' };
      execFileSync(...scriptAsOwner(script), {
        ...bounds,
        env: { ...process.env, ...told, POSTGRES_PASSWORD: "it's secret" },
      });
    },
  };
}

describeWithPostgres(
  'the primary of the compose file',
  () => {
    it('is made as its image makes it, and from then on waits for one of two standbys and archives its log', async () => {
      const server = primaryHere();
      expect(primary?.command?.[0]).toBe('postgres');
      server.make();
      // The image makes the database with the same arguments, before anybody can follow.
      server.start();
      server.makeDatabase();
      server.runScript('postgres/first-start.sh');
      server.stop();
      server.start();
      const setting = (name: string) => `current_setting('${name}')`;
      expect(
        await ask(
          server.url,
          `SELECT ${setting('synchronous_standby_names')} AS names, ${setting('synchronous_commit')} AS waits,
             (SELECT array_agg(slot_name::text ORDER BY slot_name) FROM pg_replication_slots) AS slots`,
        ),
      ).toEqual([{ names: 'ANY 1 (postgres_b, postgres_c)', waits: 'on', slots: ['postgres_b', 'postgres_c'] }]);
      await ask(server.url, 'SELECT pg_switch_wal()');
      await vi.waitFor(
        () => expect(readdirSync(server.archive).filter((name) => /^[0-9A-F]{24}$/.test(name))).not.toEqual([]),
        STEP_WITHIN_MS,
      );
      expect(await ask(server.url, 'SELECT failed_count::integer AS failed FROM pg_stat_archiver')).toEqual([
        { failed: 0 },
      ]);
    });

    it('has the volume of its archived logs, which is root’s when it is new', () => {
      expect(primary?.entrypoint).toEqual(['sh', '/primary.sh']);
      expect(primary?.volumes).toContain('./postgres/primary.sh:/primary.sh:ro');
      expect(text('postgres/primary.sh')).toContain(
        'chown postgres:postgres /archive\nexec docker-entrypoint.sh "$@"\n',
      );
    });
  },
  'own server',
);
