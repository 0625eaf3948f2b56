import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import { fuzzRequests } from '#tests/support/fuzz-requests.ts';
import { type PaperExchange, startPaperExchange } from '#tests/support/paper-exchange.ts';
import { runs } from '#tests/support/runs.ts';
import { SAMPLES } from '#tests/support/sample-requests.ts';
import { createTestBff, requestOf, type TestBff } from '#tests/support/test-bff.ts';

let exchange: PaperExchange;
let test: TestBff;
let demo: string;
let copier: string;
let keys = 0;

type Answer = { code: number; message: string; data?: Record<string, unknown>; require_fundpass?: boolean };

async function logIn(account: string, password: string): Promise<string> {
  const response = await test.bff(requestOf('login', { body: JSON.stringify({ account, password }) }));
  expect(await response.clone().json()).toMatchObject({ code: 200, data: { logged_in: true } });
  return response.headers.get('set-cookie')!.split(';')[0]!;
}

async function send(
  name: EndpointName,
  changes: Parameters<typeof requestOf>[1] = {},
): Promise<Answer & { status: number }> {
  keys += 1;
  const key: Record<string, string> = ENDPOINTS[name].keyed ? { 'idempotency-key': `key-of-the-exchange-${keys}` } : {};
  const response = await test.bff(requestOf(name, { ...changes, headers: { ...key, ...changes.headers } }));
  return { ...((await response.json()) as Answer), status: response.status };
}

beforeAll(async () => {
  exchange = await startPaperExchange({ METRICS_PORT: '0' });
  test = createTestBff(exchange.url, { deadlineMs: 8_000 });
  demo = await logIn('demo', 'paper-demo');
  copier = await logIn('copier', 'paper-copier');
}, 120_000);
afterAll(async () => {
  await test.close();
  expect(await exchange.stop()).toBe(0);
});

const OWN: ReadonlySet<string> = new Set([
  'login',
  'logout',
  'register',
  'clientError',
  'session',
  'openApi',
  'health',
]);
const READINGS = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
  (name) => !ENDPOINTS[name].mutates && !ENDPOINTS[name].internal && !OWN.has(name),
);

describe('the paper exchange behind the BFF', () => {
  it.each(READINGS)('answers %s in the contract’s shape', async (name) => {
    const response = await test.bff(requestOf(name, { headers: { cookie: demo } }));
    expect(response.status).toBeLessThan(500);
    expect(test.logged.filter((line) => line.includes(`"${name}"`))).toEqual([]);
  });

  const lowHigh = async () => {
    const { data } = (await (await test.bff(requestOf('tickers'))).json()) as { data: { last: string }[] };
    const last = Number(data[0]!.last);
    return { low_price: String(Math.floor(last * 0.9)), high_price: String(Math.ceil(last * 1.1)) };
  };
  const createBody = async (more: object = {}) =>
    JSON.stringify({ ...(SAMPLES.createGrid.body as object), is_hide: 0, ...(await lowHigh()), ...more });

  it('wants the agreement signed before the first bot (C-343, M-280)', async () => {
    const headers = { cookie: demo };
    expect(await send('createGrid', { headers, body: await createBody() })).toMatchObject({ code: 406 });
    const { data } = await send('agreement', { headers });
    expect(data).toMatchObject({ signed: false });
    expect(await send('signAgreement', { headers, body: JSON.stringify({ version: data?.version }) })).toMatchObject({
      code: 200,
    });
    expect((await send('agreement', { headers })).data).toMatchObject({ signed: true });
  });

  it('wants the fund password on a money call, refuses a wrong one, and takes the same request with the right one (C-210, C-344, C-388, M-334, M-335)', async () => {
    const key = 'one-wish-one-key-000001';
    const headers = { cookie: demo, 'idempotency-key': key };
    expect(await send('createGrid', { headers, body: await createBody() })).toMatchObject({
      code: 423,
      require_fundpass: true,
    });
    expect(await send('createGrid', { headers, body: await createBody({ fundpass: 'wrong-one' }) })).toMatchObject({
      code: 424,
    });
    const body = await createBody({ fundpass: 'paper-fund' });
    const created = await send('createGrid', { headers, body });
    expect(created).toMatchObject({ code: 200, data: { strategy_id: expect.any(Number) } });
    expect((await send('createGrid', { headers, body })).data).toEqual(created.data);
    const id = Number(created.data?.strategy_id);
    expect(
      await send('cancelGrid', {
        url: `/api/apiw/v2/grid-trading/cancel/${id}`,
        headers: { cookie: copier },
        body: '{}',
      }),
    ).toMatchObject({ code: 403 });
    expect(
      await send('strategyDetail', {
        url: `/api/apiw/v2/quant-trading/strategybot/strategy_detail?strategy_id=${id}&strategy_type=spot_grid`,
        headers: { cookie: demo },
      }),
    ).toMatchObject({ code: 200 });
  });

  it('writes the browser’s number of a request beside what came of it, and counts it for Prometheus', async () => {
    const headers = { 'x-request-id': 'made-by-the-browser' };
    await test.bff(
      requestOf('login', { headers, body: JSON.stringify({ account: 'copier', password: 'no-such-one' }) }),
    );
    const failed = () =>
      exchange
        .output()
        .split('\n')
        .find((line) => line.includes('login-failed')) ?? '{}';
    await expect.poll(() => JSON.parse(failed())).toMatchObject({ event: 'security', request: 'made-by-the-browser' });
    const port = /"event":"metrics","port":(\d+)/.exec(exchange.output())?.[1];
    const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(figures).toMatch(/strategybot_call_seconds_count{process="exchange",call="upstreamLogin",code="401"} [1-9]/);
    expect(figures).toMatch(/strategybot_turn_seconds_count{process="exchange"} [1-9]/);
  });

  it('knows no session after its logout', async () => {
    const cookie = await logIn('copier', 'paper-copier');
    await test.bff(requestOf('logout', { headers: { cookie } }));
    expect((await send('availableBalance', { headers: { cookie } })).status).toBe(401);
  });
});

describe('bad input to the paper exchange', () => {
  const PER_CALL = runs(40, 1_000);
  const NAMES = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
    (name) => !ENDPOINTS[name].internal && name !== 'logout',
  );

  it.each(NAMES)(
    'is never a server error of %s',
    async (name) => {
      test.logged.length = 0;
      for (const { request, label } of fuzzRequests(name, { cookie: demo, seed: 7_321, count: PER_CALL })) {
        const response = await test.bff(request);
        expect(response.status, `${label} → ${test.logged.join('')}`).toBeLessThan(500);
      }
      expect(test.logged.filter((line) => /"event":"(upstream|bug)/.test(line))).toEqual([]);
    },
    // Logins and registrations hash: a fifth of a second of a core each, more beside others.
    PER_CALL * 1_000,
  );

  it('leaves no secret in what the exchange writes', () => {
    for (const secret of [
      'paper-demo',
      'paper-copier',
      'paper-fund',
      'wrong-one',
      'long-enough-1',
      'long-enough-2',
      'Bearer ',
    ]) {
      expect(exchange.output()).not.toContain(secret);
    }
  });
});
