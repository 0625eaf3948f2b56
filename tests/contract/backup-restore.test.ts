import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { startPaperExchange } from '#tests/support/paper-exchange.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const DATA_DIR = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The two commands of package.json, without npm in between. */
function command(name: 'backup' | 'restore', file: string, dataDir = DATA_DIR) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, `server/exchange/${name}.ts`), join(folder, file)],
    { cwd: root, env: { ...process.env, DATA_DIR: dataDir }, encoding: 'utf8' },
  );
  return { status, said: stdout + stderr };
}

async function call(url: string, path: string, body?: object, token?: string) {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { code: number; data: Record<string, unknown> };
}

const REGISTER = '/apiw/v2/account/register';
const LOGIN = '/apiw/v2/account/login';
const BALANCE = '/apiw/v2/quant-trading/available_balance?currency=USDT';

describe('npm run backup and npm run restore (F12)', () => {
  it('refuse to copy a folder without a store: an empty copy would look like a good backup', () => {
    const nowhere = join(folder, 'nowhere');
    expect(command('backup', 'empty.db', nowhere)).toEqual({
      status: 1,
      said: `There is no store of the paper exchange in ${nowhere}: is DATA_DIR right?\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('bring back an exchange whose data folder was destroyed, as it was when the backup was made', async () => {
    const settings = { DATA_DIR, WORLD_BOTS: '4', WORLD_DAYS: '8', AI_SEARCH: '0' };
    const first = await startPaperExchange(settings);
    const saved = { account: 'saved', password: 'correct-horse-1', fundpass: 'battery-staple-1' };
    expect(await call(first.url, REGISTER, saved)).toMatchObject({ code: 200 });
    // Everything in the folder is its owner's alone, the operator's door too (F8).
    for (const name of readdirSync(DATA_DIR)) expect(statSync(join(DATA_DIR, name)).mode & 0o777, name).toBe(0o600);
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700);
    expect(command('backup', 'copy.db')).toMatchObject({
      status: 0,
      said: expect.stringContaining('running exchange'),
    });
    expect(command('backup', 'copy.db')).toMatchObject({ status: 1 });
    expect(await call(first.url, REGISTER, { ...saved, account: 'later' })).toMatchObject({ code: 200 });
    // A store that somebody writes to is not replaced.
    expect(command('restore', 'copy.db')).toMatchObject({ status: 1, said: expect.stringContaining('in use') });
    await first.kill();
    rmSync(DATA_DIR, { recursive: true });
    expect(command('restore', 'copy.db')).toMatchObject({ status: 0 });
    expect(readdirSync(DATA_DIR)).toEqual(['exchange.db']);
    const second = await startPaperExchange(settings);
    const login = await call(second.url, LOGIN, { account: saved.account, password: saved.password });
    expect(login).toMatchObject({ code: 200 });
    expect(await call(second.url, LOGIN, { account: 'later', password: saved.password })).toMatchObject({ code: 401 });
    const balance = await call(second.url, BALANCE, undefined, login.data.token as string);
    expect(balance).toMatchObject({ code: 200, data: { max_outable: { outable: expect.stringMatching(/^[1-9]/) } } });
    await second.stop();
  }, 120_000);
});
