import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readBounded } from '#lib/limits/read-bounded.ts';
import { createAdmission } from '#server/door/admission.ts';
import { clientAddress, parseProxies } from '#server/door/client-address.ts';
import { createDoor } from '#server/door/door.ts';
import { HTTP_BOUNDS } from '#server/door/http-bounds.ts';

/**
 * Places are for work: who sends his body or reads his answer slowly, which costs him nothing, takes none of those that others need.
 * Two addresses did so with 80 connections, and no stranger was answered any more.
 */

const CANDLES = '/api/apiw/v2/market/candles?market=BTC_USDT';
const CALL = '/api/any-call';
/** More than what the system keeps on the way. */
const LONG_ANSWER = Buffer.alloc(4 * 1024 * 1024);

let server: Server;
const sockets: Socket[] = [];
const seen: string[] = [];
/** Requests that came in. */
let inside = 0;

async function start(): Promise<number> {
  const door = createDoor(
    async (request, response) => {
      inside += 1;
      if (request.headers['x-wants'] === 'news') return void response.write('news');
      const body = request.method === 'GET' ? null : await readBounded(request, 128 * 1024);
      response.end(request.headers['x-wants'] === 'much' ? LONG_ANSWER : `inside ${body?.length ?? 0}`);
    },
    {
      address: clientAddress(parseProxies('127.0.0.0/8')),
      admission: createAdmission({ addressBudget: 1_000, nowMs: () => 0 }),
      device: { read: () => null },
      isReadingFailing: () => false,
      newRequestId: () => 'given-by-the-door',
      isHttps: false,
    },
  );
  server = createServer(HTTP_BOUNDS, (request, response) => {
    seen.push(request.url ?? '');
    door(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  seen.length = 0;
  inside = 0;
  server.closeAllConnections();
  server.close();
});

const head = (line: string, address: string, headers: string): string =>
  `${line} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n${headers}\r\n`;

/** Sends it and reads nothing of what comes. */
function send(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  socket.on('error', () => {});
  sockets.push(socket);
  return socket;
}

/** The first line of the answer and the end of it. */
async function ask(port: number, text: string): Promise<string> {
  const parts: Buffer[] = [];
  const socket = send(port, text);
  for await (const part of socket) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('latin1');
}

const honest = (line: string, headers = '') => head(line, '198.51.100.7', `connection: close\r\n${headers}`);

async function fromTwo(each: number, sends: (address: string) => void): Promise<void> {
  for (const address of ['203.0.113.1', '203.0.113.2']) for (let one = 0; one < each; one += 1) sends(address);
  await vi.waitFor(() => expect(seen).toHaveLength(2 * each), 5_000);
}

describe('bodies that do not come', () => {
  it.each([
    ['of which a byte is there', 'content-length: 10\r\n', '{'],
    ['in pieces that have no end', 'transfer-encoding: chunked\r\n', '1\r\n{\r\n'],
    ['that are as long as bodies may be', 'transfer-encoding: chunked\r\n', `10000\r\n${' '.repeat(0x1_00_00)}\r\n`],
  ])('keep nobody else out: %s', async (_, headers, begun) => {
    const port = await start();
    await fromTwo(40, (address) => send(port, head(`POST ${CALL}`, address, headers) + begun));
    expect(await ask(port, honest('GET /api/session'))).toMatch(/^HTTP\/1.1 200 .*inside 0/s);
    expect(await ask(port, `${honest(`POST ${CALL}`, 'content-length: 10\r\n')}0123456789`)).toContain('inside 10');
  });

  it('are answered when they are whole, however they come', async () => {
    const port = await start();
    const socket = send(port, head(`POST ${CALL}`, '198.51.100.7', 'connection: close\r\ncontent-length: 6\r\n'));
    let answer = '';
    socket.on('data', (part) => {
      answer += part.toString('latin1');
    });
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    socket.write('abc');
    // Another one is answered meanwhile.
    expect(await ask(port, `${honest(`POST ${CALL}`, 'content-length: 3\r\n')}abc`)).toContain('inside 3');
    expect(answer).toBe('');
    socket.write('def');
    await vi.waitFor(() => expect(answer).toContain('inside 6'));
    const longest = ' '.repeat(64 * 1024);
    expect(await ask(port, honest(`POST ${CALL}`, 'content-length: 65536\r\n') + longest)).toContain('inside 65536');
  });

  it('are refused when they are longer than any, and the connection ends', async () => {
    const port = await start();
    const pieces = `transfer-encoding: chunked\r\n\r\n10001\r\n${' '.repeat(0x1_00_01)}`;
    for (const much of ['content-length: 65537\r\n', pieces]) {
      const refused = await ask(port, head(`POST ${CALL}`, '198.51.100.7', much));
      expect(refused).toMatch(/^HTTP\/1.1 413 .*connection: close/is);
      expect(refused).toContain('{"code":413,"message":"body-too-long"}');
    }
  });

  it('have so many places of an address, and are forgotten when their sender leaves', async () => {
    const port = await start();
    const slow = (address: string) => send(port, `${head(`POST ${CALL}`, address, 'content-length: 9\r\n')}{`);
    for (let one = 0; one < 40; one += 1) slow('198.51.100.7');
    await vi.waitFor(() => expect(seen).toHaveLength(40));
    expect(await ask(port, honest('GET /api/session'))).toMatch(/^HTTP\/1.1 503 /);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect(await ask(port, honest('GET /api/session'))).toContain('inside'));
  });
});

it('answers that nobody reads keep nobody else out', async () => {
  const port = await start();
  await fromTwo(24, (address) => void send(port, head(`GET ${CANDLES}`, address, 'x-wants: much\r\n')).pause());
  expect(await ask(port, honest(`GET ${CANDLES}`))).toMatch(/^HTTP\/1.1 200 .*inside/s);
});

it('requests of one connection come in one after the other, in their order; too many at once end it', async () => {
  const port = await start();
  const news = head(`GET ${CANDLES}`, '203.0.113.1', 'x-wants: news\r\n');
  const next = head(`GET ${CANDLES}`, '203.0.113.1', '');
  send(port, news + next.repeat(16));
  await vi.waitFor(() => expect(seen).toHaveLength(17), 5_000);
  await ask(port, honest(`GET ${CANDLES}`));
  expect(inside).toBe(2);
  const tooMany = send(port, news + next.repeat(17));
  await once(tooMany.resume(), 'close');
  const post = `${head(`POST ${CALL}`, '203.0.113.1', 'content-length: 3\r\n')}abc`;
  const answers = await ask(port, next + post + honest(`GET ${CANDLES}`));
  expect([...answers.matchAll(/inside \d/g)].join()).toBe('inside 0,inside 3,inside 0');
});

it('answers behind one that does not end keep nobody else out', async () => {
  const port = await start();
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
    const rest = head(`GET ${CANDLES}`, address, '').repeat(19);
    send(port, head(`GET ${CANDLES}`, address, 'x-wants: news\r\n') + rest);
  }
  await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(3), 5_000);
  expect(await ask(port, honest(`GET ${CANDLES}`))).toMatch(/^HTTP\/1.1 200 .*inside/s);
});
