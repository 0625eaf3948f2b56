import { createHash } from 'node:crypto';
import { APPEARANCE_SCRIPT } from '../lib/appearance-script.ts';

/**
 * Content security policies. Two kinds of page, two policies:
 * - Public pages are prerendered, the same HTML for everybody, so no nonce of a request can be in them. React streams
 *   its data to the page as inline scripts whose text differs from page to page, and Next offers neither hashes nor
 *   nonces for prerendered ones (its subresource integrity covers files only). Their policy allows inline scripts and
 *   forbids everything else that is not ours; they show no private data and no markup of other people.
 * - Private pages (trade, login, registration) are rendered for the request and get a nonce; nothing runs without it.
 */

const isDevelopment = process.env.NODE_ENV === 'development';
/** React's development build evaluates code to show server stacks in the browser. */
const evaluation = isDevelopment ? " 'unsafe-eval'" : '';

function policy(scripts: string, around = "'none'"): string {
  return [
    "default-src 'self'",
    `script-src ${scripts}${evaluation}`,
    // React and the chart set style attributes; styles cannot run code.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${around}`,
  ].join('; ');
}

export const PUBLIC_PAGE_POLICY = policy("'self' 'unsafe-inline'");

/** The one inline script of the layout, which is a constant and so has a hash instead of the nonce. */
const APPEARANCE_HASH = `'sha256-${createHash('sha256').update(APPEARANCE_SCRIPT).digest('base64')}'`;

/** `isFramed`: pages of ours may show it in a frame. */
export function privatePagePolicy(nonce: string, isFramed = false): string {
  return policy(`'self' 'nonce-${nonce}' ${APPEARANCE_HASH} 'strict-dynamic'`, isFramed ? "'self'" : "'none'");
}

/** Of the service worker: it has nothing to load, nor anybody to talk to. */
export const WORKER_POLICY = "default-src 'none'";

/** Headers of every answer, pages and calls alike. */
export const SECURITY_HEADERS: readonly { readonly key: string; readonly value: string }[] = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=()' },
];

/** In place of `X-Frame-Options` above where pages of ours show a page in a frame (FRAMED_PAGE). */
export const FRAMED_HEADERS = [{ key: 'X-Frame-Options', value: 'SAMEORIGIN' }];
