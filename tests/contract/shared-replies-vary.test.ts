import { expect, it } from 'vitest';
import type { Upstream } from '#server/upstream/upstream-call.ts';
import { createTestBff, requestOf } from '#tests/support/test-bff.ts';

/** An exchange that names things in the asker's language: what a cache on the way keeps of one visitor is not for those of another. */

const exchange: Upstream = {
  async call({ headers }) {
    const data = [{ strategy_type: 'spot_grid', name: headers['accept-language'] === 'zh' ? '现货网格' : 'Spot grid' }];
    const body = Buffer.from(JSON.stringify({ code: 200, message: headers['accept-language'], data }));
    return { kind: 'answered', status: 200, cacheControl: '', retryAfter: null, body };
  },
  close: async () => {},
};

it('a public reply that shared caches may keep says which of the asker’s headers it differs by', async () => {
  const test = createTestBff(exchange);
  const read = async (language: string) => {
    const response = await test.bff(requestOf('strategyTabs', { headers: { 'accept-language': language } }));
    const { message } = (await response.json()) as { message: string };
    return { message, control: response.headers.get('cache-control'), vary: response.headers.get('vary') };
  };
  const [chinese, english] = [await read('zh'), await read('en')];
  expect([chinese.message, english.message]).toEqual(['zh', 'en']);
  for (const { control, vary } of [chinese, english]) {
    expect(control).toMatch(/^public, .*s-maxage=[1-9]/);
    expect(vary?.split(', ')).toEqual(expect.arrayContaining(['accept-language', 'device-type']));
  }
  await test.close();
});
