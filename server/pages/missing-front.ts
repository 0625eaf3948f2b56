import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { isLanguage, type Language } from '#lib/i18n/languages.ts';
import { takesGzip } from '#lib/limits/takes-gzip.ts';
import { captureBody, holdMissing } from './held-answer.ts';
import { type Handler, OWN_HEADERS } from './page-front.ts';
import { pageLanguage } from './page-language.ts';

/**
 * What is not there is a whole page too, for those without JavaScript and for crawlers. Next leaves the body of a page that calls
 * notFound() to its scripts; so the same words as a page of their own (app/[lang]/strategybot/missing) are sent in its place, with the status
 * and in the language that were answered. What browsers' scripts ask for, files and calls stay as they are.
 */

/** Where that page is: among the public ones, so that it is kept as they are. Asked for by its address it is not there either. */
const MISSING = '/strategybot/missing';

const LANGUAGE_COOKIE = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/;
interface MissingPage {
  readonly headers: OutgoingHttpHeaders;
  readonly plain: Buffer;
}

export function createMissingFront(pages: Handler): Handler {
  /** The page in a language; null where it cannot be made. */
  async function pageIn(language: Language, host: string): Promise<MissingPage | null> {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, {
      method: 'GET',
      url: `/${language}${MISSING}`,
      headers: { host, 'accept-encoding': 'identity' },
    });
    request.push(null);
    const response = new ServerResponse(request);
    const captured = captureBody(response);
    await Promise.race([pages(request, response), captured]);
    const plain = await captured;
    if (plain === null || response.statusCode !== 200) return null;
    const headers = response.getHeaders();
    // No cache on the way may keep that something is not there.
    for (const name of [...OWN_HEADERS, 'cache-control']) delete headers[name];
    return { headers, plain };
  }

  return async (request, response) => {
    const before = response.getHeaders();
    const answer = async (written: Buffer): Promise<void> => {
      const page = await pageIn(languageOf(request), request.headers.host ?? 'localhost');
      if (page === null) response.end(written);
      else send(page, before, request, response);
    };
    if (isMissingAddress(request.url ?? '')) {
      response.statusCode = 404;
      return answer(Buffer.alloc(0));
    }
    holdMissing(response, (written) => {
      answer(written).catch(() => response.destroy());
    });
    return pages(request, response);
  };
}

function isMissingAddress(url: string): boolean {
  const [, language = '', ...rest] = (url.split('?')[0] ?? '').split('/');
  return isLanguage(language) && `/${rest.join('/')}` === MISSING;
}

/** That of the address, else the visitor's. */
function languageOf({ url = '', headers }: IncomingMessage): Language {
  const [, first = ''] = url.split(/[/?]/);
  if (isLanguage(first)) return first;
  return pageLanguage(LANGUAGE_COOKIE.exec(headers.cookie ?? '')?.[1], headers['accept-language'] ?? null);
}

/** `before`: what the door had said when the request came in. */
function send(
  { headers, plain }: MissingPage,
  before: OutgoingHttpHeaders,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const isPacked = takesGzip(request.headers['accept-encoding']);
  const body = isPacked ? gzipSync(plain) : plain;
  for (const name of response.getHeaderNames()) if (before[name] === undefined) response.removeHeader(name);
  response.writeHead(404, {
    ...headers,
    ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    'cache-control': 'private, no-store',
    'content-length': body.length,
  });
  response.end(body);
}
