import { type NextRequest, NextResponse } from 'next/server';
import { isLanguage, type Language } from '#lib/i18n/languages.ts';
import { hasMalformedEscape, rawTarget } from '#server/bff/request-guards.ts';
import { PUBLIC_PAGE_POLICY, privatePagePolicy } from '#server/content-security-policy.ts';
import { pageLanguage } from '#server/pages/page-language.ts';
import { FRAMED_PAGE, PRIVATE_PAGES } from '#server/pages/private-pages.ts';

/** Pages by what follows the language. Private ones are rendered for the request and get a nonce. */
const PRIVATE = new Set(PRIVATE_PAGES);
const PAGES = new Set(['strategybot', 'earn', 'help', 'mobileapp', ...PRIVATE]);

/**
 * What clients may not tell us: Next takes the nonce from the request's own policy header, and the rest are names that
 * only a server in front of us may use.
 */
const FORGEABLE = [
  'content-security-policy',
  'content-security-policy-report-only',
  'x-nonce',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
];

/** Guards and language routing. The cached public pages do not pass here (see the matcher): that keeps them cheap. */
export function proxy(request: NextRequest): NextResponse {
  const { path } = rawTarget(request.url);
  if (hasMalformedEscape(path)) return plain(400);
  const headers = cleanHeaders(request.headers);
  if (path.startsWith('/api/')) return NextResponse.next({ request: { headers } });
  // No page of ours needs an escape in its path: such an address is another spelling of a page, or of none.
  if (path.includes('%')) return notFound(request);
  const [, first = '', second = '', third = ''] = path.split('/');
  if (!isLanguage(first)) {
    if (path === '/') return redirect(request, `/${visitorLanguage(request)}/strategybot`);
    return PAGES.has(first) ? redirect(request, `/${visitorLanguage(request)}${path}`) : notFound(request);
  }
  if (second === '') return redirect(request, `/${first}/strategybot`);
  const isPrivate = PRIVATE.has(second) || PRIVATE.has(`${second}/${third}`);
  return isPrivate ? privatePage(headers, path === `/${first}/${FRAMED_PAGE}`) : publicPage(headers);
}

function visitorLanguage(request: NextRequest): Language {
  return pageLanguage(request.cookies.get('lang')?.value, request.headers.get('accept-language'));
}

function cleanHeaders(from: Headers): Headers {
  const headers = new Headers(from);
  for (const name of FORGEABLE) headers.delete(name);
  return headers;
}

function privatePage(headers: Headers, isFramed: boolean): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = privatePagePolicy(nonce, isFramed);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

function publicPage(headers: Headers): NextResponse {
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', PUBLIC_PAGE_POLICY);
  return response;
}

function redirect(request: NextRequest, path: string): NextResponse {
  const target = request.nextUrl.clone();
  target.pathname = path;
  return NextResponse.redirect(target, {
    status: 307,
    headers: { 'cache-control': 'private, no-store', vary: 'Cookie, Accept-Language' },
  });
}

/** The not-found page, in the visitor's language; never kept by a cache. */
function notFound(request: NextRequest): NextResponse {
  const response = NextResponse.rewrite(new URL(`/${visitorLanguage(request)}/not-found`, request.url), {
    request: { headers: cleanHeaders(request.headers) },
  });
  response.headers.set('content-security-policy', PUBLIC_PAGE_POLICY);
  response.headers.set('cache-control', 'private, no-store');
  return response;
}

function plain(status: number): NextResponse {
  return new NextResponse(null, { status, headers: { 'cache-control': 'private, no-store' } });
}

export const config = {
  matcher: [
    // Everything but files, calls and the cached public pages.
    '/((?!_next/static/|_next/image|api/|favicon\\.ico$|icon|sitemap\\.xml$|sitemaps/[a-z0-9_-]+\\.xml$|robots\\.txt$|push/worker\\.js$|clips/[a-z_-]+\\.webm$|(?:en|zh|es|pt|ru|tr|vi|ja|ko|de|fr|ar)/(?:strategybot(?:/(?!portfolio$)[\\w/-]*)?|(?:help|earn)(?:/[\\w/-]*)?)$).*)',
    // Calls with escapes in their address: Next itself answers malformed ones with 500.
    '/api/(.*%.*)',
    // Requests that bring a policy of their own, lest their nonce gets into a page that is kept for everybody.
    { source: '/((?!_next/static/|api/).*)', has: [{ type: 'header', key: 'content-security-policy' }] },
    { source: '/((?!_next/static/|api/).*)', has: [{ type: 'header', key: 'content-security-policy-report-only' }] },
  ],
};
