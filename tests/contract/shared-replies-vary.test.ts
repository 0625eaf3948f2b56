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

it('is asked of the exchange once for each of our languages, however its askers write which they like', async () => {
  const asked: (string | undefined)[] = [];
  const test = createTestBff({
    ...exchange,
    call: (call) => {
      asked.push(call.headers['accept-language']);
      return exchange.call(call);
    },
  });
  const read = (language: string | null) =>
    test.bff(requestOf('strategyTabs', { headers: { 'accept-language': language } }));
  for (const english of ['en', 'en-US,en;q=0.9', 'en-GB, en;q=0.7', 'xx, en;q=0.1', 'qq', ';;;', 'x'.repeat(500)])
    await read(english);
  for (const chinese of ['zh', 'zh-CN,zh;q=0.9', 'zh-TW', 'en;q=0.1, zh']) await read(chinese);
  await read(null);
  expect(asked).toEqual(['en', 'zh', undefined]);
  await test.close();
});
