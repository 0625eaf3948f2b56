import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { EndpointName } from '#lib/contract/endpoints.ts';
import { createAdmission } from '#server/door/admission.ts';
import { clientAddress } from '#server/door/client-address.ts';
import { createDoor } from '#server/door/door.ts';
import { atCost, withSpent } from '#server/door/spent.ts';
import { workOf } from '#server/door/work.ts';
import { openServer } from '#server/exchange/http/server.ts';
import { giveWay, waitFor } from '#server/exchange/surroundings/turn-time.ts';
import { createUpstream } from '#server/upstream/upstream.ts';
import type { Upstream } from '#server/upstream/upstream-call.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { createTestBff, requestOf } from '#tests/support/test-bff.ts';
import { threadClock } from '#tests/support/thread-clock.ts';

/**
 * A unit is a millisecond of a core (F3): what an answer took – here and at an exchange of ours – is told while it is made
 * and charged when it is out, so that no call has to be known for dear.
 */

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const log = { info() {}, warn() {}, error() {} };

/** Takes so much of a core. */
function burn(ms: number): void {
  const spent = threadClock();
  while (spent() < ms) Math.sqrt(spent());
}

async function serve(answer: () => Promise<void>) {
  let nowMs = 0;
  const door = createDoor(
    async (_, response) => {
      await answer();
      response.end('inside');
    },
    {
      address: clientAddress([]),
      admission: createAdmission({ addressBudget: 6, nowMs: () => nowMs }),
      device: { read: () => null },
      isReadingFailing: () => false,
      newRequestId: () => 'given-by-the-door',
      isHttps: false,
    },
  );
  const started = createServer((request, response) => void door(request, response));
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(started.address() as AddressInfo).port}/api/session`;
  return {
    ask: async () => {
      const { status, headers } = await fetch(url);
      // The answer is with the client a moment before the door has seen it off.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { status, retryAfter: Number(headers.get('retry-after') ?? 0) };
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('an answer', () => {
  it('that took twice the budget of ten seconds is paid with twenty', async () => {
    const { ask, pass } = await serve(async () => {
      // In parts, with waiting between them: neither is lost, and waiting is free.
      for (let part = 0; part < 4; part += 1) {
        atCost(() => burn(30));
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    });
    expect(await ask()).toEqual({ status: 200, retryAfter: 0 });
    const { status, retryAfter } = await ask();
    expect(status).toBe(429);
    expect(retryAfter).toBeGreaterThanOrEqual(20);
    expect(retryAfter).toBeLessThan(26);
    pass(19_000);
    expect((await ask()).status).toBe(429);
    pass(8_000);
    expect((await ask()).status).toBe(200);
  });

  it('costs what every request does, however little it took', async () => {
    const { ask } = await serve(async () => {});
    for (let i = 0; i < 20; i += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });
});

describe('what an answer took', () => {
  const costOf = async (work: () => Promise<unknown>) => {
    const spent = { ms: 0 };
    await withSpent(spent, work);
    return spent.ms;
  };
  const answering = (data: unknown): Upstream => ({
    call: async () => ({
      kind: 'answered',
      status: 200,
      cacheControl: '',
      retryAfter: null,
      body: Buffer.from(JSON.stringify({ code: 200, message: '', data, page: 1, pagecount: 1, totalcount: 1 })),
    }),
    close: async () => {},
  });

  it('grows with the rows that are read and written anew here', async () => {
    const list = async (rows: number) => {
      const { bff, cookieOf } = createTestBff(answering(Array(rows).fill(strategyRow())));
      const cookie = await cookieOf('a-token');
      // A kernel counts a thread's time in steps of some milliseconds: right over many answers, not over one.
      return costOf(async () => {
        for (let times = 0; times < 60; times += 1) await bff(requestOf('strategies', { headers: { cookie } }));
      });
    };
    await list(50);
    const few = await list(5);
    const many = await list(500);
    expect(few).toBeGreaterThan(0);
    expect(many).toBeGreaterThan(5 * few);
  });

  it('is what an exchange of ours says of its own thread too: what was done at once, not what was waited for', async () => {
    let work = async () => {};
    const exchange = await openServer(
      async () => {
        await work();
        return { code: 200, message: '' };
      },
      { at: { host: '127.0.0.1', port: 0, keys: null }, doorKey: undefined, log },
    );
    const upstream = createUpstream({ urls: [`http://127.0.0.1:${exchange.port}`], deadlineMs: 5_000 });
    const ask = () => costOf(() => upstream.call({ method: 'GET', path: '/apiw/v2/x', headers: {}, mayRepeat: false }));
    await ask();
    expect(await ask()).toBeLessThan(15);
    work = async () => {
      await Promise.resolve();
      burn(20);
      await Promise.resolve();
      burn(20);
    };
    const busy = await ask();
    expect(busy).toBeGreaterThanOrEqual(35);
    expect(busy).toBeLessThan(70);
    work = () => new Promise((resolve) => setTimeout(resolve, 60));
    const waiting = ask();
    setTimeout(() => burn(40), 20);
    expect(await waiting).toBeLessThan(20);
    // Long work that lets others in between is all of who asked, and theirs is theirs.
    work = async () => {
      for (let piece = 0; piece < 3; piece += 1) {
        burn(20);
        setImmediate(() => burn(30));
        await (piece === 0 ? waitFor(new Promise((resolve) => setTimeout(resolve, 20))) : giveWay());
        // Two that wait in one turn are not counted twice.
        await Promise.all([waitFor(Promise.resolve()), waitFor(Promise.resolve())]);
      }
    };
    const inPieces = await ask();
    expect(inPieces).toBeGreaterThanOrEqual(55);
    expect(inPieces).toBeLessThan(100);
    await upstream.close();
    await exchange.close();
  });
});

