import { describe, expect, it } from 'vitest';
import type { EndpointName } from '#lib/contract/endpoints.ts';
import { isGoodCode } from '#lib/contract/vocabulary.ts';
import { CALLS } from '#server/bff/call-table.ts';
import { type CheckedReply, checkReply } from '#server/bff/reply.ts';
import type { Upstream, UpstreamAnswer } from '#server/upstream/upstream-call.ts';
import { createTestBff, requestOf } from '#tests/support/test-bff.ts';

/** What gateways answer in place of an exchange: JSON without a code, and nobody has done anything. */

const BODIES = ['{}', '{"message":"Forbidden"}', '{"label":"FORBIDDEN","data":null}', '{"error":"x","data":{}}'];

const answered = (status: number, text: string, retryAfter: number | null = null): UpstreamAnswer => ({
  kind: 'answered',
  status,
  cacheControl: '',
  retryAfter,
  body: Buffer.from(text),
});

const isDone = (reply: CheckedReply): boolean => reply.ok && isGoodCode(reply.code);

const jsonCalls = Object.values(CALLS).filter(
  ({ endpoint }) => endpoint.side === 'upstream' && endpoint.reply === 'json',
);

it.each([302, 400, 401, 403, 404, 429])(
  'no call takes a body without a code under HTTP status %i for a success',
  (status) => {
    const taken = jsonCalls.flatMap((call) =>
      BODIES.filter((body) => isDone(checkReply(call, '', answered(status, body), () => {}))).map(
        (body) => `${call.name} ${body}`,
      ),
    );
    expect(taken).toEqual([]);
  },
);

it('a refusal that says its code is read whatever the status, and a success under any of the good ones', () => {
  const read = (status: number, body: string) => {
    const reply = checkReply(CALLS.upstreamLogout, '', answered(status, body), () => {});
    return reply.ok ? [reply.code, isGoodCode(reply.code)] : 'invalid';
  };
  expect(read(403, '{"code":403,"message":"no"}')).toEqual([403, false]);
  // It may be any gateway's.
  expect(read(200, '{"message":""}')).toBe('invalid');
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
    expect([name, ((await response.json()) as { code: number }).code]).toEqual([name, 429]);
  }
  await test.close();
});

describe('when to come again', () => {
  const asked = async (name: EndpointName, answer: UpstreamAnswer) => {
    const test = createTestBff({ call: async () => answer, close: async () => {} });
    const cookie = await test.cookieOf('a-token-of-some-session');
    const response = await test.bff(requestOf(name, { headers: { cookie } }));
    await test.close();
    return [((await response.json()) as { code: number }).code, response.headers.get('retry-after')];
  };
  const NAMES = ['tickers', 'availableBalance', 'createGrid', 'session', 'login', 'logout'] as const;

  it.each(NAMES)('is told with a 429, which is a limit whatever its words and their code: %s', async (name) => {
    // A code that is none of the documents' is a word as well: of an exchange, or of a gateway before it.
    for (const body of [...BODIES, '', '<html>', '{"code":1015,"message":"slow down"}', '{"code":403,"message":""}'])
      expect(await asked(name, answered(429, body, 17))).toEqual([429, '17']);
  });

  it.each(NAMES)('is told with an outage that nobody can read: %s', async (name) => {
    const isChange = CALLS[name].endpoint.mutates;
    expect(await asked(name, answered(503, '<html>', 17))).toEqual([isChange ? 504 : 502, '17']);
  });

  it('is nothing that a repeated change can be told from: whether that was done stays unknown', () => {
    const reply = checkReply(
      CALLS.createGrid,
      '',
      { ...answered(429, '', 17), isRepeat: true } as UpstreamAnswer,
      () => {},
    );
    expect(reply).toMatchObject({ ok: false, refusal: { code: 504 } });
  });
});

it.each(['events', 'candleDay'] as const)(
  'a call for a login is no refusal of %s, which everybody may ask: nobody understands it, and it is written down',
  async (name) => {
    const test = createTestBff({
      call: async () => answered(401, '{"message":"Unauthorized"}'),
      close: async () => {},
    });
    expect((await test.bff(requestOf(name))).status).toBe(502);
    expect(test.logged.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'upstream-error', call: name, status: 401 },
    ]);
    await test.close();
  },
);

describe('HTTP status 401 without a code', () => {
  const REFUSED_BODIES = [...BODIES, '', 'Unauthorized', '<html>', '[]', '{"code":"x"}', '{"code":200,"message":""}'];

  it.each(jsonCalls.map((call) => [call.name, call.endpoint.access, call] as const))(
    '%s (%s): a call that needs a session is to be made after a login, of any other it says nothing',
    (_name, access, call) => {
      for (const body of REFUSED_BODIES) {
        const reply = checkReply(call, '', answered(401, body), () => {});
        const told = reply.ok ? [reply.code, JSON.parse(reply.text).code] : reply.refusal.code;
        expect([body, told]).toEqual([body, access === 'public' ? (call.endpoint.mutates ? 504 : 502) : [401, 401]]);
      }
    },
  );

  it('says nothing of a change that was sent before: whether that was done stays unknown', () => {
    const reply = checkReply(
      CALLS.createGrid,
      '',
      { ...answered(401, ''), isRepeat: true } as UpstreamAnswer,
      () => {},
    );
    expect(reply).toMatchObject({ ok: false, refusal: { code: 504 } });
  });

  it('ends the cookie’s session for the calls that follow, and asks nobody again', async () => {
    let asked = 0;
    const gateway: Upstream = {
      async call() {
        asked += 1;
        return answered(401, 'Unauthorized');
      },
      close: async () => {},
    };
    const test = createTestBff(gateway);
    const cookie = await test.cookieOf('a-token-of-some-session');
    for (let times = 0; times < 2; times += 1) {
      const response = await test.bff(requestOf('availableBalance', { headers: { cookie } }));
      expect([response.status, ((await response.json()) as { code: number }).code]).toEqual([401, 401]);
    }
    expect(asked).toBe(1);
    await test.close();
  });
});
