import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { openServer } from '#server/exchange/http/server.ts';
import { openStandbyDoor } from '#server/exchange/http/standby-door.ts';
import { readSettings } from '#server/exchange/settings.ts';
import { keepKeys } from '#server/tls/key-files.ts';
import { createUpstream } from '#server/upstream/upstream.ts';
import type { Upstream, UpstreamAnswer, UpstreamCall } from '#server/upstream/upstream-call.ts';
import { freePort } from '../support/free-port.ts';
import { createTestKeys } from '../support/test-keys.ts';

/** One exchange at several addresses: one has the store, the others stand by (issue 13, point 2). */

const log = { info() {}, warn() {}, error() {} };
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type State = 'active' | 'standby' | 'frozen' | 'dies';

interface Host {
  readonly url: string;
  /** Method and path of every call that came, but for questions after its state. */
  readonly asked: string[];
  state: State;
  /** As kill -9: connections break off, nobody listens any more. */
  die(): void;
}

/** A host as an exchange of ours looks from outside. */
async function host(name: string, first: State, port = 0): Promise<Host> {
  const server: Server = createServer((request, response) => {
    request.resume();
    const { state } = self;
    if (request.url?.startsWith('/health/') !== true) self.asked.push(`${request.method} ${request.url}`);
    if (state === 'frozen') return;
    if (state === 'dies') return void self.die();
    const isReady = state === 'active';
    const isStream = request.url === '/events';
    const type = isStream ? 'text/event-stream' : 'application/json';
    response.writeHead(isReady ? 200 : 503, { 'x-exchange-state': state, 'content-type': type });
    if (!isStream) return void response.end(JSON.stringify({ code: 200, by: name }));
    response.write(`data: ${name}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const self: Host = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    state: first,
    die() {
      server.close();
      server.closeAllConnections();
    },
  };
  closers.push(() => self.die());
  return self;
}

function upstreamOf(urls: readonly string[], deadlineMs = 5_000, moved?: (to: string) => void): Upstream {
  const upstream = createUpstream({ urls, deadlineMs, ...(moved === undefined ? {} : { moved }) });
  closers.push(() => upstream.close());
  return upstream;
}

const READ: UpstreamCall = { method: 'GET', path: '/read', headers: {}, mayRepeat: true };
const MONEY: UpstreamCall = { method: 'POST', path: '/money', headers: {}, body: '{}', mayRepeat: true };
const ONCE: UpstreamCall = { ...MONEY, path: '/once', mayRepeat: false };

function by(answer: UpstreamAnswer): string {
  if (answer.kind === 'unknown') return answer.reason;
  return answer.status === 200 ? JSON.parse(answer.body.toString()).by : String(answer.status);
}

describe('a call that was certainly not carried out', () => {
  it('goes to the next address: where nobody listens, and where somebody stands by; who answered is asked first from then on', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const [standby, active] = [await host('a', 'standby'), await host('b', 'active')];
    const moves: string[] = [];
    const upstream = upstreamOf([nobody, standby.url, active.url], 5_000, (to) => moves.push(to));
    for (const call of [READ, MONEY, ONCE]) expect(by(await upstream.call(call))).toBe('b');
    expect(moves).toEqual([active.url]);
    expect(standby.asked).toEqual(['GET /read']);
    expect(active.asked).toEqual(['GET /read', 'POST /money', 'POST /once']);
  });

  it('is no other refusal: a 503 of an exchange that has the store is its answer', async () => {
    const busy = createServer((_, response) => void response.writeHead(503, { 'retry-after': '7' }).end('{}'));
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    closers.push(() => busy.close());
    const other = await host('b', 'active');
    const upstream = upstreamOf([`http://127.0.0.1:${(busy.address() as AddressInfo).port}`, other.url]);
    expect(await upstream.call(ONCE)).toMatchObject({ status: 503, retryAfter: 7 });
    expect(other.asked).toEqual([]);
  });

  it('where all are down, is answered as of one that is down: at once, and nothing is known', async () => {
    const down = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
    for (const urls of [down, down.slice(0, 1)]) {
      const began = performance.now();
      for (const call of [READ, MONEY, ONCE])
        expect(await upstreamOf(urls).call(call)).toEqual({ kind: 'unknown', reason: 'connection' });
      expect(performance.now() - began).toBeLessThan(2_000);
    }
  });
});

