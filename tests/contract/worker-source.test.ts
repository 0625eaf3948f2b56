import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openServer } from '#server/exchange/http/server.ts';
import { type Job, NotTaken } from '#server/exchange/jobs/job.ts';
import { openJobDoor } from '#server/exchange/jobs/job-door.ts';
import { JobQueue } from '#server/exchange/jobs/job-queue.ts';
import { httpSource } from '#server/worker/http-source.ts';
import { freePort } from '#tests/support/free-port.ts';
import { countingRandom, handClock } from '../unit/store-fixture.ts';

const KEY = 'a key of workers that is long enough';
const DAY_MS = 86_400_000;
const SILENT = { info() {}, warn() {}, error() {} };
const NEVER = new AbortController().signal;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** What a worker keeps, in memory. */
function keeping() {
  const days = new Map<string, Uint8Array>();
  return {
    days,
    get: (name: string) => days.get(name) ?? null,
    put: (name: string, day: Uint8Array) => void days.set(name, day),
  };
}

function sourceAt(urls: readonly string[], version = 'this') {
  const dispatcher = new Agent();
  closing.push(() => dispatcher.destroy());
  const kept = keeping();
  const notKept: unknown[] = [];
  const onNotKept = (error: unknown) => void notKept.push(error);
  return { kept, notKept, source: httpSource({ urls, key: KEY, version, dispatcher, kept, onNotKept }) };
}

/** The door of a queue whose days are what they are asked for. */
async function openDoor(keepAs: string | null = 'these prices') {
  const clock = handClock();
  const jobs = new JobQueue({ clock, random: countingRandom() });
  const asked: string[] = [];
  const server = await openServer(async () => ({ code: 200, message: '' }), {
    at: { host: '127.0.0.1', port: 0, keys: null },
    doorKey: undefined,
    log: SILENT,
    jobDoor: openJobDoor({
      jobs,
      async days({ instrument, dayMs, toMs }) {
        asked.push(`${instrument} ${dayMs} ${toMs - dayMs}`);
        return Buffer.from(`${instrument} ${dayMs} ${toMs}`);
      },
      key: KEY,
      version: 'this',
      keepAs,
    }),
  });
  closing.push(() => server.close());
  const news: string[] = [];
  const job: Job = {
    lane: 'queued',
    asker: 'account 1',
    longestMs: () => 60_000,
    body: () => ({ type: 'year', prices: { instruments: ['BTC_USDT'], fromMs: 0, toMs: DAY_MS }, money: 12n }),
    begin: async () => true,
    onProgress: (part) => void news.push(`at ${part}`),
    answered: async (part, answer, isLast) => void news.push(`${answer.join('|')} (${part}${isLast ? ', last' : ''})`),
    failed: (reason) => void news.push(`failed: ${reason}`),
    rows: async (stream, after) => (after > 6 ? [] : [{ sequence: after + 7, timeMs: 5, value: `${stream} ü\n` }]),
  };
  return { url: `http://127.0.0.1:${server.port}`, jobs, clock, asked, news, add: () => jobs.add(job) };
}

