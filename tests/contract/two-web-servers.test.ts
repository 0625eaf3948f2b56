import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHealth } from '#server/bff/own-documents.ts';
import { createUpstream } from '#server/upstream/upstream.ts';
import { freePort } from '../support/free-port.ts';
import { type PaperExchange, startPaperExchange } from '../support/paper-exchange.ts';
import { createTestBff, requestOf, type TestBff } from '../support/test-bff.ts';

/** Web servers keep nothing that the next one lacks: any of them answers any request (issue 13, point 4). */

let exchange: PaperExchange;
let servers: readonly [TestBff, TestBff];
/** One exchange at two addresses, of which the first is away. */
let urls: readonly string[];

beforeAll(async () => {
  exchange = await startPaperExchange({ WORLD_BOTS: '0', DEMO_BOTS: '0' });
  urls = [`http://127.0.0.1:${await freePort()}`, exchange.url];
  const one = () => createTestBff(createUpstream({ urls, deadlineMs: 8_000 }));
  servers = [one(), one()];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  expect(await exchange.stop()).toBe(0);
});

async function logIn({ bff }: TestBff, cookie = '') {
  const body = JSON.stringify({ account: 'demo', password: 'paper-demo' });
  const response = await bff(requestOf('login', { body, headers: { cookie } }));
  expect(response.status).toBe(200);
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0] as string);
  return { session: cookies[0] as string, device: cookies[1] ?? '' };
}

async function isLoggedIn({ bff }: TestBff, cookie: string): Promise<boolean> {
  const response = await bff(requestOf('session', { headers: { cookie } }));
  return ((await response.json()) as { data: { logged_in: boolean } }).data.logged_in;
}

describe('two web servers with one secret', () => {
  it('know the same sessions: one opens it, the other uses it, and a logout at one ends it at both', async () => {
    const [first, second] = servers;
    const { session } = await logIn(first);
    expect([await isLoggedIn(first, session), await isLoggedIn(second, session)]).toEqual([true, true]);
    const ended = await second.bff(requestOf('logout', { headers: { cookie: session } }));
    expect(((await ended.json()) as { code: number }).code).toBe(200);
    // What the first has in memory of that cookie opens nothing: the exchange keeps the session.
    expect([await isLoggedIn(first, session), await isLoggedIn(second, session)]).toEqual([false, false]);
    const asked = await first.bff(requestOf('wallet', { headers: { cookie: session } }));
    expect(asked.status).toBe(401);
  });

  it('know the same devices: a browser that logged in at one is no stranger at the other', async () => {
    const [first, second] = servers;
    const { device } = await logIn(first);
    expect(device).toContain('strategybot-device=');
    const again = await logIn(second, device);
    // The same device, known for the same account: not a new one.
    expect(again.device.split('=')[1]?.split('.')[0]).toBe(device.split('=')[1]?.split('.')[0]);
  });

  it('answer a balancer’s question as one: ready where an exchange has the store, whichever address it is at', async () => {
    const nowMs = () => Date.now();
    const upstream = createUpstream({ urls, deadlineMs: 3_000 });
    const down = createUpstream({ urls: urls.slice(0, 1), deadlineMs: 3_000 });
    const ready = await createHealth()({ upstream, nowMs });
    expect([ready.status, await ready.json()]).toEqual([200, { live: true, ready: true }]);
    const away = await createHealth()({ upstream: down, nowMs });
    expect([away.status, await away.json()]).toEqual([503, { live: true, ready: false }]);
    await Promise.all([upstream.close(), down.close()]);
  });
});
