import { z } from 'zod';
import type { CallShape } from './contract.ts';
import { CAPABILITIES, ENDPOINTS, type Endpoint, type EndpointName } from './endpoints.ts';
import { browserPath } from './routes.ts';
import { IDEMPOTENCY_KEY } from './vocabulary.ts';

/** The contract as an OpenAPI 3.1 document: made from the table that the browser, the BFF and the exchange are made from. */

type Json = Readonly<Record<string, unknown>>;

const MONEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'One a wish, made by the client: the same key with the same request is carried out once.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
} as const;

const REFUSED = {
  description: 'Refused by the door, or by the call itself where it has no envelope: the code is the HTTP status.',
  headers: { 'Retry-After': { description: 'Whole seconds, with 429 and 503.', schema: { type: 'integer' } } },
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
      },
    },
  },
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
        'What the exchange answers or refuses has HTTP status 200 and a code in the envelope, except where a call is bare or ' +
        'answers bytes. What the door in front of it refuses (a session that is over, an unknown call, a foreign origin, too ' +
        'many requests, no answer of the exchange) has its code as HTTP status too, and Retry-After where waiting helps.',
    },
    paths,
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } } },
    'x-capabilities': CAPABILITIES,
  };
}

function operation(name: string, endpoint: Endpoint, shape: CallShape): Json {
  const parameters = [
    ...parametersOf('path', shape.path),
    ...parametersOf('query', shape.query),
    ...(endpoint.money ? [MONEY_HEADER] : []),
  ];
  return {
    operationId: name,
    parameters,
    ...(endpoint.access === 'public' ? {} : { security: [{ session: [] }] }),
    ...(shape.body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(shape.body) } } } }),
    responses: {
      '200': { description: 'The answer, or a refusal by its code.', content: contentOf(endpoint, shape) },
      default: REFUSED,
    },
    'x-access': endpoint.access,
    ...(endpoint.capability === '' ? {} : { 'x-capability': endpoint.capability }),
  };
}

function contentOf(endpoint: Endpoint, { reply }: CallShape): Json {
  if (endpoint.reply === 'bytes') return { 'application/octet-stream': {} };
  if (endpoint.reply === 'events') return { 'text/event-stream': { schema: schemaOf(reply) } };
  return { 'application/json': { schema: schemaOf(reply) } };
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
