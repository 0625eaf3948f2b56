import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withRequest } from '#server/log/request-context.ts';
import { withDocumentedCalls } from '#server/upstream/documented-upstream.ts';
import { createUpstream } from '#server/upstream/upstream.ts';
import { type IndependentUpstream, startIndependentUpstream } from '#tests/support/independent-upstream.ts';
import { createTestBff, requestOf } from '#tests/support/test-bff.ts';

/** A request's number goes with whatever of ours asks the exchange for it, and stands in the lines about it. */

const ID = 'made-by-the-browser';
const numbers = (exchange: IndependentUpstream) => new Set(exchange.seen.map(({ headers }) => headers['x-request-id']));

let exchange: IndependentUpstream;

beforeEach(async () => {
  exchange = await startIndependentUpstream(0, []);
});
afterEach(() => exchange.close());

it('is that of every documented call from which a list of ours is put together', async () => {
  const door = createTestBff(withDocumentedCalls(createUpstream({ urls: [exchange.url], deadlineMs: 2_000 }), () => 0));
  const { status } = await door.bff(requestOf('markets', { headers: { 'x-request-id': ID } }));
  expect(status).toBe(200);
  // Whether it has the call, its pairs, and of each two documents.
  expect(exchange.seen.length).toBeGreaterThan(3);
  expect(numbers(exchange)).toEqual(new Set([ID]));
  await door.close();
});

it('is that of the question whether the exchange is there', async () => {
  const door = createTestBff(exchange.url);
  await door.bff(requestOf('health', { headers: { 'x-request-id': ID } }));
  expect(numbers(exchange)).toEqual(new Set([ID]));
  await door.close();
});

it('is that of what a page reads, and of the line that says why it could not', async () => {
  vi.resetModules();
  vi.stubEnv('UPSTREAM_URL', exchange.url);
  const { readPublic } = await import('#server/bff/read-public.ts');
  const logged: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => logged.push(String(line)) > 0);
  const read = (id: string) => readPublic('strategyDetail', { query: { strategy_id: id, strategy_type: 'spot_grid' } });

  await withRequest(ID, () => read('1'));
  expect(numbers(exchange)).toEqual(new Set([ID]));
  expect(logged).toEqual([]);

  exchange.misbehaveAt(/strategy_detail/, 'server-error');
  await expect(withRequest('another-request', () => read('2'))).rejects.toThrow('strategyDetail');
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'upstream-error', call: 'strategyDetail', status: 500, request: 'another-request' },
  ]);

  // Where nobody's request stands behind it, it gets one for itself.
  exchange.misbehaveAt(/^$/, 'none');
  exchange.seen.length = 0;
  await read('3');
  expect([...numbers(exchange)].map((id) => id?.length)).toEqual([36]);
});
