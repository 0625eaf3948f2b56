import { describe, expect, it, onTestFinished } from 'vitest';
import type { Upstream } from '#server/upstream/upstream.ts';
import { createTestBff, requestOf } from '#tests/support/test-bff.ts';

/** A BFF before an exchange whose stream is whatever the test says. */
function bffOn(call: Upstream['call']) {
  const test = createTestBff({ call, close: async () => undefined });
  onTestFinished(() => test.close());
  return test;
}

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
