import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { readBounded } from '#lib/limits/read-bounded.ts';
import { takesGzip } from '#lib/limits/takes-gzip.ts';
import { atCost } from '../door/spent.ts';
import type { Bff } from './bff.ts';

/**
 * The calls of the browser, answered before Next: what Next does around a route costs as much as the call itself, and it passes an
 * event through three streams where one does. A thousand pages open are 200 calls and 1,000 events a second in one thread.
 */

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A shorter text is no shorter when it is packed. */
const LEAST_PACKED_BYTES = 1_024;
/** Up to here packing takes a fifth of a millisecond, about what it costs to have another thread do it: that is for longer ones. */
const LONGEST_PACKED_HERE = 64 * 1024;
/** A tenth longer than the usual level, in a sixth of its time: an answer is packed for one reader. */
const LEVEL = { level: 1 };
/** What the BFF answers is bounded by what it reads of an exchange; no answer of its comes near. */
const LONGEST_ANSWER = 64 * 1024 * 1024;
/** HEAD goes the long way, and is refused there like every method that the contract does not name. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE']);

const packElsewhere = promisify(gzip);

function pack(plain: Uint8Array): Buffer | Promise<Buffer> {
  if (plain.length > LONGEST_PACKED_HERE) return packElsewhere(plain, LEVEL);
  return atCost(() => gzipSync(plain, LEVEL));
}

export interface CallFrontParts {
  /** Gets what is no call, and everything as long as there is no BFF. */
  readonly next: Handler;
  /** The BFF, once there is one. */
  calls(): Bff | undefined;
  /** Of every answer. */
  readonly headers: readonly { readonly key: string; readonly value: string }[];
}

export function createCallFront({ next, calls, headers }: CallFrontParts): Handler {
  /** As long as an answer is under way somebody has its request: the signal of one that is forgotten says nothing (its controller is held weakly). */
  const asked = new WeakMap<ServerResponse, Request>();
  return async (request, response) => {
    const { method = '', url = '' } = request;
    const bff = url.startsWith('/api/') && METHODS.has(method) ? calls() : undefined;
    if (bff === undefined) return next(request, response);
    const gone = new AbortController();
    // Who has got the whole answer has left nothing behind that would have to be stopped.
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    const call = requestOf(request, gone.signal);
    asked.set(response, call);
    const answer = await bff(call);
    for (const { key, value } of headers) response.setHeader(key, value);
    await send(answer, request, response);
  };
}

/** The request as the BFF reads it: whose host was asked stands in its headers alone. */
function requestOf(request: IncomingMessage, signal: AbortSignal): Request {
  const { method = '', url = '', headers: given } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const body = method === 'GET' ? null : bodyOf(request);
  const init = { method, headers, signal, body, duplex: 'half' };
  return new Request(`http://localhost${url}`, init);
}

/** A body as it is read. What nobody reads of it is let go, so that the next call can come over the connection. */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  let parts: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        parts ??= request.iterator({ destroyOnReturn: false });
        const { done, value } = await parts.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await parts?.return?.();
        request.resume();
      },
    },
    { highWaterMark: 0 },
  );
}

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  response.statusCode = answer.status;
  const { body } = answer;
  if (body === null) return void response.end();
  if (answer.headers.get('content-type') === 'text/event-stream') return sendFlow(body, response);
  const plain = await readBounded(body, LONGEST_ANSWER);
  if (plain === null) throw new Error('an answer that is longer than any');
  // Bytes are packed as they are kept, or do not get shorter.
  const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json');
  if (isJson) response.appendHeader('vary', 'accept-encoding');
  const isPacked = isJson && plain.length >= LEAST_PACKED_BYTES && takesGzip(request.headers['accept-encoding']);
  const sent = isPacked ? await pack(plain) : plain;
  if (isPacked) response.setHeader('content-encoding', 'gzip');
  response.setHeader('content-length', sent.length);
  response.end(sent);
}

/** No faster than it is read; ends when the events do. Those of a reader who has left end by the request's signal. */
async function sendFlow(events: AsyncIterable<Uint8Array>, response: ServerResponse): Promise<void> {
  response.flushHeaders();
  for await (const part of events) {
    if (response.destroyed) return;
    if (!response.write(part)) await isRead(response);
  }
  response.end();
}

/** Resolves when what was written has been read, or its reader has left. Nothing of it stays: a stream lasts for hours. */
function isRead(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      response.off('drain', over);
      response.off('close', over);
      resolve();
    };
    response.once('drain', over);
    response.once('close', over);
  });
}
