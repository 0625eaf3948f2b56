import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StreamEvent, streamEvent } from '#lib/contract/event-calls.ts';
import { createStreamReader } from '#lib/contract/event-stream.ts';
import { withDocumentedCalls } from '#server/upstream/documented-upstream.ts';
import { createUpstream } from '#server/upstream/upstream.ts';
import { startIndependentUpstream } from '#tests/support/independent-upstream.ts';
import { type PaperExchange, startPaperExchange } from '#tests/support/paper-exchange.ts';
import { SAMPLES } from '#tests/support/sample-requests.ts';
import { createTestBff, requestOf, type TestBff } from '#tests/support/test-bff.ts';

let exchange: PaperExchange;
let test: TestBff;
let demo: string;
let copier: string;
let keys = 0;

beforeAll(async () => {
  exchange = await startPaperExchange({ TICK_MS: '100', METRICS_PORT: '0' });
  test = createTestBff(exchange.url, { deadlineMs: 8_000 });
  demo = await logIn('demo');
  copier = await logIn('copier');
}, 120_000);
afterAll(async () => {
  await test.close();
  expect(await exchange.stop()).toBe(0);
});

async function logIn(account: string): Promise<string> {
  const response = await test.bff(
    requestOf('login', { body: JSON.stringify({ account, password: `paper-${account}` }) }),
  );
  expect(response.status).toBe(200);
  return response.headers.get('set-cookie')!.split(';')[0]!;
}

async function send(
  name: Parameters<typeof requestOf>[0],
  cookie: string,
  changes: { body?: object; url?: string } = {},
) {
  keys += 1;
  const headers = { cookie, 'idempotency-key': `key-of-the-event-tests-${keys}` };
  const { body, url } = changes;
  const response = await test.bff(
    requestOf(name, {
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(url === undefined ? {} : { url }),
    }),
  );
  return (await response.json()) as {
    code: number;
    data: { last: string; version: string; strategy_id: number }[] & Record<string, unknown>;
  };
}

