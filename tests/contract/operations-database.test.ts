import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { backupPostgres } from '#server/exchange/store/postgres-backup.ts';
import {
  begunPrimary,
  keysHere,
  primary,
  STEP_WITHIN_MS,
  services,
  standbyOf,
  text,
} from '../support/composed-database.ts';
import { ask } from '../support/postgres-server.ts';
import { describeWithPostgres, openOn } from '../unit/postgres-fixture.ts';

/** What the compose file makes of PostgreSQL, tried with the programs of this machine. */

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
      await ask(server.url, 'SELECT pg_switch_wal()');
      await vi.waitFor(
        () => expect(readdirSync(server.archive).filter((name) => /^[0-9A-F]{24}$/.test(name))).not.toEqual([]),
        STEP_WITHIN_MS,
      );
      expect(await ask(server.url, 'SELECT failed_count::integer AS failed FROM pg_stat_archiver')).toEqual([
        { failed: 0 },
      ]);
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
        const following = `SELECT application_name AS name, sync_state AS state, ssl AS tls
        FROM pg_stat_replication JOIN pg_stat_ssl USING (pid) WHERE application_name LIKE 'postgres%'`;
        expect(await ask(server.url, following)).toEqual([{ name: 'postgres_b', state: 'quorum', tls: true }]);
        await store.close();
        const file = join(server.home, 'backup.dump');
        await backupPostgres(server.asked(), file);
        rmSync(file);
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
        for (const [, path] of text('postgres/first-start.sh').matchAll(/'(\/keys\/[^']+)'/g))
          expect(mounted).toContain(path);
        expect(mounted).toContain('/keys/ca.crt');
      }
    });
  },
  'own server',
);
