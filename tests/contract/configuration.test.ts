import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EXCHANGE_ENV_NAMES, readSettings } from '#server/exchange/settings.ts';
import { RECORDER_ENV_NAMES, readRecorderSettings } from '#server/recorder/settings.ts';
import { ENV_NAMES, publicUrl, readEnv, sessionSecret } from '#server/settings/env.ts';
import { readWorkerSettings, WORKER_ENV_NAMES } from '#server/worker/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'configuration-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Set by the supervisor for its children, or by Node's own custom. */
const NOT_OURS = ['NODE_ENV', 'PAPER_EXCHANGE'];

/** What is a default only together with others. */
const IN_WORDS: Readonly<Record<string, string>> = {
  EXCHANGE_PORT: 'any free',
  INSECURE_COOKIE: '0 with a PUBLIC_URL of https',
};
/** Read by the tests alone. */
const OF_TESTS = ['CHROMIUM_PATH'];

describe('the configuration', () => {
  it('stands in README’s table, every name of every process and no other, with its default', () => {
    const rows = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const told = new Map<string, string>();
    for (const row of rows) {
      const [, names = '', defaults = ''] = row.split('|');
      const each = defaults.trim().split(', ');
      for (const [at, [, name = '']] of [...names.matchAll(/`(\w+)`/g)].entries())
        told.set(name, (each[at] ?? each[0] ?? '').replaceAll('`', ''));
    }
    const asked = { EXCHANGE_URL: 'http://127.0.0.1:7001', WORKER_KEY: 'k'.repeat(32) };
    const { EXCHANGE_URL: _url, WORKER_KEY: _key, ...ofWorker } = readWorkerSettings(asked);
    const read = [...ENV_NAMES, ...EXCHANGE_ENV_NAMES, ...WORKER_ENV_NAMES, ...RECORDER_ENV_NAMES];
    const ours = new Set(read.filter((name) => !NOT_OURS.includes(name)));
    expect([...told.keys()].sort()).toEqual([...ours, ...OF_TESTS].sort());
    const textOf = (value: unknown) => (typeof value === 'boolean' ? String(Number(value)) : String(value)) || '–';
    const defaults = [readEnv({}), readSettings({}), readRecorderSettings({}), ofWorker].flatMap((one) =>
      Object.entries(one).filter(([name, value]) => ours.has(name) && value !== undefined && !(name in IN_WORDS)),
    );
    expect(defaults.map(([name]) => [name, told.get(name)])).toEqual(
      defaults.map(([name, value]) => [name, textOf(value)]),
    );
    for (const [name, words] of Object.entries(IN_WORDS)) expect(told.get(name)).toBe(words);
  });

  it('has a default for everything, and empty text counts as unset', () => {
    expect(readEnv({ UPSTREAM_URL: '', PORT: '' })).toMatchObject({
      PORT: 3000,
      DATA_DIR: '.data',
      MARKET_FEED: 'simulated',
      INSECURE_COOKIE: true,
    });
    expect(readEnv({ PUBLIC_URL: 'https://bots.example' }).INSECURE_COOKIE).toBe(false);
    expect(readEnv({}).UPSTREAM_URL).toBeUndefined();
  });

  it('names every wrong variable in one sentence', () => {
    const wrong = { PORT: 'abc', UPSTREAM_URL: 'ftp://x', MARKET_FEED: 'dream', SESSION_SECRET: 'short' };
    expect(() => readEnv(wrong)).toThrow(/PORT:.*UPSTREAM_URL:.*SESSION_SECRET:.*MARKET_FEED:/);
  });

  it('takes numbers as people write them: a blank is none, and was 0', () => {
    const worker = { EXCHANGE_URL: 'http://127.0.0.1:7001', WORKER_KEY: 'k'.repeat(32) };
    const all = [
      readEnv,
      readSettings,
      readRecorderSettings,
      (more: object) => readWorkerSettings({ ...worker, ...more }),
    ];
    for (const text of [' ', '0x7530', '1e3', '9100.0', ' 9100']) {
      for (const read of all) expect(() => read({ METRICS_PORT: text }), JSON.stringify(text)).toThrow(/METRICS_PORT:/);
      expect(() => readSettings({ WORLD_BOTS: text }), JSON.stringify(text)).toThrow(/WORLD_BOTS:/);
    }
    for (const read of all) expect(read({ METRICS_PORT: '9100' }).METRICS_PORT).toBe(9_100);
  });

  it('refuses a port for figures that, or whose next one, somebody else listens at', () => {
    const ports = (METRICS_PORT: string, more = {}) => readEnv({ PORT: '3000', METRICS_PORT, ...more }).METRICS_PORT;
    for (const taken of ['65535', '3000', '2999']) expect(() => ports(taken)).toThrow(/METRICS_PORT/);
    expect(() => ports('9100', { EXCHANGE_PORT: '9101' })).toThrow(/METRICS_PORT.*EXCHANGE_PORT/);
    expect([ports('65534'), ports('3001'), ports('0')]).toEqual([65_534, 3001, 0]);
  });

  it('follows a recorder where several exchanges may follow a live market: each would write the tape itself', () => {
    const live = { MARKET_FEED: 'live', STORE_URL: 'postgres://127.0.0.1/db' };
    expect(() => readSettings(live)).toThrow(/MARKET_RECORDER: with STORE_URL.*npm run recorder/);
    const MARKET_RECORDER = 'http://127.0.0.1:7003';
    expect(readSettings({ ...live, MARKET_RECORDER })).toMatchObject({ MARKET_FEED: 'live', MARKET_RECORDER });
    // One exchange alone has a tape of its own, and a market that everybody knows needs none.
    expect(readSettings({ MARKET_FEED: 'live' }).MARKET_RECORDER).toBeUndefined();
    expect(readSettings({ STORE_URL: live.STORE_URL }).MARKET_FEED).toBe('simulated');
  });

  it('refuse what belongs to another market: whoever set it believes that he has that one', () => {
    expect(() => readSettings({ MARKET_RECORDER: 'http://127.0.0.1:7003' })).toThrow(
      'MARKET_RECORDER: it is of MARKET_FEED=live',
    );
    for (const feed of [{}, { MARKET_FEED: 'live' }])
      expect(() => readSettings({ ...feed, MARKET_DATA: '/candles' })).toThrow(
        'MARKET_DATA: it is of MARKET_FEED=history',
      );
    expect(readSettings({ MARKET_FEED: 'history', MARKET_DATA: '/candles' }).MARKET_DATA).toBe('/candles');
  });

  it.each(['pass#word', 'pass/word', 'pass?word'])(
    'say of a database’s address with a password %s what is wrong with it',
    (password) => {
      const address = `postgres://name:${password}@127.0.0.1/database`;
      for (const read of [() => readSettings({ STORE_URL: address }), () => readEnv({ READ_URL: address })]) {
        expect(read).toThrow(/_URL: no address that can be read: .*# is %23/);
        expect(read).not.toThrow(password);
      }
      expect(
        readSettings({ STORE_URL: address.replace(password, encodeURIComponent(password)) }).STORE_URL,
      ).toBeDefined();
    },
  );

  it('takes addresses without their last slash', () => {
    expect(readEnv({ UPSTREAM_URL: 'https://api.example/v4/' }).UPSTREAM_URL).toEqual(['https://api.example/v4']);
    const several = 'https://a.example:7001/, https://b.example:7001';
    expect(readEnv({ UPSTREAM_URL: several }).UPSTREAM_URL).toEqual([
      'https://a.example:7001',
      'https://b.example:7001',
    ]);
    expect(() => readEnv({ UPSTREAM_URL: 'https://a.example,' })).toThrow(/UPSTREAM_URL/);
    expect(publicUrl(readEnv({ PUBLIC_URL: 'https://bots.example/' }))).toBe('https://bots.example');
    expect(publicUrl(readEnv({ PORT: '4000' }))).toBe('http://localhost:4000');
  });

  it('keeps one session secret, readable by its owner alone', () => {
    const env = readEnv({ DATA_DIR: join(folder, 'new/data') });
    const secret = sessionSecret(env);
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(sessionSecret(env)).toBe(secret);
    expect(statSync(join(folder, 'new/data/session-secret')).mode & 0o777).toBe(0o600);
    expect(sessionSecret(readEnv({ SESSION_SECRET: 'x'.repeat(40) }))).toBe('x'.repeat(40));
  });

  it('takes a session secret from outside where other web servers read the same cookies', () => {
    const at = (UPSTREAM_URL: string, more = {}) =>
      readEnv({ DATA_DIR: join(folder, 'shared'), UPSTREAM_URL, ...more });
    for (const url of ['https://exchange.example', 'http://127.0.0.1:7001,https://10.0.0.2:7001']) {
      expect(() => sessionSecret(at(url))).toThrow(/SESSION_SECRET/);
      expect(sessionSecret(at(url, { SESSION_SECRET: 'y'.repeat(40) }))).toBe('y'.repeat(40));
    }
    for (const url of ['http://127.0.0.1:7001', 'http://localhost:7001,http://[::1]:7002'])
      expect(sessionSecret(at(url)).length).toBeGreaterThanOrEqual(32);
  });
});
