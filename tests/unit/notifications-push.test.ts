import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOutbound } from '#server/exchange/outbound/guard.ts';
import { identityOf, pushIdentity } from '#server/exchange/outbound/push-identity.ts';
import { pushBrowser, readVapid } from '#tests/support/push-browser.ts';
import { openReceiver } from '#tests/support/receiver.ts';
import { TEST_CERTIFICATE } from '#tests/support/test-certificate.ts';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { countingRandom, handClock, temporaryFolder } from './store-fixture.ts';

const MINUTE_MS = 60_000;
const IDENTITY = identityOf(new Uint8Array(32).fill(5), 'mailto:ops@strategybot.test');

let service: Awaited<ReturnType<typeof openReceiver>>;
let folder: string;
let clock: ReturnType<typeof handClock>;
let exchange: TestExchange;
let who: Who;

async function open(push: typeof IDENTITY | null = IDENTITY): Promise<void> {
  const guard = openOutbound({
    nowMs: clock.nowMs,
    resolve: async (host) => (host.endsWith('.test') ? ['127.0.0.1'] : []),
    allow: '127.0.0.1',
    ca: TEST_CERTIFICATE,
  });
  exchange = await openTestExchange(folder, { clock, ways: { guard, push } });
}

beforeEach(async () => {
  service = await openReceiver();
  service.state.status = 201;
  folder = temporaryFolder();
  clock = handClock(Date.UTC(2026, 4, 20, 10));
  await open();
  who = await register('owner');
});
afterEach(() => service.close());

async function register(account: string): Promise<Who> {
  const body = { account, password: `paper-${account}-1`, fundpass: 'paper-fund' };
  const { data } = await exchange.send('upstreamRegister', { body });
  const as = { authorization: `Bearer ${data.token}` };
  const agreement = await exchange.send('agreement', { who: as });
  await exchange.send('signAgreement', { who: as, body: { version: agreement.data.version } });
  return as;
}

const browser = pushBrowser();
const endpoint = (name = 'one') => `https://hooks.test:${service.port}/push/${name}`;
const subscribe = (body: object = {}, as = who) =>
  exchange.send('addNotificationChannel', {
    who: as,
    body: { kind: 'push', target: endpoint(), keys: browser.keys, name: 'Firefox · Linux', lang: 'en', ...body },
  });
const settings = async (as = who) => (await exchange.send('notificationSettings', { who: as })).data;
const settle = () => exchange.notifications.parts.rounds.settle();
const tell = (kind: string, channels: readonly number[]) =>
  exchange.send('saveNotificationRules', {
    who,
    body: { rules: [{ kind, app: true, channels }], liquidation_percent: '5', funding_percent: '0.1' },
  });
async function endBot(): Promise<number> {
  const id = await startGrid(exchange, who);
  expect((await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } })).code).toBe(200);
  return id;
}
const pushed = () => service.received.map(({ bytes }) => JSON.parse(browser.open(bytes)));

