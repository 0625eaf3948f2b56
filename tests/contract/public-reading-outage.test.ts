import { expect, it, vi } from 'vitest';
import { PublicReadingFailed, readPublic } from '#server/bff/read-public.ts';
import type { UpstreamAnswer } from '#server/upstream/upstream-call.ts';

/** What a page makes of an exchange that answers with an outage in the body: that is no word about what was asked for. */

const exchange = vi.hoisted(() => ({ answer: {} as object }));

vi.mock('#server/bff/running-bff.ts', () => ({
  runningUpstream: () => ({
    call: async (): Promise<UpstreamAnswer> => ({
      kind: 'answered',
      status: 200,
      cacheControl: '',
      retryAfter: null,
      body: Buffer.from(JSON.stringify(exchange.answer)),
    }),
  }),
}));

const OUTAGES = [429, 500, 503];
const CLASSES = [{ class: 'grid', list: [] }];
/** Asked anew each time. */
const read = (symbol: string) =>
  readPublic('strategyClass', { query: { market_kind: 'spot', symbol }, keepSeconds: 0 });

it.each(OUTAGES)('code %i: the last good reply stands in, and stays for who asks later', async (code) => {
  const symbol = `A${code}_USDT`;
  exchange.answer = { code: 200, message: '', data: CLASSES };
  expect((await read(symbol)).data).toEqual(CLASSES);
  exchange.answer = { code, message: 'maintenance' };
  for (const _ of [1, 2]) expect((await read(symbol)).data).toEqual(CLASSES);
});

it.each(OUTAGES)('code %i: where nothing is known, nothing is: no page says that it is not there', async (code) => {
  exchange.answer = { code, message: 'maintenance' };
  await expect(read(`B${code}_USDT`)).rejects.toThrow(PublicReadingFailed);
});

it('a refusal is a reply', async () => {
  exchange.answer = { code: 404, message: 'unknown' };
  expect(await read('C_USDT')).toMatchObject({ code: 404 });
});
