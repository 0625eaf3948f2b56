import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS, type Endpoint, type EndpointName } from '#lib/contract/endpoints.ts';
import type { UpstreamAnswer } from '#server/upstream/upstream-call.ts';
import { type PaperExchange, startPaperExchange } from '#tests/support/paper-exchange.ts';
import { SAMPLES } from '#tests/support/sample-requests.ts';
import { browserPath, createTestBff, KEY, ORIGIN, queryOf, requestOf, type TestBff } from '#tests/support/test-bff.ts';

/** What calls answer and refuse in truth, held against the served /api/openapi.json. */

type Json = Record<string, unknown>;
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}
interface Operation {
  readonly operationId: EndpointName;
  readonly parameters: readonly Parameter[];
  readonly security?: unknown;
  readonly requestBody?: { readonly required: boolean };
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { schema?: Json }>> }>>;
}

const CALLS = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).filter(([, { internal }]) => !internal);
const NAMES = CALLS.map(([name]) => name);

let exchange: PaperExchange;
let test: TestBff;
let cookie: string;
let refusal: Json;
const operations = new Map<EndpointName, Operation>();

beforeAll(async () => {
  exchange = await startPaperExchange({ METRICS_PORT: '0' });
  test = createTestBff(exchange.url, { deadlineMs: 8_000 });
  const document = (await (await test.bff(requestOf('openApi'))).json()) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: { Refusal: Json } };
  };
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) operations.set(operation.operationId, operation);
  }
  refusal = document.components?.schemas?.Refusal;
  cookie = await logIn();
}, 120_000);
afterAll(async () => {
  await test.close();
  expect(await exchange.stop()).toBe(0);
});

async function logIn(): Promise<string> {
  const response = await test.bff(
    requestOf('login', { body: JSON.stringify({ account: 'copier', password: 'paper-copier' }) }),
  );
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

function operationOf(name: EndpointName): Operation {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`${name} is not in the document`);
  return operation;
}

/** A schema of the document that stands for itself. */
function whole(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    value?.$ref === '#/components/schemas/Refusal' ? refusal : value,
  );
}

/** Holds an answer against what the document says of its status. */
async function holds(name: EndpointName, response: Response, what: string): Promise<void> {
  const { responses } = operationOf(name);
  const said = responses[String(response.status)] ?? responses.default;
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const place = `${name}, ${what}: ${response.status} ${type}`;
  expect(Object.keys(said?.content ?? {}), place).toContain(type);
  const schema = said?.content[type]?.schema;
  if (type !== 'application/json') return void (await response.body?.cancel());
  const body: unknown = await response.json();
  const read = z.fromJSONSchema(whole(schema ?? {}) as never).safeParse(body);
  expect(read.success ? [] : read.error.issues, `${place} ${JSON.stringify(body).slice(0, 200)}`).toEqual([]);
  // A refusal is never dressed as the answer of a call that has no envelope.
  const { isBare, reply } = ENDPOINTS[name] as Endpoint;
  const { code } = body as { code?: number };
  if ((isBare || reply !== 'json') && code !== undefined) expect(response.status, place).toBe(code);
}

/** A request made of nothing but what the document requires. */
function documented(name: EndpointName): Request {
  const { parameters, security, requestBody } = operationOf(name);
  const headers = new Headers({ host: 'bots.example' });
  for (const { name: header, in: place, required } of parameters) {
    if (place !== 'header' || required !== true) continue;
    headers.set(header, header === 'Origin' ? ORIGIN : KEY);
  }
  if (security !== undefined) headers.set('cookie', cookie);
  const body = requestBody?.required === true ? JSON.stringify(SAMPLES[name].body) : null;
  if (body !== null) headers.set('content-type', 'application/json');
  return new Request(`${ORIGIN}${browserPath(name)}${queryOf(name)}`, {
    method: ENDPOINTS[name].method,
    headers,
    ...(body === null ? {} : { body }),
  });
}

/** Refusals of the door alone: nothing that is in the document explains them. */
const UNEXPLAINED = /foreign-origin|idempotency-key-required|body-invalid|json-expected|login-required/;

describe('/api/openapi.json says', () => {
  it.each(NAMES)('what %s needs, and what it answers', async (name) => {
    if (name === 'events') return;
    cookie ||= await logIn();
    const response = await test.bff(documented(name));
    const text = await response.clone().text();
    expect(text).not.toMatch(UNEXPLAINED);
    await holds(name, response, 'as documented');
    if (name === 'logout') cookie = '';
  });

  it.each(NAMES)('how %s refuses', async (name) => {
    cookie ||= await logIn();
    const path = browserPath(name);
    const query = '?market=x&day=x&topics=xxx&type=x&page=x&strategy_id=x&strategy_type=x&symbol=x&settle=x&id=x';
    const body = JSON.stringify({ surprise: 1 });
    const spoilt = {
      'a bad query': requestOf(name, { url: `${path}${query}`, headers: { cookie } }),
      'no query': requestOf(name, { url: path, headers: { cookie } }),
      nobody: requestOf(name),
      'a bad body': requestOf(name, { body, headers: { cookie } }),
      'a foreign page': requestOf(name, {
        headers: { cookie, origin: 'https://evil.example', 'sec-fetch-site': null },
      }),
      'a market that is none': requestOf(name, {
        url: `${path}${queryOf(name).replaceAll('BTC_USDT', 'NOT_THERE')}`,
        headers: { cookie },
      }),
    };
    for (const [what, request] of Object.entries(spoilt)) await holds(name, await test.bff(request), what);
    if (name === 'logout') cookie = '';
  });

  it.each(NAMES)('how %s refuses while the exchange is away, busy or speaks in tongues', async (name) => {
    const answered = { kind: 'answered', cacheControl: '', retryAfter: 2, body: Buffer.from('<html>') } as const;
    const refused = Buffer.from(JSON.stringify({ code: 404, message: '', data: { issue: 'unknown' } }));
    const answers: readonly UpstreamAnswer[] = [
      { kind: 'unknown', reason: 'deadline' },
      { ...answered, status: 503 },
      { ...answered, status: 200 },
      { ...answered, status: 200, body: refused },
      { ...answered, status: 404, body: refused },
    ];
    for (const answer of answers) {
      const away = createTestBff({ call: async () => answer, close: async () => undefined });
      const headers = { cookie: await away.cookieOf('token') };
      await holds(name, await away.bff(requestOf(name, { headers })), JSON.stringify(answer).slice(0, 60));
    }
  });

  it('where a stream goes on, for whom a change is asked, and which bodies may be absent', () => {
    const headersOf = (name: EndpointName) =>
      operationOf(name)
        .parameters.filter((one) => one.in === 'header')
        .map((one) => one.name);
    expect(headersOf('events')).toEqual(['last-event-id']);
    expect(headersOf('createGrid')).toEqual(['Idempotency-Key', 'Origin', 'trader-id']);
    expect(headersOf('login')).toEqual(['Origin']);
    expect(headersOf('tickers')).toEqual([]);
    const withoutBody = NAMES.filter((name) => operationOf(name).requestBody?.required === false);
    expect(withoutBody.sort()).toEqual(
      ['pauseGrid', 'continueGrid', 'pauseStrategy', 'startStrategy', 'cancelGrid', 'stopStrategy'].sort(),
    );
  });
});