describe('an exchange that dies with calls in flight', () => {
  it('leaves open what may have been done: it is asked after under its key elsewhere, and never without one', async () => {
    for (const [call, answer] of [
      [MONEY, 'b'],
      [READ, 'b'],
      [ONCE, 'connection'],
    ] as const) {
      const [dying, other] = [await host('a', 'dies'), await host('b', 'active')];
      const given = await upstreamOf([dying.url, other.url]).call(call);
      expect([call.path, by(given)]).toEqual([call.path, answer]);
      if (given.kind === 'answered') expect(given.isRepeat).toBe(true);
      expect(other.asked).toEqual(call.mayRepeat ? [`${call.method} ${call.path}`] : []);
    }
  });

  it('is followed by the one that takes over: calls wait for it, and it is found within two seconds', async () => {
    const [first, second] = [await host('a', 'active'), await host('b', 'standby')];
    const upstream = upstreamOf([first.url, second.url], 8_000);
    expect(by(await upstream.call(READ))).toBe('a');
    first.die();
    const waiting = Array.from({ length: 50 }, (_, index) => upstream.call(index % 2 === 0 ? READ : ONCE));
    await delay(1_000);
    second.state = 'active';
    const began = performance.now();
    expect((await Promise.all(waiting)).map(by)).toEqual(Array(50).fill('b'));
    expect(performance.now() - began).toBeLessThan(2_000);
    // Each was brought once before and once after, however long they have waited: one question for all asks who has the store.
    expect(second.asked.length).toBeLessThanOrEqual(100);
  });

  it('without one that takes over, lets nobody wait longer than a call may take', async () => {
    const standby = await host('b', 'standby');
    const upstream = upstreamOf([`http://127.0.0.1:${await freePort()}`, standby.url], 1_000);
    const began = performance.now();
    expect(await upstream.call(ONCE)).toEqual({ kind: 'unknown', reason: 'connection' });
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(performance.now() - began).toBeGreaterThan(900);
  });
});

describe('an exchange that goes silent', () => {
  it('is left for another that has the store, with what waits for it; one that is only slow is not', async () => {
    const [frozen, other] = [await host('a', 'active'), await host('b', 'standby')];
    const upstream = upstreamOf([frozen.url, other.url], 8_000);
    expect(by(await upstream.call(READ))).toBe('a');
    frozen.state = 'frozen';
    const waiting = [READ, MONEY, ONCE].map((call) => upstream.call(call));
    other.state = 'active';
    const began = performance.now();
    expect((await Promise.all(waiting)).map(by)).toEqual(['b', 'b', 'connection']);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(by(await upstream.call(ONCE))).toBe('b');
    expect(other.asked.filter((asked) => asked === 'POST /money')).toHaveLength(1);
  });

  it('ends its streams, so that readers come to the other', async () => {
    const [frozen, other] = [await host('a', 'active'), await host('b', 'standby')];
    const upstream = upstreamOf([frozen.url, other.url], 8_000);
    const reader = new AbortController();
    closers.push(() => reader.abort());
    const flow = { ...READ, path: '/events', flowUntil: reader.signal };
    const stream = await upstream.call(flow);
    frozen.state = 'frozen';
    other.state = 'active';
    const asked = upstream.call(READ);
    const read = async (): Promise<string> => {
      let text = '';
      if (stream.kind !== 'answered' || stream.flow === undefined) return 'none';
      for await (const part of stream.flow) text += Buffer.from(part).toString();
      return text;
    };
    await expect(read()).rejects.toThrow();
    expect(by(await asked)).toBe('b');
    const next = await upstream.call(flow);
    if (next.kind !== 'answered' || next.flow === undefined) throw new Error('no stream');
    for await (const part of next.flow) {
      expect(Buffer.from(part).toString()).toContain('b');
      break;
    }
  });
});

