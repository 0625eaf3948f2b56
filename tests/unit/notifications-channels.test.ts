import { createHmac } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMailer } from '#server/exchange/notifications/mailer.ts';
import type { Notice } from '#server/exchange/notifications/notice.ts';
import { noticeText } from '#server/exchange/notifications/notice-text.ts';
import { Outbox } from '#server/exchange/notifications/outbox.ts';
import { openOutbound } from '#server/exchange/outbound/guard.ts';
import { createSeal } from '#server/exchange/surroundings/seal.ts';
import { openMailServer, openReceiver, type Received } from '#tests/support/receiver.ts';
import { TEST_CERTIFICATE } from '#tests/support/test-certificate.ts';
import {
  openTestExchange,
  startGrid,
  type TestExchange,
  type TestExchangeOptions,
  type Who,
} from './exchange-fixture.ts';
import { countingRandom, handClock, temporaryFolder } from './store-fixture.ts';

const MINUTE_MS = 60_000;

let receiver: Awaited<ReturnType<typeof openReceiver>>;
let mail: Awaited<ReturnType<typeof openMailServer>>;
let folder: string;
let clock: ReturnType<typeof handClock>;
let exchange: TestExchange;
let who: Who;

async function open(options: TestExchangeOptions = {}): Promise<void> {
  const guard = openOutbound({
    nowMs: clock.nowMs,
    resolve: async (host) => (host.endsWith('.test') ? ['127.0.0.1'] : []),
    allow: '127.0.0.1',
    ca: TEST_CERTIFICATE,
  });
  exchange = await openTestExchange(folder, {
    clock,
    ...options,
    ways: {
      guard,
      mail: { url: `smtp://bot:pass%40word@mail.test:${mail.port}`, from: 'Bots <bots@strategybot.test>' },
      telegram: `https://telegram.test:${receiver.port}`,
      ...options.ways,
    },
  });
}

async function logIn(): Promise<void> {
  const { data } = await exchange.send('upstreamLogin', { body: { account: 'owner', password: 'paper-owner-1' } });
  who = { authorization: `Bearer ${data.token}` };
}

beforeEach(async () => {
  receiver = await openReceiver();
  mail = await openMailServer();
  folder = temporaryFolder();
  clock = handClock(Date.UTC(2026, 4, 20, 10));
  await open();
  const body = { account: 'owner', password: 'paper-owner-1', fundpass: 'paper-fund' };
  const { data } = await exchange.send('upstreamRegister', { body });
  who = { authorization: `Bearer ${data.token}` };
  const agreement = await exchange.send('agreement', { who });
  await exchange.send('signAgreement', { who, body: { version: agreement.data.version } });
});
afterEach(async () => {
  await receiver.close();
  await mail.close();
});

const settings = async () => (await exchange.send('notificationSettings', { who })).data;
const add = (body: object) => exchange.send('addNotificationChannel', { who, body: { lang: 'en', ...body } });
const hook = (path = '/hook') => ({ kind: 'webhook', target: `https://hooks.test:${receiver.port}${path}` });
const settle = () => exchange.notifications.parts.rounds.settle();
const tell = (kind: string, channels: readonly number[], app = true) =>
  exchange.send('saveNotificationRules', {
    who,
    body: { rules: [{ kind, app, channels }], liquidation_percent: '5', funding_percent: '0.1' },
  });

async function endBot(): Promise<number> {
  const id = await startGrid(exchange, who);
  const { code } = await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
  expect(code).toBe(200);
  return id;
}

const NOTICE: Notice = {
  kind: 'end',
  code: 'ended',
  timeMs: 0,
  botId: 1,
  botKind: 'spot_grid',
  name: '',
  market: 'BTC_USDT',
  values: { reason: 'cancelled' },
};

const NOTHING: Received = { path: '', headers: {}, body: '', bytes: Buffer.alloc(0), status: null };

const idOf = (account: string): number => exchange.accounts.credentials(account)?.userId ?? 0;

/** Tells an account by the ways of its rule. */
const told = (userId: number) =>
  exchange.sequencer.submit((tx) => exchange.notifications.parts.teller.tell(tx, userId, 'end', NOTICE, tx.nowMs));

async function register(account: string): Promise<Who> {
  const body = { account, password: `paper-${account}-1`, fundpass: 'paper-fund' };
  const { data } = await exchange.send('upstreamRegister', { body });
  return { authorization: `Bearer ${data.token}` };
}

