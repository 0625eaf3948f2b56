import { describe, expect, it } from 'vitest';
import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import type { Upstream, UpstreamCall } from '#server/upstream/upstream-call.ts';
import { fuzzRequests } from '#tests/support/fuzz-requests.ts';
import { runs } from '#tests/support/runs.ts';
import { createTestBff } from '#tests/support/test-bff.ts';

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];
const SEED = 20_260_101;
const PER_CALL = runs(80, 2_000);

/** An upstream that answers everything with a refusal that every call's contract knows. */
function refusing(sent: UpstreamCall[]): Upstream {
  return {
    call: async (call) => {
      sent.push(call);
      const isPlain = /last_price|currency\/price/.test(call.path);
      const body = isPlain ? '{"last_price":"--"}' : '{"code":404,"message":""}';
      return { kind: 'answered', status: 200, cacheControl: '', retryAfter: null, body: Buffer.from(body) };
    },
    close: async () => {},
  };
}

describe('bad input', () => {
  it.each(NAMES)(
    'never makes %s a server error, and never reaches the exchange outside the documented paths',
    async (name) => {
      const sent: UpstreamCall[] = [];
      const { bff, cookieOf, logged } = createTestBff(refusing(sent));
      const cookie = await cookieOf('token');
      let count = 0;
      for (const { request, label } of fuzzRequests(name, { cookie, seed: SEED, count: PER_CALL })) {
        count += 1;
        const response = await bff(request);
        expect(response.status, label).toBeLessThan(500);
        if (response.status !== 204 && response.headers.get('content-type')?.includes('json')) await response.json();
      }
      expect(count).toBeGreaterThan(PER_CALL / 2);
      expect(logged.filter((line) => line.includes('"bug"'))).toEqual([]);
      const documented = Object.values(ENDPOINTS).map(
        ({ path }) =>
          new RegExp(`^${path.replace('{id}', '[1-9]\\d{0,14}').replace('{type}', '[a-z0-9_-]{1,32}')}(\\?|$)`),
      );
      for (const { path } of sent)
        expect(
          documented.some((pattern) => pattern.test(path)),
          path,
        ).toBe(true);
    },
  );
});