interface Heard {
  readonly events: StreamEvent[];
  readonly ids: string[];
  /** The first event that fits, from the beginning or yet to come. */
  until(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  readonly isOver: boolean;
  leave(): Promise<void>;
}

async function listen(headers: Record<string, string> = {}, topics = 'spot:BTC_USDT'): Promise<Heard> {
  const response = await test.bff(requestOf('events', { headers, url: `/api/events?topics=${topics}` }));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('private, no-store, no-transform');
  const events: StreamEvent[] = [];
  const ids: string[] = [];
  const messages = createStreamReader({
    onMessage({ id, data }) {
      events.push(streamEvent.parse(JSON.parse(data)));
      ids.push(id);
    },
  });
  const reader = response.body!.getReader();
  let isOver = false;
  async function read(): Promise<boolean> {
    const { done, value } = await reader.read();
    isOver ||= done;
    if (!done) messages.push(new TextDecoder().decode(value));
    return !done;
  }
  return {
    events,
    ids,
    get isOver() {
      return isOver;
    },
    async until(fits) {
      for (;;) {
        const found = events.find(fits);
        if (found !== undefined) return found;
        if (!(await read())) throw new Error(`the stream ended after ${JSON.stringify(events).slice(0, 2_000)}`);
      }
    },
    leave: () => reader.cancel(),
  };
}

async function createGrid(cookie: string): Promise<number> {
  const { data: agreement } = await send('agreement', cookie);
  await send('signAgreement', cookie, { body: { version: agreement.version } });
  const { data } = await send('tickers', cookie);
  const last = Number(data[0]!.last);
  const body = {
    ...(SAMPLES.createGrid.body as object),
    is_hide: 0,
    low_price: String(Math.floor(last * 0.98)),
    high_price: String(Math.ceil(last * 1.02)),
    fundpass: 'paper-fund',
  };
  const reply = await send('createGrid', cookie, { body });
  expect(reply).toMatchObject({ code: 200 });
  return (reply.data as unknown as { strategy_id: number }).strategy_id;
}

const isOf = (id: number) => (event: StreamEvent) => event.type === 'bot' && event.strategy_id === id;

describe('a list that a trader’s page asks for (issue 12)', () => {
  const placeOf = async (name: 'strategies' | 'autoInvestPlans' | 'recommendList', headers: Record<string, string>) =>
    (await test.bff(requestOf(name, { headers }))).headers.get('x-last-event');

  it('says which of his events it contains, the stream goes on from there, and nobody else is told', async () => {
    const place = (await placeOf('strategies', { cookie: demo })) ?? '';
    expect(await placeOf('autoInvestPlans', { cookie: demo })).toBe(place);
    const stream = await listen({ cookie: demo, 'last-event-id': place });
    expect(await stream.until(({ type }) => type === 'hello')).toMatchObject({ is_resumed: true });
    await stream.leave();
    // What everybody is told is kept, and of a guest there are no events.
    expect([await placeOf('recommendList', { cookie: demo }), await placeOf('strategies', {})]).toEqual([null, null]);
  });
});

describe('the event stream through the BFF', () => {
  it('brings a trader what his bot does, and his money, and nobody else’s', async () => {
    const [mine, other, guest] = await Promise.all([listen({ cookie: demo }), listen({ cookie: copier }), listen()]);
    expect(await mine.until(({ type }) => type === 'hello')).toMatchObject({ is_resumed: false });
    const id = await createGrid(demo);
    await mine.until(isOf(id));
    await mine.until(({ type }) => type === 'balance');
    const filled = await mine.until((event) => event.type === 'bot' && event.fill_count > 0);
    expect(filled).toMatchObject({ strategy_id: id, strategy_type: 'spot_grid', status: 'running' });
    // What is told after it must have overtaken what was told before.
    for (const stream of [other, guest]) {
      const count = stream.events.length;
      await stream.until((event) => event.type === 'tickers' && stream.events.indexOf(event) > count);
      expect(stream.events.filter(({ type }) => type === 'bot' || type === 'balance')).toEqual([]);
    }
    expect(guest.events[0]).toMatchObject({ type: 'hello', user_id: 0, bots: [] });
    await Promise.all([mine, other, guest].map((stream) => stream.leave()));
  });

  it('goes on after an id, and takes no id that is none of ours to the exchange', async () => {
    const first = await listen({ cookie: demo });
    const id = await createGrid(demo);
    await first.until(isOf(id));
    const last = first.ids.filter((one) => one !== '').at(-1)!;
    await first.leave();
    const second = await listen({ cookie: demo, 'last-event-id': last });
    expect(await second.until(({ type }) => type === 'hello')).toMatchObject({ is_resumed: true });
    for (const forged of ['../../x', '0123456789abcdef-1', last.replace(/-.*/, '-999999999')]) {
      const stream = await listen({ cookie: demo, 'last-event-id': forged });
      expect(await stream.until(({ type }) => type === 'hello')).toMatchObject({ is_resumed: false });
      await stream.leave();
    }
    const another = await listen({ cookie: copier, 'last-event-id': last });
    expect(await another.until(({ type }) => type === 'hello')).toMatchObject({ is_resumed: false });
    await Promise.all([second.leave(), another.leave()]);
  });

  it('ends with the session, and is a guest’s afterwards', async () => {
    const cookie = await logIn('copier');
    const stream = await listen({ cookie });
    await stream.until(({ type }) => type === 'hello');
    await send('logout', cookie);
    expect(await stream.until(({ type }) => type === 'end')).toEqual({ type: 'end', reason: 'session' });
    await expect(stream.until(() => false)).rejects.toThrow('the stream ended');
    const guest = await listen({ cookie });
    expect(await guest.until(({ type }) => type === 'hello')).toMatchObject({ user_id: 0 });
    await guest.leave();
  });

  it('is given up at the exchange as soon as its reader has left', async () => {
    const open = async () => {
      const port = /"event":"metrics","port":(\d+)/.exec(exchange.output())?.[1];
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(/^strategybot_event_streams\S* (\d+)/m.exec(text)?.[1]);
    };
    await expect.poll(open).toBe(0);
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen({ cookie: demo })));
    await Promise.all(streams.map((stream) => stream.until(({ type }) => type === 'hello')));
    expect(await open()).toBe(10);
    await Promise.all(streams.map((stream) => stream.leave()));
    await expect.poll(open).toBe(0);
  });

