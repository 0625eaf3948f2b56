import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { begunPrimary, type Primary, STEP_WITHIN_MS, standbyOf, text } from '../support/composed-database.ts';
import { ask, give, ownedFolder, scriptAsOwner } from '../support/postgres-server.ts';
import { describeWithPostgres } from '../unit/postgres-fixture.ts';

/** "Back to a moment" of the operators' page, word by word, on the database of the compose file. */

const [, section = ''] = /^## Back to a moment.*?$([\s\S]*?)^(?:##|The keys)/m.exec(text('README.md')) ?? [];
const MOMENT = '2026-11-29 12:00:00+00';

/** The lines that the page has whoever goes back set. */
function settingsTo(moment: string, archive: string): string {
  const lines = [...section.matchAll(/`((?:restore|recovery)_\w+ = '[^`]+')`/g)].map(([, line = '']) => line);
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    'restore_command',
    'recovery_target_time',
    'recovery_target_action',
  ]);
  return `${lines.join('\n').replaceAll('/archive', archive).replace(MOMENT, moment)}\n`;
}

/** What the page has asked of a database that is back, in their order. */
function statements(): readonly string[] {
  return [...section.matchAll(/-c "((?:ALTER SYSTEM RESET|SELECT pg_reload|SELECT pg_create)[^"]*)"/g)].map(
    ([, one = '']) => one,
  );
}

const valuesOf = async (url: string) =>
  (await ask<{ value: string }>(url, 'SELECT value FROM kept ORDER BY value')).map(({ value }) => value);
const isStandby = async (url: string) =>
  (await ask<{ standby: boolean }>(url, 'SELECT pg_is_in_recovery() AS standby'))[0]?.standby;
const following = (url: string) =>
  ask<{ name: string }>(url, "SELECT application_name AS name FROM pg_stat_replication WHERE state = 'streaming'");

/** Everything of the log until now, where it is archived. */
async function archivedUntilNow({ url }: Primary): Promise<void> {
  const [piece] = await ask<{ name: string }>(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS name');
  await vi.waitFor(
    async () =>
      expect(await ask(url, 'SELECT last_archived_wal AS name FROM pg_stat_archiver')).toEqual([{ name: piece?.name }]),
    STEP_WITHIN_MS,
  );
}

describeWithPostgres(
  'back to a moment',
  () => {
    it.runIf(process.getuid?.() === 0).each([
      ['as the page has it', () => true],
      ['by an earlier page, which left its moment where it stood', (one: string) => !one.startsWith('ALTER SYSTEM')],
    ])(
      '%s: what is back has what was there then, and its standbys follow it: none of them takes itself for a primary',
      async (_, isAsked) => {
        const server = await begunPrimary();
        const first = await standbyOf(server, 'postgres-b');
        await vi.waitFor(async () => expect(await following(server.url)).toHaveLength(1), STEP_WITHIN_MS);
        await ask(server.url, 'CREATE TABLE kept (value text)');
        const copy = join(server.home, 'day');
        server.baseBackup(copy);
        await ask(server.url, "INSERT INTO kept VALUES ('before')");
        const [moment] = await ask<{ now: string }>(server.url, 'SELECT clock_timestamp()::text AS now');
        await ask(server.url, "INSERT INTO kept VALUES ('later')");
        await archivedUntilNow(server);
        await first.stop();
        server.stop();

        const data = join(server.home, 'data');
        rmSync(data, { recursive: true });
        renameSync(copy, data);
        appendFileSync(join(data, 'postgresql.auto.conf'), settingsTo(moment?.now ?? '', server.archive));
        writeFileSync(join(data, 'recovery.signal'), '');
        give(join(data, 'recovery.signal'));
        server.start();
        await vi.waitFor(async () => expect(await isStandby(server.url)).toBe(false), STEP_WITHIN_MS);
        expect(await valuesOf(server.url)).toEqual(['before']);
        for (const statement of statements().filter(isAsked)) await ask(server.url, statement);

        // Emptied and begun again, as the page has it.
        rmSync(first.env.PGDATA, { recursive: true });
        const second = await standbyOf(server, 'postgres-b');
        await vi.waitFor(async () => expect(await following(server.url)).toHaveLength(1), STEP_WITHIN_MS);
        await ask(server.url, "INSERT INTO kept VALUES ('after')");
        expect(await isStandby(second.url)).toBe(true);
        expect(await valuesOf(second.url)).toEqual(['after', 'before']);
      },
      4 * STEP_WITHIN_MS,
    );

    it('its log since is kept, though base backups of the future that was left are newer by their place in it', () => {
      const home = ownedFolder(mkdtempSync(join(tmpdir(), 'archive-')));
      onTestFinished(() => rmSync(home, { recursive: true, force: true }));
      const archive = ownedFolder(join(home, 'archive'));
      const piece = (timeline: number, at: number) =>
        `0000000${timeline}00000000000000${at.toString().padStart(2, '0')}`;
      // Back from 45 to a moment behind 30, of which 31 is the first.
      const log = [
        ...Array.from({ length: 36 }, (_, i) => piece(1, 10 + i)),
        ...Array.from({ length: 30 }, (_, i) => piece(2, 31 + i)),
      ];
      const copies = [piece(1, 10), piece(1, 30), piece(1, 45), piece(2, 33), piece(2, 50)];
      for (const name of [...log, ...copies.map((name) => `${name}.00000028.backup`)]) {
        writeFileSync(join(archive, `${name}.gz`), '');
        give(join(archive, `${name}.gz`));
      }
      const script = join(home, 'prune.sh');
      writeFileSync(script, text('postgres/prune.sh').replaceAll('/archive', archive), { mode: 0o755 });
      const [program, args] = scriptAsOwner(script);
      execFileSync(program, [...args, '3'], { stdio: 'pipe' });
      const kept = readdirSync(archive).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name));
      // What the three last need: 45 of the old future, 33 and 50 of this one.
      const needed = log.filter((name) => name.slice(8) >= piece(2, 33).slice(8)).map((name) => `${name}.gz`);
      expect(kept.sort()).toEqual(needed.sort());
    });
  },
  'its programs',
);
