import { EventEmitter } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { readBounded } from '#lib/limits/read-bounded.ts';
import type { Bff } from '#server/bff/bff.ts';
import { createCallFront } from '#server/bff/call-front.ts';
import { SECURITY_HEADERS } from '#server/content-security-policy.ts';
import { collectGarbage, heapUsed } from '#tests/support/heap-used.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly agent?: Agent;
}

/** A server of the front whose Next says its own name. Resolves with how it is asked. */
async function start(bff: Bff | undefined) {
  const front = createCallFront({
    next: async (_, response) => void response.end('next'),
    calls: () => bff,
    headers: SECURITY_HEADERS,
  });
  const started = createServer((asked, response) => void front(asked, response));
  servers.push(started);
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  return (path: string, { method = 'GET', headers = {}, body, agent }: Sent = {}): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', path, method, headers, ...(agent === undefined ? {} : { agent }) }, resolve)
        .on('error', reject)
        .end(body);
    });
}

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const json = (body: string) => new Response(body, { headers: JSON_TYPE });

describe('calls are answered before Next', () => {
  it('with the request as it came: address, headers and body', async () => {
    const ask = await start(async (asked) => {
      const said = {
        method: asked.method,
        url: asked.url,
        cookie: asked.headers.get('cookie'),
        text: await asked.text(),
      };
      return json(JSON.stringify(said));
    });
    const headers = { cookie: 'a=1; b=2', 'content-type': 'application/json' };
    const answer = await ask('/api/apiw/x%20y?z=%2F', { method: 'POST', headers, body: '{"one":1}' });
    expect(JSON.parse((await bytesOf(answer)).toString())).toEqual({
      method: 'POST',
      url: 'http://localhost/api/apiw/x%20y?z=%2F',
      cookie: 'a=1; b=2',
      text: '{"one":1}',
    });
  });

  it('with the status, the cookies and the headers that they have behind Next', async () => {
    const ask = await start(async () => {
      const headers = new Headers({ ...JSON_TYPE, 'cache-control': 'private, no-store' });
      headers.append('set-cookie', 'one=1; Path=/');
      headers.append('set-cookie', 'two=2; Path=/');
      return new Response('{}', { status: 401, headers });
    });
    const answer = await ask('/api/session');
    expect(answer.statusCode).toBe(401);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'set-cookie': ['one=1; Path=/', 'two=2; Path=/'],
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect((await bytesOf(answer)).toString()).toBe('{}');
  });

  it('packed where the browser takes it and there is something to pack', async () => {
    const long = JSON.stringify({ text: '收益 '.repeat(1_000) });
    const ask = await start(async (asked) => json(asked.url.endsWith('long') ? long : '{}'));
    const packed = await ask('/api/long', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(await bytesOf(packed)).toString()).toBe(long);
    for (const [path, taken] of [
      ['/api/long', 'br'],
      ['/api/long', 'identity, gzip;q=0'],
      ['/api/short', 'gzip'],
    ] as const) {
      const answer = await ask(path, { headers: { 'accept-encoding': taken } });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect((await bytesOf(answer)).toString()).toBe(path === '/api/long' ? long : '{}');
    }
  });

  it.each([
    ['nobody reads', async () => undefined],
    ['is left in the middle', async (asked: Request) => void (await readBounded(asked.body as ReadableStream, 1_000))],
  ])('though a long body %s: the connection is there for the next call', async (_, read) => {
    const ask = await start(async (asked) => {
      if (asked.method === 'POST') await read(asked);
      return json('{}');
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { 'content-type': 'application/json' };
    const long = await ask('/api/session', { method: 'POST', headers, body: 'x'.repeat(3_000_000), agent });
    expect((await bytesOf(long)).toString()).toBe('{}');
    expect((await bytesOf(await ask('/api/session', { agent }))).toString()).toBe('{}');
    agent.destroy();
  });

  it('an event stream event by event, and the exchange hears that its reader has left', async () => {
    let tell = (_: string): void => undefined;
    let hasLeft = (_: string): void => undefined;
    const left = new Promise<string>((resolve) => {
      hasLeft = resolve;
    });
    const ask = await start(async (asked) => {
      asked.signal.addEventListener('abort', () => hasLeft('left'));
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          tell = (text) => controller.enqueue(Buffer.from(text));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });
    const answer = await ask('/api/events');
    for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
      const heard = new Promise((resolve) => answer.once('data', (part: Buffer) => resolve(part.toString())));
      tell(event);
      expect(await heard).toBe(event);
    }
    answer.destroy();
    expect(await left).toBe('left');
  });

  it('a reader who leaves is heard of at once, though nobody but the front has his request any more', async () => {
    let left = 0;
    const ask = await start(async ({ signal }) => {
      signal.addEventListener('abort', () => {
        left += 1;
      });
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(Buffer.from('data: 1\n\n')),
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('/api/events')));
    await Promise.all(answers.map((answer) => new Promise((resolve) => answer.once('data', resolve))));
    for (let turn = 0; turn < 5; turn += 1) {
      collectGarbage();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    for (const answer of answers) answer.destroy();
    await expect.poll(() => left).toBe(10);
  });

  it('a reader who is slow for hours leaves nothing behind with each event', async () => {
    // A stream that reads as slowly as can be: every event waits until the one before was read.
    const slow = Object.assign(new EventEmitter(), {
      destroyed: false,
      setHeader: () => {},
      appendHeader: () => {},
      flushHeaders: () => {},
      end: () => {},
      write: () => {
        setImmediate(() => slow.emit('drain'));
        return false;
      },
    });
    const bytes: number[] = [];
    let told = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          told += 1;
          if (told === 1_000 || told === 21_000) {
            bytes.push(heapUsed());
          }
          if (told === 21_000) controller.close();
          else controller.enqueue(Buffer.from('data: 1\n\n'));
        },
      },
      { highWaterMark: 0 },
    );
    const front = createCallFront({
      next: async () => {},
      calls: () => async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
      headers: SECURITY_HEADERS,
    });
    await front(
      { method: 'GET', url: '/api/events', headers: {} } as IncomingMessage,
      slow as unknown as ServerResponse,
    );
    const [first = 0, last = 0] = bytes;
    // A promise that waits costs some three hundred.
    expect((last - first) / 20_000).toBeLessThan(50);
    expect(slow.listenerCount('drain')).toBe(0);
  });

  it('pages, other methods and everything before the calls are there go to Next', async () => {
    const ask = await start(async () => json('{}'));
    expect((await bytesOf(await ask('/en/strategybot'))).toString()).toBe('next');
    expect((await bytesOf(await ask('/api/session', { method: 'HEAD' }))).toString()).toBe('');
    const early = await start(undefined);
    expect((await bytesOf(await early('/api/session'))).toString()).toBe('next');
  });
});