describe('pushes to a browser', () => {
  it('are sealed for the browser, signed for its service, and say what a screen of ours says', async () => {
    const { data } = await subscribe({ lang: 'zh' });
    await tell('end', [data.id]);
    const id = await endBot();
    await settle();
    expect(service.received).toHaveLength(1);
    const { path, headers, bytes } = service.received[0] as (typeof service.received)[number];
    expect(path).toBe('/push/one');
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': `${bytes.length}`,
      urgency: 'normal',
      ttl: `${7 * 86_400}`,
    });
    const claims = readVapid(String(headers.authorization), IDENTITY.publicKey);
    expect(claims).toMatchObject({ aud: `https://hooks.test:${service.port}`, sub: 'mailto:ops@strategybot.test' });
    // A day at most (RFC 8292), by the clock of those who read it.
    expect(claims.exp - Date.now() / 1_000).toBeGreaterThan(60);
    expect(claims.exp - Date.now() / 1_000).toBeLessThanOrEqual(86_400);
    expect(bytes.includes('BTC')).toBe(false);
    const [told] = pushed();
    expect(told).toMatchObject({
      lang: 'zh',
      code: 'ended',
      strategy_id: id,
      strategy_type: 'spot_grid',
      stays: false,
    });
    expect(told.title).toContain('BTC/USDT');
    expect(told.body).toMatch(/收益/);
    // One that is sent again takes the place of the one before, at the service and in the browser.
    expect(headers.topic).toBe(told.id);
    expect(told.id).toMatch(/^[\w-]{1,32}$/);
    expect(() => pushBrowser().open(bytes)).toThrow();
  });

  it('has in the store and in its answers neither where they go nor what they are sealed with', async () => {
    const { data } = await subscribe();
    expect(data).toEqual({ id: 1, secret: '' });
    const rows: string[] = [];
    for (const collection of exchange.store.collections) {
      for await (const { value } of exchange.store.all(collection)) rows.push(value);
    }
    for (const secret of ['/push/one', browser.keys.auth, browser.keys.p256dh, 'Firefox']) {
      expect(rows.join('\n')).not.toContain(secret);
    }
    const shown = await settings();
    expect(shown.channels).toMatchObject([{ kind: 'push', label: 'Firefox · Linux', is_confirmed: true }]);
    expect(shown.channels[0].device).toMatch(/^[0-9a-f]{32}$/);
    expect(shown.push_key).toBe(IDENTITY.publicKey);
    expect(JSON.stringify(shown)).not.toContain('/push/one');
    expect(exchange.logged.join('\n')).not.toContain('/push/one');
  });

  it.each([404, 410])(
    'a subscription that its service does not know any more (%i) is removed, and that is said',
    async (status) => {
      const { data } = await subscribe();
      await tell('end', [data.id]);
      await endBot();
      await endBot();
      service.state.status = status;
      await settle();
      expect((await settings()).channels).toEqual([]);
      expect((await settings()).rules.find(({ kind }: { kind: string }) => kind === 'end').channels).toEqual([]);
      // What waited for it is not tried any more.
      expect(exchange.notifications.parts.outbox.size).toBe(0);
      const { rows } = (await exchange.send('notifications', { who })).data;
      expect(rows.filter(({ kind }: { kind: string }) => kind === 'delivery')).toMatchObject([
        { code: 'channel-gone', values: { channel: 'Firefox · Linux' } },
      ]);
    },
  );

  it('a message that found nobody while its browser subscribed anew goes there, and is not lost', async () => {
    const { data } = await subscribe();
    await tell('end', [data.id]);
    await endBot();
    service.state.status = 410;
    service.state.before = async () => {
      service.state.before = async () => null;
      expect((await subscribe({ keys: pushBrowser().keys })).data.id).toBe(data.id);
      expect((await subscribe()).data.id).toBe(data.id);
      service.state.status = 201;
    };
    await settle();
    expect(service.received.map(({ status }) => status)).toEqual([410, 201]);
    expect(pushed().map(({ code }) => code)).toEqual(['ended', 'ended']);
    expect((await settings()).channels).toMatchObject([{ id: data.id, error: '' }]);
    const { rows } = (await exchange.send('notifications', { who })).data;
    expect(rows.filter(({ kind }: { kind: string }) => kind === 'delivery')).toEqual([]);
  });

  it('whoever logs out is told nothing more there, be it from elsewhere; a session that ran out goes on being told until all others are ended', async () => {
    const login = async () => {
      const body = { account: 'owner', password: 'paper-owner-1' };
      return { authorization: `Bearer ${(await exchange.send('upstreamLogin', { body })).data.token}` };
    };
    const names = async () => (await settings()).channels.map(({ label }: { label: string }) => label);
    const [phone, tablet, laptop] = [await login(), await login(), await login()];
    for (const [as, name] of [
      [phone, 'phone'],
      [tablet, 'tablet'],
      [laptop, 'laptop'],
    ] as const)
      await subscribe({ target: endpoint(name), name }, as);
    const hook = await exchange.send('addNotificationChannel', {
      who: phone,
      body: { kind: 'webhook', target: `https://hooks.test:${service.port}/hook`, lang: 'en' },
    });
    expect(hook.code).toBe(200);
    await exchange.send('upstreamLogout', { who: phone });
    expect(await names()).toEqual(['tablet', 'laptop', 'hooks.test']);
    // Nobody asks with it for a day: it has run out, and the one that comes sweeps it away.
    clock.advance(25 * 60 * MINUTE_MS);
    who = await login();
    expect(await names()).toEqual(['tablet', 'laptop', 'hooks.test']);
    await subscribe({ target: endpoint('tablet'), name: 'tablet' }, await login());
    const ended = await exchange.send('endSessions', { who, body: {} });
    expect(ended.code).toBe(200);
    // A phone that was lost days ago hangs on no session that could be ended by itself.
    expect(await names()).toEqual(['hooks.test']);
  });

  it('a test that finds nobody removes the channel as well', async () => {
    const { data } = await subscribe();
    service.state.status = 410;
    const reply = await exchange.send('testNotificationChannel', { who, body: { id: data.id } });
    expect(reply).toMatchObject({ code: 409, data: { issue: 'channel-gone' } });
    expect((await settings()).channels).toEqual([]);
  });

  it.each([413, 429, 500])('an answer that passes (%i) is tried again, under the same number', async (status) => {
    const { data } = await subscribe();
    await tell('end', [data.id]);
    await endBot();
    service.state.status = status;
    await settle();
    clock.advance(MINUTE_MS / 2);
    service.state.status = 201;
    await settle();
    expect(new Set(pushed().map(({ id }) => id)).size).toBe(1);
    expect(service.received).toHaveLength(2);
    expect((await settings()).channels).toMatchObject([{ error: '', given_up: 0 }]);
  });

  it('a service that asks to be left alone for a while is left alone', async () => {
    const { data } = await subscribe();
    await tell('end', [data.id]);
    await endBot();
    service.state.status = 429;
    service.state.headers = { 'retry-after': '600' };
    await settle();
    clock.advance(9 * MINUTE_MS);
    await settle();
    expect(service.received).toHaveLength(1);
    clock.advance(MINUTE_MS);
    service.state.headers = { 'retry-after': '999999999' };
    await settle();
    expect(service.received).toHaveLength(2);
    // An hour at most.
    clock.advance(59 * MINUTE_MS);
    await settle();
    expect(service.received).toHaveLength(2);
    clock.advance(MINUTE_MS);
    await settle();
    expect(service.received).toHaveLength(3);
  });

  it('a browser has one channel, which belongs to who subscribed it last', async () => {
    const first = await subscribe();
    await tell('end', [first.data.id]);
    const again = await subscribe({ name: 'Firefox · Windows', keys: pushBrowser().keys });
    expect(again.data.id).toBe(first.data.id);
    expect((await settings()).channels).toMatchObject([{ label: 'Firefox · Windows' }]);
    const other = await register('second');
    expect((await subscribe({}, other)).code).toBe(200);
    expect((await settings()).channels).toEqual([]);
    expect((await settings(other)).channels).toHaveLength(1);
    // A start knows whose it is.
    await exchange.kill();
    await open();
    const login = { account: 'owner', password: 'paper-owner-1' };
    who = { authorization: `Bearer ${(await exchange.send('upstreamLogin', { body: login })).data.token}` };
    expect((await subscribe()).code).toBe(200);
    expect((await settings()).channels).toHaveLength(1);
    const second = { account: 'second', password: 'paper-second-1' };
    const { token } = (await exchange.send('upstreamLogin', { body: second })).data;
    expect((await settings({ authorization: `Bearer ${token}` })).channels).toEqual([]);
    await endBot();
    await settle();
    expect(service.received).toEqual([]);
  });

  it('an account has ten channels at the most, a browser that is subscribed already among them', async () => {
    for (let i = 0; i < 10; i += 1) expect((await subscribe({ target: endpoint(`${i}`) })).code).toBe(200);
    expect(await subscribe({ target: endpoint('more') })).toMatchObject({
      code: 409,
      data: { issue: 'channels-full' },
    });
    expect((await subscribe({ target: endpoint('3') })).code).toBe(200);
    expect((await settings()).channels).toHaveLength(10);
  });

  it('what is no subscription is refused at its field, and what leads inside is not reached', async () => {
    const point = Buffer.from(browser.keys.p256dh, 'base64url');
    const off = Buffer.from(point);
    off[64] = (off[64] ?? 0) ^ 1;
    const cases: readonly (readonly [object, string, string])[] = [
      [{ keys: undefined }, 'keys', 'channel-keys'],
      [{ keys: { ...browser.keys, auth: 'c2hvcnQ' } }, 'keys', 'channel-keys'],
      [{ keys: { ...browser.keys, p256dh: off.toString('base64url') } }, 'keys', 'channel-keys'],
      [{ keys: { ...browser.keys, p256dh: point.subarray(0, 33).toString('base64url') } }, 'keys', 'channel-keys'],
      [{ target: 'http://hooks.test/push' }, 'target', 'outbound-address'],
      [{ target: 'https://10.0.0.1/push' }, 'target', 'outbound-unreachable'],
      [{ target: 'https://inside.invalid/push' }, 'target', 'outbound-unreachable'],
      [{ token: '1' }, 'token', 'field.unused'],
      [{ kind: 'webhook' }, 'keys', 'field.unused'],
      [{ kind: 'webhook', keys: undefined }, 'name', 'field.unused'],
    ];
    for (const [body, field, issue] of cases) {
      expect(await subscribe(body), JSON.stringify(body)).toMatchObject({ code: 422, data: { field, issue } });
    }
    expect(service.received).toEqual([]);
  });

  it('is not offered by an exchange that pushes nothing', async () => {
    await exchange.kill();
    await open(null);
    const login = { account: 'owner', password: 'paper-owner-1' };
    who = { authorization: `Bearer ${(await exchange.send('upstreamLogin', { body: login })).data.token}` };
    expect(await settings()).toMatchObject({ push_key: '', offered: ['webhook', 'telegram'] });
    expect(await subscribe()).toMatchObject({ code: 422, data: { field: 'kind', issue: 'channel-not-offered' } });
  });
});

describe('who pushes', () => {
  it('is one key, made once beside the store, for its owner’s eyes', () => {
    const dir = mkdtempSync(join(tmpdir(), 'push-key-'));
    const random = countingRandom();
    const made = pushIdentity(dir, 'https://strategybot.test', random);
    expect(pushIdentity(dir, 'https://strategybot.test', random)).toEqual(made);
    expect(Buffer.from(made.publicKey, 'base64url')).toHaveLength(65);
    const path = join(dir, 'push-key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toBe(made.privateKey);
    writeFileSync(path, 'nothing');
    expect(() => pushIdentity(dir, 'https://strategybot.test', random)).toThrow(/push-key holds no key/);
  });

  it('is made at the next start where a kill has left its file without one: nobody has used it', () => {
    const dir = mkdtempSync(join(tmpdir(), 'push-key-'));
    const path = join(dir, 'push-key');
    writeFileSync(path, '', { mode: 0o600 });
    const made = pushIdentity(dir, 'https://strategybot.test', countingRandom());
    expect(readFileSync(path, 'utf8')).toBe(made.privateKey);
  });
});
