import { z } from 'zod';
import type { CallShape } from './contract.ts';
import { CAPABILITIES, ENDPOINTS, type Endpoint, type EndpointName, isSharedCall } from './endpoints.ts';
import { LAST_ID, LAST_ID_HEADER } from './event-stream.ts';
import { browserPath } from './routes.ts';
import { IDEMPOTENCY_KEY, TRADER_HEADER } from './vocabulary.ts';

/** The contract as an OpenAPI 3.1 document: made from the table that the browser, the BFF and the exchange are made from. */

type Json = Readonly<Record<string, unknown>>;

interface Header {
  readonly name: string;
  readonly isOf: (endpoint: Endpoint) => boolean;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Json;
}

/** Headers that a call needs, or that change what it does. */
const HEADERS: readonly Header[] = [
  {
    name: 'Idempotency-Key',
    isOf: ({ keyed }) => keyed,
    required: true,
    description: 'One a wish, made by the client: the same key with the same request is carried out once.',
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
  },
  {
    name: 'Origin',
    isOf: ({ mutates }) => mutates,
    required: true,
    description:
      'Scheme, host and port of this document. Browsers send it by themselves; a page of another site is refused.',
    schema: { type: 'string', format: 'uri' },
  },
  {
    name: TRADER_HEADER,
    isOf: ({ mutates, side }) => mutates && side === 'upstream',
    description: 'For whom it is asked (user_id): refused with 409 when somebody else is logged in by now.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  {
    name: LAST_ID_HEADER,
    isOf: ({ reply }) => reply === 'events',
    description: 'The id that was read last, where a stream goes on.',
    schema: { type: 'string', pattern: LAST_ID.source },
  },
];

const REFUSAL = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'integer' },
    message: { type: 'string' },
    data: {},
    require_fundpass: { type: 'boolean', description: 'The call is to be made again with the fund password.' },
  },
} as const;
const REFUSAL_SCHEMA = { $ref: '#/components/schemas/Refusal' };

const REFUSED = {
  description: 'Refused by the door, or by the call itself where it has no envelope: the code is the HTTP status.',
  headers: { 'Retry-After': { description: 'Whole seconds, with 429 and 503.', schema: { type: 'integer' } } },
  content: { 'application/json': { schema: REFUSAL_SCHEMA } },
} as const;

/** `shapes`: of every call, as the contract has them. `version`: of the product. `cookieName`: of its session. */
export function openApiOf(
  shapes: Readonly<Record<EndpointName, CallShape>>,
  version: string,
  cookieName: string,
): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(ENDPOINTS)) {
    if (endpoint.internal) continue;
    const path = browserPath(endpoint);
    paths[path] ??= {};
    (paths[path] as Record<string, Json>)[endpoint.method.toLowerCase()] = operation(
      name,
      endpoint,
      shapes[name as EndpointName],
    );
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Strategybot',
      version,
      description:
        'What a browser may call. Amounts and prices are decimal texts, times are seconds since 1970, rates are fractions. ' +
        'What the exchange answers or refuses has HTTP status 200 and a code in the envelope; calls without an envelope (bare ' +
        'ones, bytes, events) refuse by their HTTP status. What the door in front of it refuses (a session that is over, an unknown call, a foreign origin, too ' +
        'many requests, no answer of the exchange) has its code as HTTP status too, and Retry-After where waiting helps.',
    },
    paths,
    components: {
      schemas: { Refusal: REFUSAL },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    },
    'x-capabilities': CAPABILITIES,
  };
}

function operation(name: string, endpoint: Endpoint, shape: CallShape): Json {
  const parameters = [
    ...parametersOf('path', shape.path),
    ...parametersOf('query', shape.query),
    ...HEADERS.filter(({ isOf }) => isOf(endpoint)).map(({ isOf: _, ...header }) => ({ in: 'header', ...header })),
  ];
  return {
    operationId: name,
    parameters,
    ...securityOf(name, endpoint),
    ...(shape.body === undefined
      ? {}
      : {
          requestBody: {
            required: !shape.body.safeParse(undefined).success,
            content: { 'application/json': { schema: schemaOf(shape.body) } },
          },
        }),
    responses: {
      '200': answered(endpoint, shape),
      ...(name === 'health' ? { '503': notReady(shape) } : {}),
      default: REFUSED,
    },
    'x-access': endpoint.access,
    ...(endpoint.capability === '' ? {} : { 'x-capability': endpoint.capability }),
  };
}

/** Who may call. What is public and not the same for everybody tells more to a session: a trader's own list, his own hidden bot. */
function securityOf(name: string, endpoint: Endpoint): Json {
  const session = { session: [] };
  if (endpoint.access !== 'public') return { security: [session] };
  const isPersonal = name === 'session' || (endpoint.side === 'upstream' && !isSharedCall(endpoint));
  return isPersonal ? { security: [{}, session] } : {};
}

function answered(endpoint: Endpoint, { reply }: CallShape): Json {
  const description = 'The answer.';
  if (endpoint.reply === 'bytes') return { description, content: { 'application/octet-stream': {} } };
  if (endpoint.reply === 'events')
    return { description, content: { 'text/event-stream': { schema: schemaOf(reply) } } };
  if (endpoint.isBare) return { description, content: { 'application/json': { schema: schemaOf(reply) } } };
  const schema = { anyOf: [schemaOf(reply), REFUSAL_SCHEMA] };
  return { description: 'The answer, or a refusal by its code.', content: { 'application/json': { schema } } };
}

/** Health says the same words when it is not ready; before it is asked the door may be too busy to. */
function notReady({ reply }: CallShape): Json {
  const schema = { anyOf: [schemaOf(reply), REFUSAL_SCHEMA] };
  return { description: 'Not ready.', content: { 'application/json': { schema } } };
}

function parametersOf(place: 'path' | 'query', shape: z.ZodType | undefined): readonly Json[] {
  if (shape === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(shape) as {
    properties?: Record<string, Json>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

/** JSON Schema of what stands on the wire: before anything is read into numbers. What no schema can say stays open. */
function schemaOf(shape: z.ZodType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  return schema;
}
