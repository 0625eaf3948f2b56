import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
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

/** A long page: more than a socket takes at once, less than what may wait for its reader. */
const PAGE = Buffer.alloc(900 * 1024);
const PIECE = 32 * 1024;
/** A body as long as one may be, in which every place is another. */
const LONGEST = Array.from({ length: 8 * 1024 }, (_, at) => `${at}`.padStart(8, '.')).join('');
const digestOf = (body: string | Uint8Array): string => createHash('sha256').update(body).digest('hex');

/** Resolves when all that was sent so far is with the server, and looked at. */
async function arrived(socket: Socket): Promise<void> {
  await vi.waitFor(() => expect(open.at(-1)?.bytesRead).toBe(socket.bytesWritten));
  await setImmediate();
}

/** What was written of the last answer before its reader was waited for. */
let ahead = 0;

/** Sends as Next does: no faster than it is read, and its work is over when all of it is on its way. The reader reads nothing, and the system takes nothing for him. */
async function asNext(body: Buffer, response: ServerResponse): Promise<void> {
  response.socket?.cork();
  ahead = 0;
  for (let at = 0; at < body.length; at += PIECE) {
    const goesOn = response.write(body.subarray(at, at + PIECE));
    ahead += PIECE;
    if (!goesOn) await once(response, 'drain');
  }
  response.end();
  // The last byte never gets there.
  await new Promise(() => {});
}

let server: Server;
const sockets: Socket[] = [];
const seen: string[] = [];
/** Connections as the server has them. */
const open: Socket[] = [];
/** Requests that came in. */
let inside = 0;

async function start(): Promise<number> {
  const door = createDoor(
    async (request, response) => {
      inside += 1;
      if (request.headers['x-wants'] === 'news') return void response.write('news');
      if (request.headers['x-wants'] === 'page') return asNext(PAGE, response);
      if (request.headers['x-wants'] === 'file') return asNext(LONG_ANSWER, response);
      const body = request.method === 'GET' ? null : await readBounded(request, 128 * 1024);
      response.end(
        request.headers['x-wants'] === 'much' ? LONG_ANSWER : `inside ${body?.length ?? 0} ${digestOf(body ?? '')}`,
      );
    },
    {
      address: clientAddress(parseProxies('127.0.0.0/8')),
      admission: createAdmission({ addressBudget: 10_000, nowMs: () => 0 }),
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
  server.on('connection', (socket) => open.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  seen.length = 0;
  open.length = 0;
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

  it.each([
    ['at once', ['10000\r\n', LONGEST, '\r\n', '0\r\n\r\n']],
    ['its end later', ['10000\r\n', LONGEST, '', '\r\n0\r\n\r\n']],
    [
      'in two pieces',
      ['8000\r\n', LONGEST.slice(0, 0x80_00), '', `\r\n8000\r\n${LONGEST.slice(0x80_00)}`, '', '\r\n0\r\n\r\n'],
    ],
  ])('may be as long as the limit in pieces too, and are as they were sent: %s', async (_, parts) => {
    const port = await start();
    const socket = send(
      port,
      head(`POST ${CALL}`, '198.51.100.7', 'connection: close\r\ntransfer-encoding: chunked\r\n'),
    );
    let answer = '';
    socket.on('data', (part) => {
      answer += part.toString('latin1');
    });
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    for (const part of parts) {
      if (part === '') await arrived(socket);
      else socket.write(part);
    }
    await vi.waitFor(() => expect(answer).toMatch(/inside 65536|413/));
    expect(answer).toContain(`inside 65536 ${digestOf(LONGEST)}`);
  });

  it.each([
    ['that goes on', '1\r\nx\r\n'],
    ['that ends with it', '1\r\nx\r\n0\r\n\r\n'],
  ])(
    'in pieces are refused as soon as they are a byte longer than the limit, whenever it comes: one %s',
    async (_, more) => {
      const port = await start();
      const begun = `10000\r\n${LONGEST}\r\n`;
      const socket = send(port, head(`POST ${CALL}`, '198.51.100.7', 'transfer-encoding: chunked\r\n') + begun);
      let answer = '';
      socket.on('data', (part) => {
        answer += part.toString('latin1');
      });
      await arrived(socket);
      expect(answer).toBe('');
      socket.write(more);
      await vi.waitFor(() => expect(answer).toMatch(/^HTTP\/1.1 413 /));
    },
  );

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

describe('what Next sends, of which nobody reads a byte', () => {
  const slowly = (port: number, path: string, wants: string) => (address: string) =>
    void send(port, head(`GET ${path}`, address, `x-wants: ${wants}\r\n`)).pause();

  it.each([
    ['private pages', '/en/trade/BTC_USDT', 24],
    ['pictures', '/en/strategybot/opengraph-image', 24],
    ['public pages', '/en/help', 24],
  ])('keeps no place for work: %s', async (_, path, each) => {
    const port = await start();
    await fromTwo(each, slowly(port, path, 'page'));
    expect(await ask(port, honest('GET /en/account'))).toMatch(/^HTTP\/1.1 200 .*inside/s);
  });

  it('takes no place of pages: files, of which no piece is fetched before the last one was read', async () => {
    const port = await start();
    await fromTwo(40, slowly(port, '/_next/static/chunks/one.js', 'file'));
    expect(ahead).toBeLessThanOrEqual(4 * PIECE);
    expect(await ask(port, honest('GET /en/account'))).toMatch(/^HTTP\/1.1 200 .*inside/s);
    expect(await ask(port, honest('GET /_next/static/chunks/two.js'))).toMatch(/^HTTP\/1.1 200 .*inside/s);
  });

  it('waits in memory up to a bound: of a longer page no more is drawn', async () => {
    const port = await start();
    slowly(port, '/en/trade/BTC_USDT', 'file')('203.0.113.1');
    await vi.waitFor(() => expect(ahead).toBeGreaterThan(PAGE.length));
    expect(ahead).toBeLessThan(2 * PAGE.length);
  });
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
