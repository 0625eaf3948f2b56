import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { backupPostgres } from '#server/exchange/store/postgres-backup.ts';
import {
  begunPrimary,
  keysHere,
  type Primary,
  primary,
  STEP_WITHIN_MS,
  services,
  standbyOf,
  text,
} from '../support/composed-database.ts';
import { ask } from '../support/postgres-server.ts';
import { describeWithPostgres, openOn } from '../unit/postgres-fixture.ts';

/** What the compose file makes of PostgreSQL, tried with the programs of this machine. */

const FOLLOWING = `SELECT application_name AS name, sync_state AS state, ssl AS tls
  FROM pg_stat_replication JOIN pg_stat_ssl USING (pid) WHERE application_name LIKE 'postgres%'`;
/** How often a standby's address names a mode, and which. */
const WHOM = `SELECT regexp_count(address, 'sslmode')::integer AS words, substring(address FROM 'sslmode=(\\S+)') AS of
  FROM current_setting('primary_conninfo') AS address`;

/** The question of the operators' page: who is connected over the network and speaks no TLS. */
function stillPlain(): string {
  const [, question = ''] = /"(SELECT [^"]* NOT ssl)"/.exec(text('README.md')) ?? [];
  return question;
}

/** Ends the piece of the log that is being written; gives the file that it is archived in. */
async function archived({ url, archive }: Primary): Promise<string> {
  const [piece] = await ask<{ name: string }>(
    url,
    "SELECT pg_walfile_name(pg_switch_wal()) AS name FROM pg_logical_emit_message(false, 'test', 'one more')",
  );
  const name = `${piece?.name}.gz`;
  await vi.waitFor(() => expect(readdirSync(archive)).toContain(name), STEP_WITHIN_MS);
  return name;
}

