import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EXCHANGE_ENV_NAMES } from '#server/exchange/settings.ts';
import { ENV_NAMES, publicUrl, readEnv, sessionSecret } from '#server/settings/env.ts';
import { WORKER_ENV_NAMES } from '#server/worker/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'configuration-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Set by the supervisor for its children, or by Node's own custom. */
const NOT_OURS = ['NODE_ENV', 'PAPER_EXCHANGE'];

describe('the configuration', () => {
  it('stands in README’s table, every name of every process', () => {
    const rows = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const told = new Set(
      rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name)),
    );
    const read = [...ENV_NAMES, ...EXCHANGE_ENV_NAMES, ...WORKER_ENV_NAMES];
    expect(read.filter((name) => !told.has(name) && !NOT_OURS.includes(name))).toEqual([]);
  });

  it('has a default for everything, and empty text counts as unset', () => {
    expect(readEnv({ UPSTREAM_URL: '', PORT: '' })).toMatchObject({
      PORT: 3000,
      DATA_DIR: '.data',
      MARKET_FEED: 'simulated',
      INSECURE_COOKIE: false,
    });
    expect(readEnv({}).UPSTREAM_URL).toBeUndefined();
  });

  it('names every wrong variable in one sentence', () => {
    const wrong = { PORT: 'abc', UPSTREAM_URL: 'ftp://x', MARKET_FEED: 'dream', SESSION_SECRET: 'short' };
    expect(() => readEnv(wrong)).toThrow(/PORT:.*UPSTREAM_URL:.*SESSION_SECRET:.*MARKET_FEED:/);
  });

  it('refuses a port for figures that, or whose next one, somebody else listens at', () => {
    const ports = (METRICS_PORT: string, more = {}) => readEnv({ PORT: '3000', METRICS_PORT, ...more }).METRICS_PORT;
    for (const taken of ['65535', '3000', '2999']) expect(() => ports(taken)).toThrow(/METRICS_PORT/);
    expect(() => ports('9100', { EXCHANGE_PORT: '9101' })).toThrow(/METRICS_PORT.*EXCHANGE_PORT/);
    expect([ports('65534'), ports('3001'), ports('0')]).toEqual([65_534, 3001, 0]);
  });

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