describe('the door of an exchange that stands by', () => {
  const call = async (url: string, path: string, method = 'GET') => {
    const reply = await fetch(url + path, { method, ...(method === 'POST' ? { body: 'x'.repeat(60_000) } : {}) });
    return [reply.status, reply.headers.get('x-exchange-state'), reply.headers.get('retry-after'), await reply.json()];
  };

  it('lives, refuses every call as certainly not done, and hands its port over without a moment between', async () => {
    const port = await freePort();
    const door = await openStandbyDoor(readSettings({ EXCHANGE_PORT: String(port) }), log);
    const url = `http://127.0.0.1:${port}`;
    expect(await call(url, '/health/live')).toEqual([200, 'standby', null, { live: true, ready: false }]);
    expect(await call(url, '/health/ready')).toEqual([503, 'standby', null, { live: true, ready: false }]);
    for (const [path, method] of [
      ['/x', 'GET'],
      ['/apiw/v2/account/login', 'POST'],
      ['/worker/claim', 'POST'],
    ] as const)
      expect(await call(url, path, method)).toMatchObject([503, 'standby', '1', { code: 503 }]);
    const upstream = upstreamOf([url], 5_000);
    const waiting = upstream.call(MONEY);
    const server = await openServer(async () => ({ code: 200, by: 'b' }), {
      at: door.listener,
      doorKey: undefined,
      log,
    });
    closers.push(() => server.close());
    expect(server.port).toBe(port);
    expect(by(await waiting)).toBe('b');
    expect(await call(url, '/health/ready')).toEqual([200, 'active', null, { live: true, ready: true }]);
  });

  it('opens again when an exchange lets go: what is under way is answered, what comes over open connections is refused as not done', async () => {
    const started: ((reply: object) => void)[] = [];
    const at = { host: '127.0.0.1', port: 0, keys: null };
    const dispatch = () => new Promise<object>((resolve) => void started.push(resolve));
    const server = await openServer(dispatch, { at, doorKey: undefined, log });
    const open = async (path: string, count: number) => {
      const socket = connect(server.port, '127.0.0.1');
      closers.push(() => socket.destroy());
      const said = { text: '' };
      socket.on('data', (part) => {
        said.text += String(part);
      });
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
      await expect.poll(() => started.length).toBe(count);
      return { socket, said };
    };
    const first = await open('/first', 1);
    const second = await open('/second', 2);
    const closed = server.close();
    second.socket.write('GET /late HTTP/1.1\r\nhost: x\r\n\r\n');
    started[1]?.({ code: 200, message: '' });
    await expect
      .poll(() => second.said.text)
      .toMatch(/^HTTP\/1.1 200 [\s\S]*HTTP\/1.1 503 [\s\S]*x-exchange-state: standby/);
    started[0]?.({ code: 200, message: '' });
    await closed;
    await expect.poll(() => first.said.text).toMatch(/^HTTP\/1.1 200 /);
    expect(started).toHaveLength(2);
  });

  it('frees its port when it is closed, though clients keep their connections', async () => {
    const settings = readSettings({ EXCHANGE_PORT: String(await freePort()) });
    for (let round = 0; round < 2; round += 1) {
      const door = await openStandbyDoor(settings, log);
      await call(`http://127.0.0.1:${door.listener.port}`, '/x');
      await door.close();
    }
    const door = await openStandbyDoor(settings, log);
    await expect(openStandbyDoor(settings, log)).rejects.toThrow(/EADDRINUSE/);
    await door.close();
  });
});

describe('over TLS', () => {
  const keys = createTestKeys();
  const stranger = createTestKeys();

  it('the web server is known by its key, and asks nobody whom its authority does not know', async () => {
    const own = keepKeys(keys.of('exchange'), log);
    const at = { host: '0.0.0.0', port: 0, keys: own };
    const server = await openServer(async () => ({ code: 200, by: 'b' }), { at, doorKey: undefined, log });
    closers.push(() => server.close());
    const nobody = `https://localhost:${await freePort()}`;
    const urls = [nobody, `https://localhost:${server.port}`];
    const of = (paths: ReturnType<typeof keys.of>) => {
      const upstream = createUpstream({ urls, deadlineMs: 3_000, keys: keepKeys(paths, log) });
      closers.push(() => upstream.close());
      return upstream;
    };
    expect(by(await of(keys.of('web')).call(ONCE))).toBe('b');
    expect(by(await of(keys.of('worker')).call(ONCE))).toBe('403');
    expect(by(await of(stranger.of('web')).call(ONCE))).toBe('connection');
    // Its own certificate is of the right authority, and the exchange is asked under a name that its certificate does not have.
    const wrong = createUpstream({
      urls: [`https://127.0.0.2:${server.port}`],
      deadlineMs: 3_000,
      keys: keepKeys(keys.of('web'), log),
    });
    closers.push(() => wrong.close());
    expect(by(await wrong.call(ONCE))).toBe('connection');
  });
});
