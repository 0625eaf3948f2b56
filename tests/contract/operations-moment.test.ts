import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { begunPrimary, type Primary, STEP_WITHIN_MS, standbyOf, text } from '../support/composed-database.ts';
import { ask, give } from '../support/postgres-server.ts';
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
  },
  'its programs',
);
