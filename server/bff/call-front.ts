import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { SECURITY_HEADERS } from '../content-security-policy.ts';
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
/** HEAD is Next's: it makes it of GET. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE']);

const packElsewhere = promisify(gzip);

function pack(plain: Buffer): Buffer | Promise<Buffer> {
  if (plain.length > LONGEST_PACKED_HERE) return packElsewhere(plain, LEVEL);
  return atCost(() => gzipSync(plain, LEVEL));
}

/** `calls`: the BFF, or undefined as long as there is none; `next` gets what is no call, and everything until then. */
export function createCallFront(next: Handler, calls: () => Bff | undefined): Handler {
  return async (request, response) => {
    const { method = '', url = '' } = request;
    const bff = url.startsWith('/api/') && METHODS.has(method) ? calls() : undefined;
    if (bff === undefined) return next(request, response);
    const gone = new AbortController();
    // Who has got the whole answer has left nothing behind that would have to be stopped.
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    await send(await bff(requestOf(request, gone.signal)), request, response);
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
  return new Request(`http://localhost${url}`, { method, headers, signal, body, duplex: 'half' } as RequestInit);
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
  for (const { key, value } of SECURITY_HEADERS) response.setHeader(key, value);
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  response.statusCode = answer.status;
  if (answer.headers.get('content-type') === 'text/event-stream') return sendFlow(answer, response);
  const plain = Buffer.from(await answer.arrayBuffer());
  // Bytes are packed as they are kept, or do not get shorter.
  const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json');
  if (isJson) response.appendHeader('vary', 'accept-encoding');
  const isPacked = isJson && plain.length >= LEAST_PACKED_BYTES && takesGzip(request);
  const body = isPacked ? await pack(plain) : plain;
  if (isPacked) response.setHeader('content-encoding', 'gzip');
  response.setHeader('content-length', body.length);
  response.end(body);
}

function takesGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
}

/** No faster than it is read; ends when the stream does, or its reader. */
async function sendFlow(answer: Response, response: ServerResponse): Promise<void> {
  response.flushHeaders();
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const left = once(response, 'close');
  void left.then(() => reader.cancel());
  while (!response.destroyed) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!response.write(value)) await Promise.race([once(response, 'drain'), left]);
  }
  response.end();
}