  it('is not there where the exchange does not announce it', async () => {
    const other = await startIndependentUpstream(0, ['tickers']);
    const upstream = createUpstream({ urls: [other.url], deadlineMs: 2_000 });
    const foreign = createTestBff(withDocumentedCalls(upstream, Date.now));
    const response = await foreign.bff(requestOf('events'));
    expect([response.status, await response.json()]).toEqual([404, { code: 404, message: 'refused' }]);
    await foreign.close();
    await other.close();
  });
});

describe('an exchange’s stream as the BFF passes it on', () => {
  const encode = (texts: readonly string[]) => texts.map((text) => new TextEncoder().encode(text));

  /** The BFF before an exchange that sends these pieces, and then goes on or breaks off. */
  async function passed(pieces: readonly Uint8Array[], end: 'goes on' | 'breaks off' | 'ends') {
    const seen = { pulled: 0, isReturned: false };
    async function* flow() {
      try {
        for (const piece of pieces) {
          seen.pulled += 1;
          yield piece;
        }
        if (end === 'breaks off') throw new Error('socket hang up');
        if (end === 'goes on') await new Promise(() => {});
      } finally {
        seen.isReturned = true;
      }
    }
    const around = createTestBff({
      call: async () => ({
        kind: 'answered',
        status: 200,
        cacheControl: '',
        retryAfter: null,
        body: Buffer.alloc(0),
        flow: flow(),
      }),
      close: async () => {},
    });
    const response = await around.bff(requestOf('events'));
    return { seen, logged: around.logged, reader: response.body!.getReader() };
  }

  async function allOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += new TextDecoder().decode(value);
    }
  }

  it.each(['ends', 'breaks off'] as const)(
    'has every event in the contract’s shape and no other, and is over when it %s',
    async (end) => {
      const figures = 'data: {"type":"figures","secret":"of the exchange"}\n\n';
      const odd = ['data: {"type":"surprise"}\n\n', 'data: {\n\n', 'data: {"type":"bot"}\n\n'];
      const text = [':\n\n', figures, ...odd, 'id: 0123456789abcdef-7\ndata: {"type":"gap"}\n\n'].join('');
      const pieces = encode([text.slice(0, 9), text.slice(9, 60), text.slice(60)]);
      const { reader, logged } = await passed(pieces, end);
      const gap = 'data: {"type":"gap"}\n\n';
      // What cannot be read is a gap: something happened, and nobody knows what.
      const gaps = `${gap.repeat(odd.length)}id: 0123456789abcdef-7\n${gap}`;
      expect(await allOf(reader)).toBe(`:\n\ndata: {"type":"figures"}\n\n${gaps}`);
      // One line for a stream, however many of its events are none.
      expect(logged.filter((line) => line.includes('upstream-invalid'))).toHaveLength(1);
    },
  );

  it('is read no faster than its reader reads, and left when he leaves', async () => {
    const pieces = encode(Array.from({ length: 1_000 }, () => 'data: {"type":"gap"}\n\n'));
    const { seen, reader } = await passed(pieces, 'goes on');
    for (let times = 1; times <= 5; times += 1) {
      await reader.read();
      expect(seen.pulled).toBeLessThanOrEqual(times + 1);
    }
    await reader.cancel();
    expect(seen.isReturned).toBe(true);
  });

  it('ends when a message has no end', async () => {
    const pieces = encode(Array.from({ length: 100 }, () => `data: ${'x'.repeat(20_000)}`));
    const { seen, reader } = await passed(pieces, 'goes on');
    expect(await allOf(reader)).toBe('');
    expect(seen.pulled).toBeLessThan(40);
    expect(seen.isReturned).toBe(true);
  });
});