/** A server that behaves as it is told. */
async function behaving(listener: (...asked: Parameters<RequestListener>) => unknown): Promise<string> {
  const server: Server = createServer((...asked) => void listener(...asked));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the queue over HTTP', () => {
  it('gives a job as it is, takes its answer line by line, and knows how far it is', async () => {
    const { url, add, news } = await openDoor();
    const { source } = sourceAt([url]);
    const claimed = source.claim('queued', NEVER);
    add();
    const leased = await claimed;
    if (leased === null) throw new Error('nothing was claimed');
    expect(leased.body).toEqual({
      type: 'year',
      prices: { instruments: ['BTC_USDT'], fromMs: 0, toMs: DAY_MS },
      money: 12n,
    });
    expect(await source.beat(leased.token, 0.25)).toBe(true);
    expect(await source.answer(leased.token, 0, ['{"a":"ü"}', '', 'c'], false)).toBe(true);
    expect(await source.answer(leased.token, 1, [], true)).toBe(true);
    expect(await source.answer(leased.token, 1, [], true)).toBe(false);
    expect(news).toEqual(['at 0.25', '{"a":"ü"}||c (0)', ' (1, last)']);
  });

  it('tells a worker with his next sign of life that nobody wants it any more, and refuses what he says', async () => {
    const { url, add, news } = await openDoor();
    const { source } = sourceAt([url]);
    const handle = add();
    const leased = await source.claim('queued', NEVER);
    handle.abandon();
    expect(await source.beat(leased?.token ?? '', 0.5)).toBe(false);
    expect(await source.answer(leased?.token ?? '', 0, ['late'], true)).toBe(false);
    expect(news).toEqual([]);
  });

  it('has a job again when its worker leaves in the middle of a claim, gives it back, or fails', async () => {
    const { url, jobs, add, news } = await openDoor();
    const { source } = sourceAt([url]);
    const leaving = new AbortController();
    const gone = source.claim('queued', leaving.signal);
    leaving.abort();
    await expect(gone).rejects.toThrow();
    add();
    const first = await source.claim('queued', NEVER);
    await source.giveBack(first?.token ?? '');
    expect(jobs.state()).toMatchObject({ waiting: 1, leased: 0 });
    const second = await source.claim('queued', NEVER);
    await source.fail(second?.token ?? '', 'Error: no engine');
    expect(news).toEqual(['at 0', 'failed: Error: no engine']);
  });

  it('reads the journal that a job is about, for as long as the lease lasts', async () => {
    const { url, add } = await openDoor();
    const { source } = sourceAt([url]);
    const handle = add();
    const token = (await source.claim('queued', NEVER))?.token ?? '';
    expect(await source.rows(token, 'tape', 0)).toEqual([{ sequence: 7, timeMs: 5, value: 'tape ü\n' }]);
    expect(await source.rows(token, 'fills', 7)).toEqual([]);
    handle.abandon();
    expect(await source.rows(token, 'tape', 0)).toBeNull();
  });

  it('lets in nobody of another version, and says what is to be done', async () => {
    const { url } = await openDoor();
    await expect(sourceAt([url], 'other').source.claim('queued', NEVER)).rejects.toThrow(
      'This worker is of another version (other) than the exchange (this): start it from the same program.',
    );
  });

  it('is found at the address that answers', async () => {
    const { url, add } = await openDoor();
    add();
    const standby = await behaving((_request, response) =>
      response.writeHead(503, { 'retry-after': '1' }).end('standby'),
    );
    const { source } = sourceAt([`http://127.0.0.1:${await freePort()}`, standby, url]);
    await expect(source.claim('queued', NEVER)).rejects.toThrow();
    await expect(source.claim('queued', NEVER)).rejects.toThrow('standby');
    expect(await source.claim('queued', NEVER)).not.toBeNull();
  });

  it('is found by the next that ask when several have failed at once', async () => {
    const { url, add } = await openDoor();
    add();
    const { source } = sourceAt([`http://127.0.0.1:${await freePort()}`, url]);
    const failed = await Promise.allSettled([source.claim('queued', NEVER), source.claim('spare', NEVER)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await source.claim('queued', NEVER)).not.toBeNull();
  });

  it('fails a job once whose answer is longer than one may be, with the reason, whoever sees it first', async () => {
    const { url, jobs, add, news } = await openDoor();
    const { source } = sourceAt([url]);
    const longest = 'x'.repeat(8 * 1024 * 1024);
    add();
    const taken = (await source.claim('queued', NEVER))?.token ?? '';
    expect(await source.answer(taken, 0, [longest], true)).toBe(true);
    news.length = 0;
    add();
    const said = 'The answer is longer than one may be (8388608 bytes).';
    const over = (await source.claim('queued', NEVER))?.token ?? '';
    await expect(source.answer(over, 0, [`${longest}x`], true)).rejects.toThrow(new NotTaken(said));
    // The door says so too, to a worker that sends it all the same, if he is there to hear it.
    const headers = { authorization: `Bearer ${KEY}`, 'x-lease': over };
    const sent = fetch(`${url}/worker/answer?part=0&last=1`, { method: 'POST', headers, body: `${longest}x` });
    await sent.catch(() => {});
    await vi.waitFor(() => expect(news).toEqual([`failed: ${said}`]));
    expect(jobs.state()).toMatchObject({ waiting: 0, leased: 0 });
  });

  it('tells what is malformed from a way that is lost: the first is the job’s fault', async () => {
    const { url, add } = await openDoor();
    const { source } = sourceAt([url]);
    add();
    const token = (await source.claim('queued', NEVER))?.token ?? '';
    await expect(source.answer(token, 1_001, ['a part too many'], false)).rejects.toBeInstanceOf(NotTaken);
    await expect(source.rows(token, 'tape', -1)).rejects.toBeInstanceOf(NotTaken);
  });

  it('counts an answer once whose confirmation was lost', async () => {
    const { url, add, news } = await openDoor();
    let lost = 0;
    // Passes everything on, and loses the first confirmation of an answer.
    const between = await behaving(async (request, response) => {
      const body = await new Response(request as never).arrayBuffer();
      const headers = {
        authorization: `${request.headers.authorization}`,
        'x-lease': `${request.headers['x-lease'] ?? ''}`,
      };
      const reply = await fetch(url + request.url, { method: `${request.method}`, headers, body });
      if (request.url?.includes('/answer') && lost === 0) {
        lost += 1;
        response.destroy();
        return;
      }
      response.writeHead(reply.status).end(Buffer.from(await reply.arrayBuffer()));
    });
    const { source } = sourceAt([between]);
    add();
    const leased = await source.claim('queued', NEVER);
    expect(await source.answer(leased?.token ?? '', 0, ['once'], false)).toBe(true);
    expect([lost, news]).toEqual([1, ['once (0)']]);
  });
});

