import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StreamEvent, streamEvent } from '#lib/contract/event-calls.ts';
import { createStreamReader } from '#lib/contract/event-stream.ts';
import { type PaperExchange, startPaperExchange } from '#tests/support/paper-exchange.ts';
import { SAMPLES } from '#tests/support/sample-requests.ts';
import { createTestBff, requestOf, type TestBff } from '#tests/support/test-bff.ts';

let exchange: PaperExchange;
let test: TestBff;
let demo: string;
let copier: string;
let keys = 0;

beforeAll(async () => {
  exchange = await startPaperExchange({ TICK_MS: '100' });
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
});
