import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { ANY_LANGUAGE } from '#lib/i18n/languages.ts';
import { takesGzip } from '#lib/limits/takes-gzip.ts';
import { REQUEST_ID_HEADER } from '../log/request-context.ts';
import { captureBody } from './held-answer.ts';

/**
 * A small shared cache before Next for the public pages, which are the same for everybody. For one second after Next
 * gave a page, its bytes (plain and gzip, made once) are sent again as they are: a page that many ask for costs as much
 * as a file, and nobody sees anything older than Next's own cache would show a second ago.
 */

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const FRESH_MS = 1_000;
/** Of all kept pages together, plain and compressed. */
const MOST_BYTES = 12 * 1024 * 1024;
const LONGEST_ADDRESS = 300;
/** No escapes: other spellings of a page go the long way, where they are refused. */
const PUBLIC_PAGE = new RegExp(`^/(?:${ANY_LANGUAGE})/(?:strategybot|earn|help)(?:/[\\w/-]*)?(?:\\?|$)`);
/** Requests that Next answers in another way than with the page itself, or that it must look at. */
const SPECIAL_HEADER = /^(?:rsc$|next-|x-next|x-middleware|x-prerender|content-security-policy|range$|if-)/;
/** Of a kept answer these are made anew for each request. */
export const OWN_HEADERS = [
  REQUEST_ID_HEADER,
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
];

interface Page {
  readonly headers: OutgoingHttpHeaders;
  readonly plain: Buffer;
  /** Made when the first browser that takes it asks. */
  gzip: Buffer | undefined;
  readonly untilMs: number;
}

export function createPageFront(make: Handler, nowMs: () => number): Handler {
  const next: Handler = (request, response) => {
    refuseKeeping(response);
    return make(request, response);
  };
  const pages = new LRUCache<string, Page>({
    maxSize: MOST_BYTES,
    // A page is compressed later, to a fifth at most.
    sizeCalculation: ({ plain }) => Math.ceil(plain.length * 1.2),
  });
  const underWay = new Map<string, Promise<Page | null>>();

  /** Has Next make the page; null when it is not one that may be kept, which has been answered then. */
  async function fetchPage(address: string, request: IncomingMessage, response: ServerResponse): Promise<Page | null> {
    const acceptEncoding = request.headers['accept-encoding'];
    request.headers['accept-encoding'] = 'identity';
    const captured = captureBody(response);
    await Promise.race([next(request, response), captured]);
    const plain = await captured;
    // The client left before the page was whole.
    if (plain === null) return null;
    request.headers['accept-encoding'] = acceptEncoding;
    if (!mayKeep(response)) {
      // Written through the patched head: refusals go out without leave to keep them.
      response.end(plain);
      return null;
    }
    const headers = response.getHeaders();
    for (const name of OWN_HEADERS) delete headers[name];
    const page: Page = { headers, plain, gzip: undefined, untilMs: nowMs() + FRESH_MS };
    pages.set(address, page);
    return page;
  }

  return async (request, response) => {
    const address = request.url ?? '';
    if (!isPlainPageRequest(request, address)) return next(request, response);
    const known = pages.get(address);
    if (known !== undefined && known.untilMs > nowMs()) return send(known, request, response);
    const waiting = underWay.get(address);
    if (waiting !== undefined) {
      const page = await waiting.catch(() => null);
      return page === null ? next(request, response) : send(page, request, response);
    }
    const fetching = fetchPage(address, request, response);
    underWay.set(address, fetching);
    try {
      const page = await fetching;
      if (page !== null) send(page, request, response);
    } finally {
      underWay.delete(address);
    }
  };
}

/** What is missing or failed now may be there soon: no cache on the way may keep such an answer. */
function refuseKeeping(response: ServerResponse): void {
  const { writeHead } = response;
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    for (const [index, given] of rest.entries()) {
      if (status < 400 || typeof given !== 'object' || given === null || Array.isArray(given)) continue;
      rest[index] = Object.fromEntries(
        Object.entries(given).filter(([name]) => name.toLowerCase() !== 'cache-control'),
      );
    }
    if (status >= 400) response.setHeader('cache-control', 'private, no-store');
    return Reflect.apply(writeHead, response, [status, ...rest]);
  }) as typeof response.writeHead;
}

function isPlainPageRequest(request: IncomingMessage, address: string): boolean {
  if (request.method !== 'GET' || address.length > LONGEST_ADDRESS || !PUBLIC_PAGE.test(address)) return false;
  for (const name in request.headers) if (SPECIAL_HEADER.test(name)) return false;
  return true;
}

function mayKeep(response: ServerResponse): boolean {
  return (
    response.statusCode === 200 &&
    !response.headersSent &&
    !response.hasHeader('set-cookie') &&
    /\bs-maxage=[1-9]/.test(String(response.getHeader('cache-control') ?? '')) &&
    String(response.getHeader('content-type') ?? '').startsWith('text/html')
  );
}

function send(page: Page, request: IncomingMessage, response: ServerResponse): void {
  const isPacked = takesGzip(request.headers['accept-encoding']);
  if (isPacked) page.gzip ??= gzipSync(page.plain);
  const body = isPacked && page.gzip !== undefined ? page.gzip : page.plain;
  // The number is of this request, not of the one that the page was made for.
  for (const name of response.getHeaderNames()) if (name !== REQUEST_ID_HEADER) response.removeHeader(name);
  response.writeHead(200, {
    ...page.headers,
    ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    'content-length': body.length,
  });
  response.end(body);
}
