import { describe, expect, it, onTestFinished } from 'vitest';
import { type StreamEvent, streamEvent } from '#lib/contract/event-calls.ts';
import { createStreamReader, formatMessage, HEARTBEAT } from '#lib/contract/event-stream.ts';
import type { Upstream } from '#server/upstream/upstream-call.ts';
import { createTestBff, requestOf } from '#tests/support/test-bff.ts';

/** A BFF before an exchange whose stream is whatever the test says. */
function bffOn(call: Upstream['call']) {
  const test = createTestBff({ call, close: async () => undefined });
  onTestFinished(() => test.close());
  return test;
}

const ID = '0123456789abcdef-';
const BOT = {
  ...{ type: 'bot', strategy_id: 7, strategy_type: 'spot_grid', status: 'running', step: 'running' },
  ...{ finish_as: '', fills: [], fill_count: 0, operations: [{ op_type: 'create', time: 1_750_000_000 }] },
};
const ROW = {
  ...{ market: 'BTC_USDT', last: '1', change_24h: '0.1', high_24h: '1', low_24h: '1', base_volume_24h: '1' },
  ...{ quote_volume_24h: '1', time: 1_750_000_000 },
};

/** What a browser is told where an exchange says this, and what the BFF wrote about it. */
async function toldOf(events: readonly unknown[]) {
  const text = events.map((event, index) => formatMessage({ id: `${ID}${index}`, data: JSON.stringify(event) }));
  const test = bffOn(async () => ({
    ...({ kind: 'answered', status: 200, cacheControl: '', retryAfter: null, body: Buffer.alloc(0) } as const),
    flow: (async function* () {
      for (const piece of [HEARTBEAT, ...text]) yield Buffer.from(piece);
    })(),
  }));
  const told: { id: string; event: StreamEvent }[] = [];
  const reader = createStreamReader({
    onMessage: ({ id, data }) => told.push({ id: id.slice(ID.length), event: streamEvent.parse(JSON.parse(data)) }),
  });
  reader.push(await (await test.bff(requestOf('events'))).text());
  return { told, logged: test.logged.map((line) => JSON.parse(line)) };
}

describe('an event that breaks the contract (H59, E1)', () => {
  it('is told without what cannot be read of it: an operation of a later program, a price that is none', async () => {
    const later = { ...BOT, operations: [...BOT.operations, { op_type: 'of-a-later-program', time: 1 }], more: 1 };
    const prices = { type: 'tickers', topic: 'spot', rows: [ROW, { ...ROW, market: null }] };
    const { told, logged } = await toldOf([later, prices]);
    expect(told).toEqual([
      { id: '0', event: BOT },
      { id: '1', event: { type: 'tickers', topic: 'spot', rows: [ROW] } },
    ]);
    expect(logged).toMatchObject([{ event: 'upstream-rows-dropped', call: 'events', rows: 1 }]);
  });

  it('is a gap where it cannot be read at all, with its place: the reader asks anew, and does not hear of it again', async () => {
    const bad = [{ ...BOT, fills: 'none' }, { type: 'of-a-later-program' }, 'no event', { ...BOT, strategy_id: {} }];
    const { told, logged } = await toldOf([...bad, BOT]);
    expect(told.map(({ id, event }) => [id, event.type])).toEqual([
      ['0', 'gap'],
      ['1', 'gap'],
      ['2', 'gap'],
      ['3', 'gap'],
      ['4', 'bot'],
    ]);
    expect(logged).toMatchObject([{ event: 'upstream-invalid', call: 'events', where: 'event.fills' }]);
  });

  it('of prices is none: they are told anew, or asked for', async () => {
    const { told } = await toldOf([
      { type: 'tickers', topic: 'spot', rows: [{ ...ROW, market: null }] },
      { type: 'tickers' },
    ]);
    expect(told).toEqual([]);
  });

  it('at the beginning is no beginning, so that nothing is carried', async () => {
    const { told } = await toldOf([{ type: 'hello', user_id: 7 }]);
    expect(told.map(({ event }) => event.type)).toEqual(['gap']);
  });
});

describe('a reader of the event stream who leaves before it begins (H59)', () => {
  it('is no fault of the exchange; one that does not come is', async () => {
    const leaving = new AbortController();
    const test = bffOn(async () => {
      leaving.abort();
      return { kind: 'unknown', reason: 'connection' };
    });
    await test.bff(new Request(requestOf('events'), { signal: leaving.signal }));
    expect(test.logged).toEqual([]);
    const away = bffOn(async () => ({ kind: 'unknown', reason: 'deadline' }));
    expect((await away.bff(requestOf('events'))).status).toBe(502);
    expect(away.logged.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'upstream-unknown', call: 'events', reason: 'deadline' },
    ]);
  });
});
