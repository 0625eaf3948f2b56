import { expect, it } from 'vitest';
import { isGoodCode } from '#lib/contract/vocabulary.ts';
import { CALLS } from '#server/bff/call-table.ts';
import { checkReply } from '#server/bff/reply.ts';
import type { Upstream, UpstreamAnswer } from '#server/upstream/upstream-call.ts';
import { createTestBff, requestOf } from '#tests/support/test-bff.ts';

/** What gateways answer in place of an exchange: JSON without a code, and nobody has done anything. */

const BODIES = ['{}', '{"message":"Forbidden"}', '{"label":"FORBIDDEN","data":null}', '{"error":"x","data":{}}'];

const answered = (status: number, text: string): UpstreamAnswer => ({
  kind: 'answered',
  status,
  cacheControl: '',
  retryAfter: null,
  body: Buffer.from(text),
});

const jsonCalls = Object.values(CALLS).filter(
  ({ endpoint }) => endpoint.side === 'upstream' && endpoint.reply === 'json',
);

it.each([302, 400, 401, 403, 404, 429])(
  'no call takes a body without a code under HTTP status %i for a success',
  (status) => {
    const taken = jsonCalls.flatMap((call) =>
      BODIES.filter((body) => checkReply(call, answered(status, body), () => {}).ok).map(
        (body) => `${call.name} ${body}`,
      ),
    );
    expect(taken).toEqual([]);
  },
);

it('a refusal that says its code is read whatever the status, and a success under any of the good ones', () => {
  const read = (status: number, body: string) => {
    const reply = checkReply(CALLS.upstreamLogout, answered(status, body), () => {});
    return reply.ok ? [reply.code, isGoodCode(reply.code)] : 'invalid';
  };
  expect(read(403, '{"code":403,"message":"no"}')).toEqual([403, false]);
  expect(read(200, '{"message":""}')).toEqual([200, true]);
  expect(read(201, '{"code":200,"message":""}')).toEqual([200, true]);
  expect(read(403, '{"code":200,"message":""}')).toBe('invalid');
});

it('a changed password, an ended bot and a logout are not said to be done where a gateway has refused them', async () => {
  const gateway: Upstream = {
    call: async () => answered(429, '{"message":"Too Many Requests"}'),
    close: async () => {},
  };
  const test = createTestBff(gateway);
  const cookie = await test.cookieOf('a-token-of-some-session');
  for (const name of ['logout', 'changePassword', 'stopStrategy', 'cancelGrid', 'endSessions'] as const) {
    const headers = { cookie, 'idempotency-key': 'key-of-a-refused-change' };
    const response = await test.bff(requestOf(name, { headers }));
    expect([name, response.status, ((await response.json()) as { code: number }).code]).toEqual([name, 504, 504]);
  }
  await test.close();
});