describeWithPostgres(
  'the primary of the compose file',
  () => {
    it('is made as its image makes it, and from then on waits for one of two standbys and archives its log', async () => {
      const server = await begunPrimary();
      expect(primary?.command?.[0]).toBe('postgres');
      const setting = (name: string) => `current_setting('${name}')`;
      expect(
        await ask(
          server.url,
          `SELECT ${setting('synchronous_standby_names')} AS names, ${setting('synchronous_commit')} AS waits,
             (SELECT array_agg(slot_name::text ORDER BY slot_name) FROM pg_replication_slots) AS slots`,
        ),
      ).toEqual([{ names: 'ANY 1 (postgres_b, postgres_c)', waits: 'on', slots: ['postgres_b', 'postgres_c'] }]);
      await archived(server);
      expect(await ask(server.url, 'SELECT failed_count::integer AS failed FROM pg_stat_archiver')).toEqual([
        { failed: 0 },
      ]);
    });

    it('keeps little of an idle log, and lets go of what no base backup needs; a standby that is away takes no disk from it', async () => {
      const server = await begunPrimary();
      const kept = "SELECT pg_size_bytes(current_setting('max_slot_wal_keep_size'))::float8 AS bytes";
      expect(await ask(server.url, kept)).toEqual([{ bytes: 16 * 1024 ** 3 }]);
      expect(() => server.prune(1)).toThrow(/no base backup in \/archive|Command failed/);
      await archived(server);
      const idle = await archived(server);
      // Of 16 MB: a day of them would be 23 GB.
      expect(statSync(join(server.archive, idle)).size).toBeLessThan(200_000);
      // As the page has it back.
      const [, restore = ''] = /restore_command = '([^']+)'/.exec(text('README.md')) ?? [];
      const back = join(server.home, 'back');
      const command = restore.replaceAll('%f', idle.replace('.gz', '')).replaceAll('%p', back);
      execFileSync('sh', ['-c', command.replaceAll('/archive', server.archive)]);
      expect(statSync(back).size).toBe(16 * 1024 ** 2);

      for (const name of ['first', 'second']) {
        server.baseBackup(join(server.home, name));
        await archived(server);
      }
      const files = () => readdirSync(server.archive).sort();
      const backups = files().filter((name) => name.includes('.backup'));
      expect(backups).toHaveLength(2);
      const needed = (backup = '') =>
        files().filter((name) => /^[0-9A-F]{24}\.gz$/.test(name) && name >= backup.slice(0, 24));
      const [ofBoth, ofLast] = [needed(backups[0]), needed(backups[1])];
      const logs = () => needed();
      expect(logs().length).toBeGreaterThan(ofBoth.length);
      // More than there are: what the oldest needs.
      server.prune(7);
      expect(logs()).toEqual(ofBoth);
      server.prune(1);
      expect(logs()).toEqual(ofLast);
      expect(ofLast.length).toBeGreaterThan(0);
    });

    it('speaks TLS with whoever comes over the network, and is believed under its own name alone', async () => {
      const server = await begunPrimary();
      const isTls = "SELECT ssl AND version >= 'TLSv1.3' AS tls FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
      expect(await ask(server.asked(), isTls)).toEqual([{ tls: true }]);
      await expect(ask(server.asked('sslmode=disable'), isTls)).rejects.toThrow(/no pg_hba.conf entry.*no encryption/);
      const verified = (keys: string) => `sslmode=verify-full&sslrootcert=${keys}/ca.crt`;
      const strangers = server.asked(verified(keysHere(server.home, 'stranger')));
      await expect(ask(strangers, isTls)).rejects.toThrow(/self-signed|unable to (?:verify|get)/);
      const otherName = server.asked().replace('@localhost:', '@127.0.0.1:');
      await expect(ask(otherName, isTls)).rejects.toThrow(/not in the cert's list|does not match/);
      await expect(backupPostgres(otherName, join(server.home, 'other.dump'))).rejects.toThrow(/does not match host/);
    });

    it.runIf(process.getuid?.() === 0)(
      'is followed by its standbys over TLS, and has the exchange’s store',
      async () => {
        const server = await begunPrimary();
        await standbyOf(server, 'postgres-b');
        const store = await openOn(server.asked());
        expect(await ask(server.url, FOLLOWING)).toEqual([{ name: 'postgres_b', state: 'quorum', tls: true }]);
        await store.close();
        const file = join(server.home, 'backup.dump');
        await backupPostgres(server.asked(), file);
        rmSync(file);
      },
    );

    it.runIf(process.getuid?.() === 0)(
      'of before TLS is brought to it as the operators’ page says, while it runs, and its standby with it',
      async () => {
        const server = await begunPrimary({ isOld: true });
        const plain = server.asked('sslmode=disable');
        await expect(openOn(server.asked())).rejects.toThrow(/does not support SSL/);
        const { env: standby, url: standbyUrl } = await standbyOf(server, 'postgres-b', { isOld: true });
        const store = await openOn(plain);
        const following = () => ask(server.url, FOLLOWING);
        expect(await following()).toEqual([{ name: 'postgres_b', state: 'quorum', tls: false }]);

        // In the wrong order it changes nothing: a standby that wants TLS of a primary without it would be lost to it.
        expect(() => server.runTls([], standby)).toThrow();
        const words = () => ask(standbyUrl, WHOM);
        expect(await words()).not.toEqual([{ words: 1, of: 'verify-full' }]);
        expect(await following()).toEqual([{ name: 'postgres_b', state: 'quorum', tls: false }]);
        for (const each of [undefined, standby]) server.runTls([], each);
        await vi.waitFor(
          async () => expect(await following()).toEqual([{ name: 'postgres_b', state: 'quorum', tls: true }]),
          STEP_WITHIN_MS,
        );
        // Whoever is not brought to it yet goes on, and the page's question names them.
        expect((await ask(server.url, stillPlain())).map(({ application_name }) => application_name)).toContain(
          'strategybot turns',
        );
        await store.close();
        await (await openOn(server.asked())).close();
        expect(await ask(server.url, stillPlain())).toEqual([]);

        for (const each of [undefined, standby]) server.runTls(['alone'], each);
        await expect(ask(plain, 'SELECT')).rejects.toThrow(/no pg_hba.conf entry.*no encryption/);
        const ofStandby = server.asked('sslmode=disable').replace(`:${server.port}/`, `:${standby.PGPORT}/`);
        await expect(ask(ofStandby, 'SELECT')).rejects.toThrow(/no pg_hba.conf entry.*no encryption/);
        // Twice is as once, and all of it holds from a start on.
        server.runTls([]);
        server.runTls([], standby);
        server.stop();
        server.start();
        await vi.waitFor(
          async () => expect(await following()).toEqual([{ name: 'postgres_b', state: 'quorum', tls: true }]),
          STEP_WITHIN_MS,
        );
        expect(await words()).toEqual([{ words: 1, of: 'verify-full' }]);
        await (await openOn(server.asked())).close();
      },
    );

    it('has the volume of its archived logs, which is root’s when it is new', () => {
      expect(primary?.entrypoint).toEqual(['sh', '/primary.sh']);
      expect(primary?.volumes).toContain('./postgres/primary.sh:/primary.sh:ro');
      expect(text('postgres/primary.sh')).toContain(
        'chown postgres:postgres /archive\nexec docker-entrypoint.sh "$@"\n',
      );
    });

    it('has its keys where its settings have them, as the standbys that copy them', () => {
      for (const name of ['postgres-a', 'postgres-b', 'postgres-c']) {
        const mounted = services[name]?.volumes?.map((volume) => volume.split(':')[1]);
        for (const [path] of text('postgres/tls.sh').matchAll(/\/keys\/[\w.]+/g)) expect(mounted).toContain(path);
        expect(mounted).toContain('/tls.sh');
      }
    });
  },
  'its programs',
);
