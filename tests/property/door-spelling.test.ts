import fc from 'fast-check';
import { describe, it } from 'vitest';
import { ENDPOINTS, type Endpoint, type EndpointName } from '#lib/contract/endpoints.ts';
import { browserPath } from '#lib/contract/routes.ts';
import { matchCall } from '#server/bff/call-table.ts';
import { rawTarget } from '#server/bff/request-guards.ts';
import { refuseLine } from '#server/door/request-line.ts';
import { workOf } from '#server/door/work.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';

/**
 * The door judges the line as it came, Next the address that it makes of it: whatever a client writes, they must mean the
 * same call, or a stream sits where pages do and a login costs as much as a price.
 */

const CALLS = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).filter(([, { internal }]) => !internal);
const PAGES = ['/', '/en/strategybot', '/en/strategybot/opengraph-image', '/sitemap.xml', '/_next/image', '/icon.svg'];

const paths = fc.oneof(
  fc.constantFrom(...CALLS.map(([, endpoint]) => browserPath(endpoint).replace(/\{\w+\}/g, '100001'))),
  fc.constantFrom(...PAGES),
);

/** What some readers of an address drop, resolve or take for something else. */
const SPOILT = [
  '.',
  '..',
  '/',
  '/.',
  '/..',
  '/./',
  '/x/../',
  '%2e',
  '%2E%2e',
  '//',
  '\\',
  '/\\',
  '#',
  '#x',
  '?',
  '%23',
];
const OTHER = ['\t', '\n', ' ', '\f', 'é', '"', '<', '|', '%', '%2f', '%5c', '%61', '@', ':', ';', '&', "'", '^', '`'];
const pieces = fc.constantFrom(
  ...SPOILT,
  ...OTHER,
  'api',
  '/api',
  'en',
  '/api/events',
  '/api/session',
  '/en/strategybot',
);

/** A path with pieces put somewhere into it, most often in front, at a slash or behind. */
const targets = fc.tuple(paths, fc.array(fc.tuple(pieces, fc.nat()), { maxLength: 3 })).map(([path, inserted]) =>
  inserted.reduce((text, [piece, at]) => {
    const slashes = [...text.matchAll(/\/|$/g)].flatMap(({ index }) => [index, index + 1]);
    const place = at % 3 === 0 ? at % (text.length + 1) : (slashes[at % slashes.length] ?? 0);
    return text.slice(0, place) + piece + text.slice(place);
  }, path),
);

/** The address that the router gets: Next reads the target as every URL is read. */
function routed(target: string): string | null {
  try {
    return new URL(target, 'http://localhost:3000').href;
  } catch {
    return null;
  }
}

describe('every spelling of a target', () => {
  it('is refused at the door, or is judged as the call that answers it', () => {
    fc.assert(
      fc.property(fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE'), targets, (method, target) => {
        if (refuseLine(method, target) !== null) return;
        const href = routed(target);
        expect(href).not.toBeNull();
        const { path, query } = rawTarget(href ?? '');
        const answering = matchCall(method, path)?.call;
        const meant =
          answering === undefined
            ? workOf(method, `${path}?${query}`)
            : workOf(method, browserPath(answering.endpoint).replace(/\{\w+\}/g, '100001'));
        expect(workOf(method, target)).toEqual(meant);
        // Pages are read only, and there are no pictures made to order, however they are asked for.
        if (method !== 'GET' && method !== 'HEAD') expect(path).toMatch(/^\/api\//);
        expect(path).not.toMatch(/^\/_next\/image(?:\/|$)/);
      }),
      {
        numRuns: runs(5_000, 100_000),
        examples: [
          ['GET', '/x/../api/events'],
          ['GET', '/api/./events'],
          ['GET', '/api/events#x'],
          ['GET', '/api/%2e/events'],
          ['GET', '/api/eve\tnts'],
          ['POST', '/api/x/../session'],
          ['POST', '/api/../en/strategybot'],
          ['GET', '/en/../_next/image?url=%2Fx'],
        ],
      },
    );
  });

  it('as a browser writes it comes in', () => {
    for (const [, endpoint] of CALLS) {
      const path = browserPath(endpoint).replace(/\{\w+\}/g, '100001');
      expect(refuseLine(endpoint.method, path), path).toBeNull();
      expect(refuseLine(endpoint.method, `${path}?market=BTC_USDT&name=%E7%BD%91%20a/../b//c&x=`), path).toBeNull();
    }
    for (const page of ['/', '/en/strategybot?', '/en/.well-known', '/en/a..b', '/_next/static/chunks/[x]-1.js'])
      expect(refuseLine('GET', page), page).toBeNull();
  });
});
