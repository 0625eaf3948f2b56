import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createAdmission } from '#server/door/admission.ts';
import { clientAddress, parseProxies } from '#server/door/client-address.ts';
import { createDoor, type DoorOptions } from '#server/door/door.ts';
import { HTTP_BOUNDS } from '#server/door/http-bounds.ts';
import { passedAddress } from '#server/door/passed-address.ts';
import { requestId } from '#server/log/request-context.ts';

/** The web server's door in this process, with a page behind it that says what reached it. */

let server: Server | undefined;

async function start(options: Partial<DoorOptions> = {}) {
  let seen: IncomingHttpHeaders = {};
  let numbered = '';
  const admission = createAdmission({ addressBudget: 6, nowMs: () => 0 });
  const door = createDoor(
    async (request, response) => {
      seen = request.headers;
      await new Promise((resolve) => setImmediate(resolve));
      numbered = requestId();
      const status = Number(request.url?.slice(1)) || 200;
      if (request.url?.startsWith('/x-') === true) response.statusCode = 404;
      response.setHeader('cache-control', 's-maxage=31536000');
      if (status === 200) response.end('inside');
      else response.writeHead(status, { 'Cache-Control': 'max-age=31536000' }).end();
    },
    {
      address: clientAddress([]),
      admission,
      device: { read: () => null },
      isReadingFailing: () => false,
      newRequestId: () => 'given-by-the-door',
      isHttps: false,
      ...options,
    },
  );
  const started = createServer(HTTP_BOUNDS, (request, response) => void door(request, response));
  started.on('upgrade', (_, socket) => socket.end('past the door'));
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  /** Sends bytes as they are; everything that came back. */
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.end(text));
      socket.on('data', (part) => {
        answer += part.toString('latin1');
      });
      socket.on('end', () => resolve(answer)).on('error', reject);
    });
  const ask = (line: string, headers = '') => raw(`${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`);
  return {
    ask,
    addressSeen: () => passedAddress(new Headers(seen as Record<string, string>)),
    seen: () => seen,
    numbered: () => numbered,
  };
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

describe('the door', () => {
  it('numbers every request, keeps a number that looks like one, and says it in every answer', async () => {
    const { ask, seen, numbered } = await start();
    expect(await ask('GET /')).toContain('x-request-id: given-by-the-door');
    expect(seen()['x-request-id']).toBe('given-by-the-door');
    // Work inside is done under it, so that what a page asks and logs carries it.
    expect(numbered()).toBe('given-by-the-door');
    expect(await ask('GET /', 'x-request-id: made-by-the-browser\r\n')).toContain('x-request-id: made-by-the-browser');
    expect(seen()['x-request-id']).toBe('made-by-the-browser');
    for (const forged of ['short', 'a'.repeat(65), '{"level":"error"}', 'with space in it']) {
      await ask('GET /', `x-request-id: ${forged}\r\n`);
      expect(seen()['x-request-id']).toBe('given-by-the-door');
    }
    // What is refused has one too.
    expect(await ask('TRACE /')).toContain('x-request-id: given-by-the-door');
  });

  it('answers 405 to TRACE and OPTIONS *, 400 to absolute addresses, and has no image service (F8)', async () => {
    const { ask } = await start();
    const statusOf = async (line: string) => Number((await ask(line)).split(' ')[1]);
    expect(await statusOf('TRACE /')).toBe(405);
    expect(await statusOf('OPTIONS *')).toBe(405);
    expect(await ask('OPTIONS /api/session')).toMatch(/^HTTP\/1.1 405 .*allow: GET, HEAD, POST, PUT, DELETE/s);
    expect(await statusOf('GET http://evil.example/en/strategybot')).toBe(400);
    expect(await statusOf('GET //evil.example/')).toBe(400);
    expect(await statusOf('GET /_next/image?url=%2Ficon.svg&w=64&q=75')).toBe(404);
    expect(await ask('GET /')).toContain('inside');
  });

  it('sees requests for an upgrade as well: nobody gets past it so', async () => {
    const { ask } = await start();
    const upgrade = 'upgrade: websocket\r\nconnection: upgrade, close\r\n';
    expect(await ask('GET /', upgrade)).toContain('inside');
    expect(await ask('TRACE /', upgrade)).toMatch(/^HTTP\/1.1 405 /);
  });

  it('sends HSTS where the product is reached over https, and only there (F8)', async () => {
    const line = 'strict-transport-security: max-age=31536000';
    expect(await (await start({ isHttps: true })).ask('GET /')).toContain(line);
    server?.close();
    expect(await (await start()).ask('GET /')).not.toContain(line);
  });

  it('says of a page that failed while the exchange is away that it is a matter of time, and of any other that it failed (F4)', async () => {
    const away = await start({ isReadingFailing: () => true });
    expect(await away.ask('GET /500')).toMatch(/^HTTP\/1.1 503 .*retry-after: 5/s);
    expect(await away.ask('GET /404')).toMatch(/^HTTP\/1.1 404 /);
    expect(await away.ask('GET /')).toMatch(/^HTTP\/1.1 200 /);
    const there = await start();
    const failed = await there.ask('GET /500');
    expect(failed).toMatch(/^HTTP\/1.1 500 /);
    expect(failed).not.toContain('retry-after');
  });

  it('lets nobody keep an answer that something is missing or failed (F7)', async () => {
    const { ask } = await start();
    for (const path of ['/404', '/500', '/x-implicit']) {
      const answer = (await ask(`GET ${path}`)).toLowerCase();
      expect(answer).toContain('cache-control: private, no-store');
      expect(answer).not.toContain('max');
    }
    expect(await ask('GET /')).toContain('s-maxage=31536000');
  });

  it('answers 429 with Retry-After when a budget is used up, in the form of every call (F3, F5)', async () => {
    const { ask } = await start();
    for (let i = 0; i < 20; i += 1) expect(await ask('GET /api/session')).toContain('inside');
    const refused = await ask('GET /api/session');
    expect(refused).toMatch(/^HTTP\/1.1 429 /);
    expect(refused).toContain('retry-after: 10');
    expect(JSON.parse(refused.split('\r\n\r\n')[1] ?? '')).toEqual({
      code: 429,
      message: 'too-many-requests',
      data: { issue: 'too-many-requests', values: { seconds: '10' } },
    });
    expect(await ask('GET /en/strategybot')).toMatch(/^HTTP\/1.1 429 .*please try again in 10 s/s);
  });

  it('passes the client’s address on, and nothing that clients say of themselves (F1)', async () => {
    const direct = await start();
    const forged =
      'x-forwarded-for: 6.6.6.6\r\nx-strategybot-client: 6.6.6.6\r\nforwarded: for=6.6.6.6\r\nx-real-ip: 6.6.6.6\r\n';
    await direct.ask('GET /', forged);
    expect(direct.addressSeen()).toBe('127.0.0.1');
    expect(JSON.stringify(direct.seen())).not.toContain('6.6.6.6');
    server?.close();
    const behind = await start({ address: clientAddress(parseProxies('127.0.0.0/8')) });
    await behind.ask('GET /', 'x-forwarded-for: 6.6.6.6, 198.51.100.4\r\n');
    expect(behind.addressSeen()).toBe('198.51.100.4');
  });
});
