import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS, type Endpoint, type EndpointName } from '#lib/contract/endpoints.ts';
import { browserPath } from '#lib/contract/routes.ts';
import type { UpstreamAnswer } from '#server/upstream/upstream-call.ts';
import { createTestBff, requestOf } from '#tests/support/test-bff.ts';

const ANSWERED: UpstreamAnswer = {
  kind: 'answered',
  status: 200,
  cacheControl: '',
  retryAfter: null,
  body: Buffer.from('{"code":200,"message":"","data":[]}'),
};

/** The same answer with another body. */
const saying = (body: string): UpstreamAnswer => ({ ...ANSWERED, body: Buffer.from(body) });

function upstreamOf(answer: () => Promise<UpstreamAnswer>) {
  const asked = { count: 0 };
  return {
    asked,
    upstream: {
      call: () => {
        asked.count += 1;
        return answer();
      },
      close: async () => {},
    },
  };
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: { readonly session: { readonly name: string } } };
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly security?: readonly object[];
  readonly requestBody?: unknown;
  readonly responses: object;
}

describe('/api/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document of every call that a browser may make, and of no other', async () => {
    const { upstream } = upstreamOf(async () => ANSWERED);
    const test = createTestBff(upstream);
    const response = await test.bff(requestOf('openApi'));
    expect(response.status).toBe(200);
    const text = await response.text();
    const { valid, errors } = await new Validator().validate(JSON.parse(text));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    const document = JSON.parse(text) as Document;
    expect(document.info.version).toBe('1.2.3');
    const told = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    );
    const known = Object.entries<Endpoint>(ENDPOINTS)
      .filter(([, { internal }]) => !internal)
      .map(([name, endpoint]) => `${name} ${endpoint.method} ${browserPath(endpoint)}`);
    expect(told.sort()).toEqual(known.sort());
  });

  it('says of each call its segments, who may call it, and that money wants a key', async () => {
    const { upstream } = upstreamOf(async () => ANSWERED);
    const test = createTestBff(upstream);
    const { paths } = (await (await test.bff(requestOf('openApi'))).json()) as Document;
    for (const [name, endpoint] of Object.entries<Endpoint>(ENDPOINTS) as [EndpointName, Endpoint][]) {
      if (endpoint.internal) continue;
      const operation = paths[browserPath(endpoint)]?.[endpoint.method.toLowerCase()] as Operation;
      const segments = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key);
      const inPath = operation.parameters.filter((one) => one.in === 'path');
      expect(
        inPath.map((one) => one.name),
        name,
      ).toEqual(segments);
      expect(
        inPath.every(({ required }) => required),
        name,
      ).toBe(true);
      const isNeeded = operation.security?.some((one) => Object.keys(one).length === 0) === false;
      expect(isNeeded, name).toBe(endpoint.access !== 'public');
      expect(
        operation.parameters.some((one) => one.name === 'Idempotency-Key'),
        name,
      ).toBe(endpoint.keyed);
      if (endpoint.method === 'GET') expect(operation.requestBody, name).toBeUndefined();
      const statuses = name === 'health' ? ['200', '503', 'default'] : ['200', 'default'];
      expect(Object.keys(operation.responses), name).toEqual(statuses);
    }
  });

  it('names the session’s cookie as the browser has it', async () => {
    const { upstream } = upstreamOf(async () => ANSWERED);
    const test = createTestBff(upstream);
    const { components } = (await (await test.bff(requestOf('openApi'))).json()) as Document;
    expect(components.securitySchemes.session.name).toBe('__Host-strategybot');
  });
});

describe('/api/health', () => {
  const healthOf = async (answer: () => Promise<UpstreamAnswer>) => {
    const test = createTestBff(upstreamOf(answer).upstream);
    const response = await test.bff(requestOf('health'));
    return { status: response.status, ...((await response.json()) as object) };
  };

  it('is live, and ready when the exchange answers as the contract has it, with no server error', async () => {
    expect(await healthOf(async () => ANSWERED)).toEqual({ status: 200, live: true, ready: true });
    expect(await healthOf(async () => ({ ...ANSWERED, status: 429 }))).toMatchObject({ status: 200, ready: true });
    expect(await healthOf(async () => ({ ...ANSWERED, status: 503 }))).toMatchObject({ status: 503, ready: false });
    for (const code of [429, 403]) {
      const refused = saying(`{"code":${code},"message":"no","data":null}`);
      expect(await healthOf(async () => refused)).toMatchObject({ status: 200, ready: true });
    }
    for (const body of ['{"code":500,"message":""}', '{"code":503,"message":""}', '<html>', '[]', '']) {
      expect(await healthOf(async () => saying(body)), body).toMatchObject({ status: 503, live: true, ready: false });
    }
    const stranger = { ...saying('<html>'), status: 404 };
    expect(await healthOf(async () => stranger)).toMatchObject({ status: 503, ready: false });
    for (const reason of ['connection', 'deadline', 'too-long'] as const) {
      expect(await healthOf(async () => ({ kind: 'unknown', reason }))).toMatchObject({ status: 503, live: true });
    }
  });

  it('does not wait for an exchange that never answers', async () => {
    expect(await healthOf(() => new Promise(() => {}))).toEqual({ status: 503, live: true, ready: false });
  });

  it('asks the exchange once a second, however many ask', async () => {
    const { upstream, asked } = upstreamOf(async () => ANSWERED);
    const test = createTestBff(upstream);
    await Promise.all(Array.from({ length: 20 }, () => test.bff(requestOf('health'))));
    expect(asked.count).toBe(1);
    test.moveTime(1_000);
    await test.bff(requestOf('health'));
    expect(asked.count).toBe(2);
  });
});