describe('days of prices over HTTP', () => {
  const whole = { instrument: 'BTC_USDT', dayMs: 5 * DAY_MS, toMs: 6 * DAY_MS };

  it('are asked for once when they are over, and each time while they are not', async () => {
    const { url, add, asked } = await openDoor();
    const { source, kept } = sourceAt([url]);
    add();
    await source.claim('queued', NEVER);
    const running = { ...whole, toMs: whole.dayMs + 60_000 };
    for (let i = 0; i < 2; i += 1) {
      expect(Buffer.from(await source.day(whole)).toString()).toBe(`BTC_USDT ${whole.dayMs} ${whole.toMs}`);
      await source.day(running);
    }
    expect(asked).toEqual(['BTC_USDT 432000000 86400000', 'BTC_USDT 432000000 60000', 'BTC_USDT 432000000 60000']);
    expect([...kept.days.keys()]).toEqual(['these prices BTC_USDT 432000000']);
  });

  it('are never kept of a market whose past may still change', async () => {
    const { url, add, asked } = await openDoor(null);
    const { source, kept } = sourceAt([url]);
    add();
    await source.claim('queued', NEVER);
    for (let i = 0; i < 2; i += 1) await source.day(whole);
    expect([asked.length, kept.days.size]).toEqual([2, 0]);
  });

  it('are used though the disk does not take them, and asked for again the next time: no job waits for room', async () => {
    const { url, add, asked } = await openDoor();
    const { source, kept, notKept } = sourceAt([url]);
    const full = new Error('ENOSPC: no space left on device, write');
    kept.put = () => {
      throw full;
    };
    add();
    await source.claim('queued', NEVER);
    for (let i = 0; i < 2; i += 1)
      expect(Buffer.from(await source.day(whole)).toString()).toBe(`BTC_USDT ${whole.dayMs} ${whole.toMs}`);
    expect([asked.length, notKept]).toEqual([2, [full, full]]);
  });

  it('are not believed when they come damaged', async () => {
    const url = await behaving((_request, response) =>
      response.writeHead(200, { 'x-digest': 'of something else', 'x-keep-as': 'x' }).end('day'),
    );
    const { source, kept } = sourceAt([url]);
    await expect(source.day(whole)).rejects.toThrow('damaged');
    expect(kept.days.size).toBe(0);
  });
});
