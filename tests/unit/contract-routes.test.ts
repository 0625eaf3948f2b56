import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS, type Endpoint } from '#lib/contract/endpoints.ts';
import { browserPath, createRouter, fillPath } from '#lib/contract/routes.ts';
import { readBounded } from '#lib/limits/read-bounded.ts';

const calls = Object.entries<Endpoint>(ENDPOINTS);
const find = createRouter(calls.map(([name, { method, path }]) => ({ method, path, route: name })));

describe('the one router', () => {
  it('finds every call by the path that it was filled in to, with whatever the segments hold', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...calls),
        fc.string({ minLength: 1, unit: 'grapheme' }),
        ([name, endpoint], text) => {
          fc.pre(text.isWellFormed());
          const keys = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key as string);
          const segments = Object.fromEntries(keys.map((key) => [key, text]));
          const path = fillPath(endpoint, segments);
          expect(path.split('/').length).toBe(endpoint.path.split('/').length);
          const match = find(endpoint.method, path);
          // A segment that reads as a fixed path's own word belongs to that call.
          expect(match?.route === name || keys.length > 0).toBe(true);
          if (match?.route === name) expect(match.segments).toEqual(segments);
        },
      ),
    );
  });

  it('cuts before it decodes, and knows no other method', () => {
    const path = '/apiw/v2/grid-trading/balance/';
    expect(find('GET', `${path}7`)).toEqual({ route: 'gridBalance', segments: { id: '7' } });
    expect(find('GET', `${path}..%2Fadmin`)).toEqual({ route: 'gridBalance', segments: { id: '../admin' } });
    expect(find('GET', `${path}%37`)).toEqual({ route: 'gridBalance', segments: { id: '7' } });
    for (const odd of ['7/8', '7/', '%', '%zz', '%ff']) expect(find('GET', path + odd), odd).toBeNull();
    expect(find('POST', `${path}7`)).toBeNull();
  });

  it('puts what the BFF answers itself where it is, and the rest under /api', () => {
    expect(browserPath(ENDPOINTS.session)).toBe('/api/session');
    expect(browserPath(ENDPOINTS.gridBase)).toBe('/api/apiw/v2/quant-trading/public/grid-base');
  });
});

describe('the one reader of bodies', () => {
  const stream = async function* (sizes: readonly number[], asked: { parts: number }) {
    for (const size of sizes) {
      asked.parts += 1;
      yield new Uint8Array(size).fill(size);
    }
  };

  it('gives all bytes in order up to its bound, and stops asking at the first one beyond', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 40 })), fc.nat({ max: 300 }), async (sizes, most) => {
        const asked = { parts: 0 };
        const read = await readBounded(stream(sizes, asked), most);
        const total = sizes.reduce((sum, size) => sum + size, 0);
        if (total <= most) expect([...(read ?? [])]).toEqual(sizes.flatMap((size) => Array(size).fill(size)));
        else expect(read).toBeNull();
        let sum = 0;
        const needed = sizes.findIndex((size) => {
          sum += size;
          return sum > most;
        });
        expect(asked.parts).toBe(needed < 0 ? sizes.length : needed + 1);
      }),
    );
  });
});