describe('channels of notifications', () => {
  it('nothing is sent of a turn that the disk does not have yet', async () => {
    const { data } = await add(hook());
    await tell('end', [data.id]);
    const held = Promise.withResolvers<void>();
    const commit = exchange.store.commit.bind(exchange.store);
    vi.spyOn(exchange.store, 'commit').mockImplementation(async (turn) => {
      await held.promise;
      await commit(turn);
    });
    const written = told(idOf('owner'));
    await vi.waitUntil(() => exchange.notifications.parts.outbox.size === 1);
    const post = vi.spyOn(exchange.notifications.parts.ways.guard, 'post');
    const sent = settle();
    // Nothing stands between it and the way out but the disk: some turns of the loop are more than it needs.
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    const early = post.mock.calls.length;
    held.resolve();
    expect(early).toBe(0);
    await Promise.all([written, sent]);
    expect(receiver.received).toHaveLength(1);
  });

  it('codes go to one address five times an hour, whichever accounts ask for them and however it is written', async () => {
    const others = await Promise.all(['second', 'third', 'fourth'].map(register));
    const ask = (by: Who, target: string) =>
      exchange.send('addNotificationChannel', { who: by, body: { lang: 'en', kind: 'email', target } });
    const writings = ['some.one@example.com', 'someone@example.com', 'SomeOne+2@example.com', 'someone+x@EXAMPLE.com'];
    for (const [i, by] of [who, ...others].entries()) {
      expect((await ask(by, writings[i] ?? '')).code).toBe(200);
    }
    expect((await ask(who, 'someone@example.com')).code).toBe(200);
    for (const by of [who, ...others]) {
      expect(await ask(by, 'some.one+again@example.com')).toMatchObject({
        code: 429,
        data: { issue: 'too-many-requests' },
      });
    }
    expect(mail.mails).toHaveLength(5);
    expect((await ask(who, 'another@example.com')).code).toBe(200);
    clock.advance(60 * MINUTE_MS);
    expect((await ask(who, 'someone@example.com')).code).toBe(200);
  });

  it('are told the oldest first, after a restart too', async () => {
    const { data } = await add(hook());
    await tell('end', [data.id]);
    for (let i = 0; i < 11; i += 1) await told(idOf('owner'));
    const inLine = () => [...exchange.notifications.parts.outbox.due(clock.nowMs())].map(({ id }) => id);
    const before = inLine();
    await exchange.kill();
    await open();
    expect(inLine()).toEqual(before);
  });

  it('an account whose receivers are slow holds up nobody else', async () => {
    const other = await register('second');
    const fast = { lang: 'en', ...hook('/fast') };
    const { data: own } = await add(hook('/slow'));
    const { data: others } = await exchange.send('addNotificationChannel', { who: other, body: fast });
    await tell('end', [own.id]);
    const rules = [{ kind: 'end', app: true, channels: [others.id] }];
    const body = { rules, liquidation_percent: '5', funding_percent: '0.1' };
    await exchange.send('saveNotificationRules', { who: other, body });
    const { rounds } = exchange.notifications.parts;
    receiver.state.status = null;
    for (let i = 0; i < 10; i += 1) await told(idOf('owner'));
    rounds.look();
    await vi.waitUntil(() => receiver.received.length > 0);
    await wait(300);
    receiver.state.status = 200;
    await told(idOf('second'));
    rounds.look();
    await vi.waitUntil(() => receiver.received.some(({ path }) => path === '/fast'), { timeout: 2_000 });
  }, 15_000);

  it('those who have filled the outbox leave room for a few messages of everybody else', async () => {
    const outbox = await Outbox.open({ async *all() {} } as unknown as Parameters<typeof Outbox.open>[0]);
    const batch = { put: () => {}, remove: () => {} };
    const put = (userId: number) => outbox.add(batch, { userId, channelId: 1, notice: NOTICE, createMs: 0, dueMs: 0 });
    for (let userId = 1; userId <= 100; userId += 1) for (let i = 0; i < 200; i += 1) put(userId);
    expect(outbox.size).toBe(20_000);
    expect(put(1)).toBe(0);
    const late = Array.from({ length: 12 }, () => put(101));
    expect(late.filter((id) => id > 0)).toHaveLength(10);
  });

  it('what matters more waits before what matters less, and takes its place when there is no more room', async () => {
    const outbox = await Outbox.open({ async *all() {} } as unknown as Parameters<typeof Outbox.open>[0]);
    const stored = new Map<string, string>();
    const batch = {
      put: (_: string, key: string, value: string) => void stored.set(key, value),
      remove: (_: string, key: string) => void stored.delete(key),
    };
    const put = (kind: Notice['kind'], userId = 1) =>
      outbox.add(batch, { userId, channelId: 1, notice: { ...NOTICE, kind }, createMs: 0, dueMs: 0 });
    for (let i = 0; i < 150; i += 1) put('fill');
    for (let i = 0; i < 50; i += 1) put('end');
    expect(put('fill')).toBe(0);
    const saved = put('liquidation');
    expect(saved).toBeGreaterThan(0);
    expect(put('stop')).toBeGreaterThan(0);
    // The newest fills made room, on the disk too.
    expect(outbox.get(150)).toBeUndefined();
    expect(outbox.get(149)).toBeUndefined();
    expect(outbox.get(148)).toBeDefined();
    expect(outbox.size).toBe(200);
    expect(stored.size).toBe(200);
    const kinds = [...outbox.due(0)].map(({ notice }) => notice.kind);
    expect(kinds[0]).toBe('liquidation');
    expect(kinds.lastIndexOf('end')).toBeLessThan(kinds.indexOf('fill'));
    // Of what matters as much the older stays.
    for (let i = 0; i < 300; i += 1) put('liquidation');
    expect([...outbox.due(0)].every(({ notice }) => notice.kind === 'liquidation')).toBe(true);
    expect(put('liquidation')).toBe(0);
    expect(outbox.get(saved)).toBeDefined();
    expect(put('fill', 2)).toBeGreaterThan(0);
    const opened = await Outbox.open({
      async *all() {
        for (const [key, value] of stored) yield { key, value };
      },
    } as unknown as Parameters<typeof Outbox.open>[0]);
    expect([...opened.due(0)].map(({ id }) => id)).toEqual([...outbox.due(0)].map(({ id }) => id));
  });

  it('a liquidation is told though the messages of the hour are used up, and twenty of them at the most', async () => {
    const { data } = await add(hook());
    await tell('liquidation', [data.id]);
    const { guard } = exchange.notifications.parts.ways;
    const userId = idOf('owner');
    while ((await guard.take(userId)) === 0);
    const liquidated = { ...NOTICE, kind: 'liquidation', code: 'ended', values: { reason: 'liquidated' } } as const;
    const near = () =>
      exchange.sequencer.submit((tx) => {
        const { teller } = exchange.notifications.parts;
        teller.tell(tx, userId, 'liquidation', liquidated, tx.nowMs);
      });
    await tell('end', [data.id]);
    await told(userId);
    await near();
    await settle();
    expect(receiver.received.map(({ body }) => JSON.parse(body).kind)).toEqual(['liquidation']);
    for (let i = 0; i < 25; i += 1) await near();
    await settle();
    expect(receiver.received).toHaveLength(20);
    // Nothing is lost: the rest waits for its hour.
    clock.advance(60 * MINUTE_MS);
    await settle();
    expect(receiver.received).toHaveLength(27);
  });

  it('neither limits that stop something nor warnings take the hour of a liquidation, nor it theirs', async () => {
    const { data } = await add(hook());
    await tell('liquidation', [data.id]);
    await tell('protection', [data.id]);
    const { ways, teller } = exchange.notifications.parts;
    const userId = idOf('owner');
    while ((await ways.guard.take(userId)) === 0);
    const figures = { limit: '1', quantity: '2', coin: 'BTC', percent: '3' };
    const notices = [
      { ...NOTICE, kind: 'protection', code: 'exposure-warn', values: figures },
      { ...NOTICE, kind: 'liquidation', code: 'liquidation-near', values: { percent: '1' } },
      { ...NOTICE, kind: 'protection', code: 'drawdown-stop-all', values: figures },
      { ...NOTICE, kind: 'liquidation', code: 'ended', values: { reason: 'liquidated' } },
    ] as const;
    for (const notice of notices)
      for (let i = 0; i < 25; i += 1)
        await exchange.sequencer.submit((tx) => teller.tell(tx, userId, notice.kind, notice, tx.nowMs));
    await settle();
    const codes = receiver.received.map(({ body }) => JSON.parse(body).code);
    const count = (wanted: string) => codes.filter((code) => code === wanted).length;
    expect(notices.map(({ code }) => count(code))).toEqual([10, 10, 20, 20]);
    // What has happened leaves before what is only near.
    expect(codes.slice(0, 40).filter((code) => code.endsWith('warn') || code.endsWith('near'))).toEqual([]);
  });

  it('a label of a program that did not seal it is sealed at the next start, and shown as before', async () => {
    const { data } = await add({ kind: 'email', target: 'someone@example.com' });
    const { settings: book, ways } = exchange.notifications.parts;
    const userId = idOf('owner');
    const before = book.of(userId);
    const channels = before.channels.map((channel) => ({
      ...channel,
      label: 'someone@example.com',
      sealed: ways.seal.close(
        JSON.stringify({ target: 'someone@example.com', secret: '' }),
        `channel/${userId}/${data.id}`,
      ),
    }));
    await exchange.sequencer.submit((tx) => book.put(tx, userId, { ...before, channels }));
    await exchange.kill();
    await open();
    await logIn();
    exchange.notifications.start();
    await vi.waitUntil(() => exchange.notifications.parts.settings.withPlainLabels().length === 0);
    const rows: string[] = [];
    for await (const { value } of exchange.store.all('notification_settings')) rows.push(value);
    expect(rows.join('')).not.toContain('someone@example.com');
    expect((await settings()).channels).toMatchObject([{ kind: 'email', label: 'someone@example.com' }]);
    await exchange.notifications.stop();
  });

  it('a name of the operator’s own net and one that nobody has get the same answer', async () => {
    const inside = async (host: string): Promise<readonly string[]> => (host === 'db.corp' ? ['10.0.0.7'] : []);
    await exchange.kill();
    await open({ ways: { guard: openOutbound({ nowMs: clock.nowMs, resolve: inside }) } });
    await logIn();
    const ask = async (host: string) => {
      const { code, data } = await add({ kind: 'webhook', target: `https://${host}/` });
      return { code, data };
    };
    expect(await ask('db.corp')).toEqual(await ask('nobody.corp'));
    expect(await ask('db.corp:9999')).toEqual(await ask('nobody.corp:9999'));
  });

  it('a webhook is told of what its rule says, signed, once, and its secret is nowhere in the store', async () => {
    const { data } = await add(hook('/secret-path'));
    await tell('end', [data.id]);
    const id = await endBot();
    await settle();
    expect(receiver.received).toHaveLength(1);
    const [{ path, headers, body } = NOTHING] = receiver.received;
    expect(path).toBe('/secret-path');
    expect(JSON.parse(body)).toMatchObject({
      kind: 'end',
      code: 'ended',
      strategy_id: id,
      values: { reason: 'cancelled' },
    });
    expect(JSON.parse(body).text.sentence).toMatch(/^User terminated · Result [+-]?[\d.]+ USDT$/);
    const [, at = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['strategybot-signature'])) ?? [];
    expect(createHmac('sha256', data.secret).update(`${at}.${body}`).digest('hex')).toBe(signature);
    await settle();
    expect(receiver.received).toHaveLength(1);
    const rows: string[] = [];
    for (const collection of exchange.store.collections) {
      for await (const { value } of exchange.store.all(collection)) rows.push(value);
    }
    expect(rows.join('\n')).not.toContain('secret-path');
    expect(rows.join('\n')).not.toContain(data.secret);
    expect(JSON.stringify(await settings())).not.toContain('secret-path');
    expect(exchange.logged.join('\n')).not.toContain('secret-path');
    expect((await settings()).channels).toMatchObject([
      { kind: 'webhook', label: 'hooks.test', error: '', given_up: 0 },
    ]);
  });

  it('what does not arrive is tried again, ever more seldom, under one number, and given up with a word in the app', async () => {
    const { data } = await add(hook());
    await tell('end', [data.id]);
    await endBot();
    receiver.state.status = 503;
    const waits: number[] = [];
    for (let passed = 0, before = 0; passed <= 90; passed += 0.5) {
      await settle();
      if (receiver.received.length > waits.length) {
        waits.push(passed - before);
        before = passed;
      }
      clock.advance(MINUTE_MS / 2);
    }
    expect(waits).toEqual([0, 0.5, 1, 2, 4, 8, 16, 32]);
    expect(new Set(receiver.received.map(({ headers }) => headers['strategybot-delivery'])).size).toBe(1);
    expect((await settings()).channels).toMatchObject([{ error: 'refused', given_up: 1 }]);
    const told = (await exchange.send('notifications', { who })).data.rows;
    expect(told[0]).toMatchObject({ kind: 'delivery', code: 'delivery-failed', values: { channel: 'hooks.test' } });
    const kept: string[] = [];
    for await (const { value } of exchange.store.all('notifications')) kept.push(value);
    expect(kept.join('')).toContain('delivery-failed');
    expect(kept.join('')).not.toContain('hooks.test');
    // Said once, until something arrives again; a receiver that says no for good is believed at once.
    receiver.state.status = 410;
    await endBot();
    await settle();
    expect((await settings()).channels).toMatchObject([{ given_up: 2 }]);
    const again = (await exchange.send('notifications', { who })).data.rows;
    expect(again.filter(({ kind }: { kind: string }) => kind === 'delivery')).toHaveLength(1);
    // The same sentence for both: one that was refused for good was not tried for an hour.
    expect(
      noticeText({ ...NOTICE, kind: 'delivery', code: 'delivery-failed', values: { channel: 'x' } }, 'en').sentence,
    ).toBe('Messages to x do not arrive and are given up');
    expect(exchange.notifications.parts.outbox.size).toBe(0);
  });

  it('what waits outlives a kill, and fills are sent together when their ten minutes are over', async () => {
    const { data } = await add(hook());
    await tell('fill', [data.id], false);
    const id = await startGrid(exchange, who);
    await exchange.pass(9 * MINUTE_MS, 10_000);
    await settle();
    expect(receiver.received).toEqual([]);
    // Listed nowhere in the app: the rule says so.
    expect((await exchange.send('notificationCount', { who })).data).toEqual({ unread: 0, last: 0 });
    const fills = (await exchange.send('tradeRecords', { who, path: { id }, query: { page_size: 500 } })).totalcount;
    await exchange.kill();
    await open();
    await logIn();
    clock.advance(2 * MINUTE_MS);
    await settle();
    expect(receiver.received).toHaveLength(1);
    const { code, values } = JSON.parse(receiver.received[0]?.body ?? '');
    expect(code === 'fill' ? 1 : Number(values.count)).toBe(fills);
    await settle();
    expect(receiver.received).toHaveLength(1);
  });

  it('an e-mail address is sent a code, and nothing else before the code was typed in', async () => {
    const { data } = await add({ kind: 'email', target: 'someone@example.com', lang: 'zh' });
    expect(mail.mails).toHaveLength(1);
    expect(mail.mails[0]).toContain('To: someone@example.com');
    await tell('end', [data.id]);
    await endBot();
    await settle();
    expect(mail.mails).toHaveLength(1);
    expect(await exchange.send('testNotificationChannel', { who, body: { id: data.id } })).toMatchObject({
      code: 409,
      data: { issue: 'channel-unconfirmed' },
    });
    const [, encoded = ''] = /\n\n([\s\S]+)$/.exec(mail.mails[0] ?? '') ?? [];
    const [code = ''] = /\d{6}/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
    const confirm = (typed: string) =>
      exchange.send('confirmNotificationChannel', { who, body: { id: data.id, code: typed } });
    const wrong = code === '000000' ? '111111' : '000000';
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await confirm(wrong)).toMatchObject({ code: 422, data: { field: 'code', issue: 'channel-code-wrong' } });
    }
    expect(await confirm(` ${code} `)).toMatchObject({ code: 200 });
    await endBot();
    await settle();
    expect(mail.mails).toHaveLength(2);
    expect(Buffer.from(/\n\n([\s\S]+)$/.exec(mail.mails[1] ?? '')?.[1] ?? '', 'base64').toString()).toMatch(/收益/);
  });

  it('a code is good for five tries and fifteen minutes', async () => {
    const { data } = await add({ kind: 'email', target: 'someone@example.com' });
    const [code = ''] =
      /\d{6}/.exec((/\n\n([\s\S]+)$/.exec(mail.mails[0] ?? '')?.[1] ?? '').replaceAll('=\n', '')) ?? [];
    const confirm = (typed: string) =>
      exchange.send('confirmNotificationChannel', { who, body: { id: data.id, code: typed } });
    for (let tries = 0; tries < 5; tries += 1) await confirm(code === '000000' ? '111111' : '000000');
    expect(await confirm(code)).toMatchObject({ data: { issue: 'channel-code-over' } });
    expect(await exchange.send('removeNotificationChannel', { who, body: { id: data.id } })).toMatchObject({
      code: 200,
    });
    const second = await add({ kind: 'email', target: 'someone@example.com' });
    clock.advance(15 * MINUTE_MS);
    expect(
      await exchange.send('confirmNotificationChannel', { who, body: { id: second.data.id, code } }),
    ).toMatchObject({ data: { issue: 'channel-code-over' } });
  });

  it('a mail server that takes the operator’s login no more refuses nobody’s address: it is tried again', async () => {
    const { guard, mail: settings } = exchange.notifications.parts.ways;
    const send = createMailer(settings ?? { url: '', from: '' }, guard);
    const letter = { to: 'someone@example.com', id: 'x', title: 'a', sentence: 'b' };
    mail.state.isLoginRefused = true;
    await expect(send(letter)).rejects.toThrow('535');
    mail.state.isLoginRefused = false;
    mail.state.refuses = '550 nobody here';
    expect(await send(letter)).toBe('refused');
    mail.state.refuses = '';
    expect(await send(letter)).toBe('sent');
  });

  it('a mail server that takes no recipient, or is not there, saves nothing', async () => {
    mail.state.refuses = '550 nobody here';
    expect(await add({ kind: 'email', target: 'someone@example.com' })).toMatchObject({ code: 503 });
    expect((await settings()).channels).toEqual([]);
  });

  it('a Telegram bot of the trader’s own sends to his chat', async () => {
    const token = `12345678:${'A'.repeat(35)}`;
    const { data } = await add({ kind: 'telegram', target: '-100200300', token });
    expect(await exchange.send('testNotificationChannel', { who, body: { id: data.id } })).toMatchObject({ code: 200 });
    expect(receiver.received).toMatchObject([{ path: `/bot${token}/sendMessage` }]);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
      chat_id: '-100200300',
      text: 'Channels\nThis is a test message: the channel works',
    });
    receiver.state.status = 403;
    expect(await exchange.send('testNotificationChannel', { who, body: { id: data.id } })).toMatchObject({
      data: { issue: 'channel-refused' },
    });
    expect((await settings()).channels).toMatchObject([{ error: 'refused' }]);
  });

  it('refuses what leads nowhere or inside, says more than it needs, or is one too many, and channels of an account that everybody uses', async () => {
    const bad: [object, string, string][] = [
      [{ kind: 'webhook', target: 'http://hooks.test/' }, 'target', 'outbound-address'],
      [{ kind: 'webhook', target: 'https://nowhere.invalid/' }, 'target', 'outbound-unreachable'],
      [{ kind: 'webhook', target: 'https://10.0.0.1/' }, 'target', 'outbound-unreachable'],
      [{ kind: 'webhook', target: 'https://169.254.169.254/' }, 'target', 'outbound-unreachable'],
      [{ ...hook(), token: 'x' }, 'token', 'field.unused'],
      [{ kind: 'telegram', target: '1' }, 'token', 'channel-token'],
      [{ kind: 'telegram', target: 'a chat', token: `12345678:${'A'.repeat(35)}` }, 'target', 'channel-chat'],
      [{ kind: 'email', target: 'a@b' }, 'target', 'channel-mail'],
      [{ kind: 'email', target: 'a@b.com\r\nBcc: c@d.com' }, 'target', 'channel-mail'],
    ];
    for (const [body, field, issue] of bad) {
      expect(await add(body), JSON.stringify(body)).toMatchObject({ code: 422, data: { field, issue } });
    }
    for (let made = 0; made < 10; made += 1) expect((await add(hook(`/${made}`))).code).toBe(200);
    expect(await add(hook())).toMatchObject({ code: 409, data: { issue: 'channels-full' } });
    const demo = await exchange.logIn();
    const offer = (await exchange.send('notificationSettings', { who: demo })).data;
    expect(offer).toMatchObject({ offered: [], not_offered: 'channels-published', push_key: '' });
    expect(await settings()).toMatchObject({ not_offered: '' });
    expect(await exchange.send('addNotificationChannel', { who: demo, body: { ...hook(), lang: 'en' } })).toMatchObject(
      {
        code: 403,
        data: { issue: 'channels-published' },
      },
    );
  });

  it('are nobody else’s: neither seen, nor tested, removed, confirmed or told by another’s rule', async () => {
    const { data } = await add(hook());
    const other = await exchange.logIn('copier');
    expect((await exchange.send('notificationSettings', { who: other })).data.channels).toEqual([]);
    for (const name of ['testNotificationChannel', 'removeNotificationChannel'] as const) {
      expect(await exchange.send(name, { who: other, body: { id: data.id } })).toMatchObject({ code: 404 });
      expect(await exchange.send(name, { body: { id: data.id } })).toMatchObject({ code: 401 });
    }
    const rules = [{ kind: 'end', app: true, channels: [data.id] }];
    const body = { rules, liquidation_percent: '5', funding_percent: '0.1' };
    expect(await exchange.send('saveNotificationRules', { who: other, body })).toMatchObject({ code: 404 });
    expect((await settings()).channels).toHaveLength(1);
  });

  it('go with their place in the rules, and what waits for them', async () => {
    const { data } = await add(hook());
    await tell('end', [data.id]);
    await endBot();
    expect(exchange.notifications.parts.outbox.size).toBe(1);
    await exchange.send('removeNotificationChannel', { who, body: { id: data.id } });
    await settle();
    expect(receiver.received).toEqual([]);
    expect(exchange.notifications.parts.outbox.size).toBe(0);
    const { rules } = await settings();
    expect(rules.find(({ kind }: { kind: string }) => kind === 'end')).toEqual({
      kind: 'end',
      app: true,
      channels: [],
    });
    // Its number is not given again.
    expect((await add(hook())).data.id).toBeGreaterThan(data.id);
  });

  it('rules and limits are kept over a restart, and limits have bounds', async () => {
    const { data } = await add(hook());
    const save = (liquidation_percent: string, funding_percent: string) =>
      exchange.send('saveNotificationRules', {
        who,
        body: { rules: [{ kind: 'range', app: true, channels: [data.id] }], liquidation_percent, funding_percent },
      });
    for (const bad of ['0.4', '51', '5.001']) {
      expect(await save(bad, '0.1'), bad).toMatchObject({ code: 422, data: { field: 'liquidation_percent' } });
    }
    expect(await save('5', '0')).toMatchObject({ code: 422, data: { field: 'funding_percent' } });
    await save('7.5', '0.25');
    const before = await settings();
    expect(before).toMatchObject({
      liquidation_percent: '7.5',
      funding_percent: '0.25',
      offered: ['webhook', 'telegram', 'email'],
    });
    await exchange.kill();
    await open({ ways: { mail: null } });
    await logIn();
    expect(await settings()).toEqual({ ...before, offered: ['webhook', 'telegram'] });
    expect(await add({ kind: 'email', target: 'a@b.com' })).toMatchObject({ data: { issue: 'channel-not-offered' } });
  });

  it('of rules and limits, what one page has not changed is as another has saved it meanwhile', async () => {
    const save = (body: object) => exchange.send('saveNotificationRules', { who, body: { rules: [], ...body } });
    await save({ liquidation_percent: '7.5' });
    await save({ rules: [{ kind: 'range', app: false, channels: [] }] });
    await save({ funding_percent: '0.25' });
    const now = await settings();
    expect(now).toMatchObject({ liquidation_percent: '7.5', funding_percent: '0.25' });
    const seen = now.rules.find(({ kind }: { kind: string }) => kind === 'range');
    expect(seen).toEqual({ kind: 'range', app: false, channels: [] });
  });

  it('whose secrets cannot be opened any more, under another key, say so and are not tried again', async () => {
    const { data } = await add(hook());
    await tell('end', [data.id]);
    await endBot();
    await exchange.kill();
    await open({ ways: { seal: createSeal(new Uint8Array(32).fill(9), countingRandom()) } });
    await logIn();
    await settle();
    expect(receiver.received).toEqual([]);
    expect((await settings()).channels).toMatchObject([{ error: 'sealed', given_up: 1 }]);
    expect(await exchange.send('testNotificationChannel', { who, body: { id: data.id } })).toMatchObject({
      code: 409,
      data: { issue: 'channel-sealed' },
    });
  });

  it('a receiver that never answers holds up nobody else', async () => {
    receiver.state.status = null;
    const { data } = await add(hook());
    const sent = exchange.send('testNotificationChannel', { who, body: { id: data.id } });
    await vi.waitUntil(() => receiver.received.length === 1);
    expect((await exchange.send('notificationCount', { who })).code).toBe(200);
    expect(await sent).toMatchObject({ data: { issue: 'channel-unreachable' } });
  }, 15_000);
});
