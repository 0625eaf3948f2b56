import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createKeptStaticFront, keepStatic } from '#server/pages/kept-static.ts';

/** A tab of the last build goes on while servers are exchanged (issue 13, point 4). */

const root = mkdtempSync(join(tmpdir(), 'kept-static-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const DAY_MS = 86_400_000;
let rooms = 0;

function build(files: Readonly<Record<string, string>>): string {
  rooms += 1;
  const own = join(root, `build-${rooms}`, 'static');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(own, name)), { recursive: true });
    writeFileSync(join(own, name), text);
  }
  return own;
}

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A web server of a build as it starts: its files go into the folder, then it answers. */
async function webOf(own: string, folder: string, nowMs = Date.now()): Promise<number> {
  await keepStatic({ own, folder }, 7 * DAY_MS, nowMs);
  const front = await createKeptStaticFront(
    { own, folder },
    [{ key: 'x-own', value: '1' }],
    async (asked, response) => {
      // As Next: the files of its own build, and else 404.
      const isOwn = existsSync(join(own, (asked.url ?? '').replace('/_next/static/', '')));
      response.writeHead(isOwn ? 200 : 404).end('next');
    },
  );
  return listening(createServer((asked, response) => void front(asked, response)));
}

/** A balancer: each request to the next server. */
async function roundRobin(ports: readonly number[]): Promise<number> {
  let turn = 0;
  return listening(
    createServer((asked, response) => {
      turn += 1;
      const onward = { host: '127.0.0.1', port: ports[turn % ports.length], path: asked.url, method: asked.method };
      asked.pipe(
        request({ ...onward, headers: asked.headers }, (reply) => {
          response.writeHead(reply.statusCode ?? 0, reply.headers);
          reply.pipe(response);
        }),
      );
    }),
  );
}

const OLD = { 'chunks/page-old.js': 'old page', 'chunks/shared.js': 'shared', 'css/old~1.css': 'old style' };
const NEW = { 'chunks/page-new.js': 'new page', 'chunks/shared.js': 'shared' };

it('behind a balancer every file of both builds is found, wherever it is asked for', async () => {
  const folder = join(root, 'both');
  const before = await webOf(build(OLD), folder);
  const after = await webOf(build(NEW), folder);
  const port = await roundRobin([before, after]);
  for (const name of [...Object.keys(OLD), ...Object.keys(NEW)]) {
    for (let time = 0; time < 4; time += 1) {
      const reply = await fetch(`http://127.0.0.1:${port}/_next/static/${name}`);
      expect([name, reply.status]).toEqual([name, 200]);
      await reply.text();
    }
  }
  const kept = await fetch(`http://127.0.0.1:${after}/_next/static/css/old~1.css?x`);
  expect(Object.fromEntries(kept.headers)).toMatchObject({
    'content-type': 'text/css; charset=UTF-8',
    'content-length': '9',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-own': '1',
  });
  expect(await kept.text()).toBe('old style');
  const head = await fetch(`http://127.0.0.1:${after}/_next/static/css/old~1.css`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

describe('the folder', () => {
  it('keeps what a server said to be in use within the time, and nothing longer', async () => {
    const folder = join(root, 'time');
    const [old, now] = [build(OLD), build(NEW)];
    const startMs = Date.now();
    await keepStatic({ own: old, folder }, 7 * DAY_MS, startMs);
    await keepStatic({ own: now, folder }, 7 * DAY_MS, startMs + 6 * DAY_MS);
    expect(existsSync(join(folder, 'chunks/page-old.js'))).toBe(true);
    await keepStatic({ own: now, folder }, 7 * DAY_MS, startMs + 8 * DAY_MS);
    expect(existsSync(join(folder, 'chunks/page-old.js'))).toBe(false);
    for (const name of Object.keys(NEW)) expect(existsSync(join(folder, name))).toBe(true);
  });

  it('gives nothing away that is no file of a build', async () => {
    const folder = join(root, 'walls');
    const port = await webOf(build(NEW), folder);
    writeFileSync(join(root, 'secret.js'), 'secret');
    mkdirSync(join(folder, 'chunks/deep'));
    writeFileSync(join(folder, 'chunks/x.js.1.half'), 'half');
    writeFileSync(join(folder, '.hidden'), 'hidden');
    utimesSync(join(folder, '.hidden'), new Date(), new Date());
    for (const name of [
      '../secret.js',
      '..%2fsecret.js',
      '%2e%2e/secret.js',
      'chunks/deep',
      'chunks/x.js.1.half',
      '.hidden',
      '%zz',
    ]) {
      const status = await new Promise((resolve) => {
        request({ host: '127.0.0.1', port, path: `/_next/static/${name}` }, (reply) => {
          reply.resume();
          resolve(reply.statusCode);
        }).end();
      });
      expect([name, status]).toEqual([name, 404]);
    }
  });
});
