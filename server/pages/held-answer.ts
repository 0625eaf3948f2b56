import type { ServerResponse } from 'node:http';

type Write = ServerResponse['write'];
type End = ServerResponse['end'];
type WriteHead = ServerResponse['writeHead'];

/** What is written to a response, in place of sending it. */
class Written {
  private readonly parts: Buffer[] = [];

  take(args: readonly unknown[]): void {
    const [chunk, encoding] = args;
    if (typeof chunk === 'string') {
      const isEncoding = typeof encoding === 'string' && Buffer.isEncoding(encoding);
      this.parts.push(Buffer.from(chunk, isEncoding ? encoding : 'utf8'));
    } else if (chunk instanceof Uint8Array) this.parts.push(Buffer.from(chunk));
    const last = args.findLast((arg) => typeof arg === 'function');
    if (typeof last === 'function') last();
  }

  whole(): Buffer {
    return Buffer.concat(this.parts);
  }
}

/** Collects what is written instead of sending it; resolves with all of it at the end, with null when nobody listens any more. */
export function captureBody(response: ServerResponse): Promise<Buffer | null> {
  const { write, end, writeHead, flushHeaders } = response;
  const written = new Written();
  return new Promise((resolve) => {
    response.once('close', () => resolve(null));
    // Headers must not be sent before it is known what the answer is.
    response.flushHeaders = () => {};
    response.writeHead = ((status: number, ...rest: unknown[]) => {
      response.statusCode = status;
      setHeaders(response, rest);
      return response;
    }) as WriteHead;
    response.write = ((...args: unknown[]) => {
      written.take(args);
      return true;
    }) as Write;
    response.end = ((...args: unknown[]) => {
      Object.assign(response, { write, end, writeHead, flushHeaders });
      written.take(args);
      resolve(written.whole());
      return response;
    }) as End;
  });
}

/**
 * Holds back a page that says that there is none (`isMissingPage`), and hands it to `instead` when it is whole; every other answer goes out as it is written.
 */
export function holdMissing(response: ServerResponse, instead: (written: Buffer) => void): void {
  const { write, end, writeHead, flushHeaders } = response;
  let held: Written | null = null;
  const holds = (): Written | null => {
    if (held === null && !response.headersSent && isMissingPage(response)) held = new Written();
    return held;
  };
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    if (status !== 404) return Reflect.apply(writeHead, response, [status, ...rest]);
    response.statusCode = status;
    setHeaders(response, rest);
    return holds() === null ? writeHead.call(response, status) : response;
  }) as WriteHead;
  response.flushHeaders = () => {
    if (holds() === null) flushHeaders.call(response);
  };
  response.write = ((...args: unknown[]) => {
    const taken = holds();
    if (taken === null) return Reflect.apply(write, response, args);
    taken.take(args);
    return true;
  }) as Write;
  response.end = ((...args: unknown[]) => {
    const taken = holds();
    if (taken === null) return Reflect.apply(end, response, args);
    Object.assign(response, { write, end, writeHead, flushHeaders });
    taken.take(args);
    instead(taken.whole());
    return response;
  }) as End;
}

/** A page for people that says that there is none: Next sends it without a body, to be drawn by its scripts. */
function isMissingPage(response: ServerResponse): boolean {
  return response.statusCode === 404 && String(response.getHeader('content-type') ?? '').startsWith('text/html');
}

/** Headers as `writeHead` takes them. */
function setHeaders(response: ServerResponse, rest: readonly unknown[]): void {
  const given = rest.find((one) => typeof one === 'object' && one !== null) ?? {};
  for (const [name, value] of Object.entries(given)) response.setHeader(name, value as string);
}