describe('rows beyond those of a page', () => {
  it('are paid in advance: many dear lists at once are not asked for before the first is answered', () => {
    const cost = (query: string) => workOf('GET', `/api/apiw/v2/quant-trading/strategybot/get_all_strategy${query}`);
    expect(cost('')).toEqual({ sort: 'read', cost: 3 });
    expect(cost('?page_size=20')).toEqual({ sort: 'read', cost: 3 });
    expect(cost('?page_size=100')).toEqual({ sort: 'read', cost: 13, least: 3 });
    for (const most of [
      '?page_size=500',
      '?page%5Fsize=500',
      '?pageSize=500',
      '?page_size=1&pageSize=500',
      '?page_size=1e9',
    ])
      expect(cost(most), most).toEqual({ sort: 'read', cost: 63, least: 3 });
    for (const none of ['?page_size=', '?page_size=x', '?page_size=-5']) expect(cost(none).cost, none).toBe(3);
  });
});

describe('public replies', () => {
  function counting() {
    const asked: string[] = [];
    let reply: object = { code: 200, message: '', data: [] };
    const upstream: Upstream = {
      call: async ({ path }) => {
        asked.push(path);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return {
          kind: 'answered',
          status: 200,
          cacheControl: '',
          retryAfter: null,
          body: Buffer.from(JSON.stringify(reply)),
        };
      },
      close: async () => {},
    };
    const made = createTestBff(upstream);
    return {
      ...made,
      asked,
      say: (next: object) => {
        reply = next;
      },
      send: async (name: EndpointName, url?: string, headers: Record<string, string> = {}) => {
        const answer = await made.bff(requestOf(name, { headers, ...(url === undefined ? {} : { url }) }));
        return { text: await answer.text(), headers: answer.headers };
      },
    };
  }

  it('are asked for once in their own seconds, whoever asks, and say how old they are', async () => {
    const { asked, send, moveTime } = counting();
    const all = await Promise.all([send('hotStrategies'), send('hotStrategies'), send('hotStrategies')]);
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    moveTime(29_000);
    const later = await send('hotStrategies');
    expect(later.text).toBe(all[0]?.text);
    expect(later.headers.get('age')).toBe('29');
    expect(asked).toHaveLength(1);
    moveTime(1_000);
    expect((await send('hotStrategies')).headers.get('age')).toBeNull();
    expect(asked).toHaveLength(2);
    // Another language may have other names.
    await send('hotStrategies', undefined, { 'accept-language': 'zh' });
    expect(asked).toHaveLength(3);
  });

  it('that are refusals are nobody else’s, and a trader’s own are never kept', async () => {
    const { asked, send, say, cookieOf } = counting();
    say({ code: 429, message: '' });
    await send('hotStrategies');
    await send('hotStrategies');
    expect(asked).toHaveLength(2);
    say({ code: 200, message: '', data: [] });
    const cookie = await cookieOf('a-token');
    await send('strategies', undefined, { cookie });
    await send('strategies', undefined, { cookie });
    expect(asked).toHaveLength(4);
  });
});
