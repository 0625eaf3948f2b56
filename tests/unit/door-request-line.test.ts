import { describe, expect, it } from 'vitest';
import { refuseLine } from '#server/door/request-line.ts';

describe('the first line of a request (F8)', () => {
  it('is refused by status 405 for methods that nothing here answers', () => {
    for (const method of ['TRACE', 'OPTIONS', 'CONNECT', 'PATCH', 'PROPFIND', 'get', ''])
      expect(refuseLine(method, method === 'OPTIONS' ? '*' : '/'), method).toEqual({
        status: 405,
        allow: 'GET, HEAD, POST, PUT, DELETE',
      });
  });

  it('is refused for targets that are no path', () => {
    for (const target of [
      'http://evil.example/',
      'https://evil.example/en/strategybot',
      '//evil.example/',
      '/\\evil',
      '*',
      '',
      'en',
    ])
      expect(refuseLine('GET', target), target).toEqual({ status: 400 });
  });

  it('is refused where readers of addresses would make another one of it: the door judges what is answered', () => {
    for (const target of [
      '/x/../api/events',
      '/api/./events',
      '/api/%2e/events',
      '/api/x/%2E%2e/events',
      '/api/events/..',
      '/api/events#x',
      '/en/strategybot?x#y',
      '/api//events',
      '/en/strategybot//',
      '/api\\events',
      '/api/eve\tnts',
      '/en/é',
      '/en/"',
    ])
      for (const method of ['GET', 'HEAD']) expect(refuseLine(method, target), target).toEqual({ status: 400 });
    for (const target of ['/api/x/../session', '/api/../en/strategybot', '/api/session#x'])
      expect(refuseLine('POST', target), target).toEqual({ status: 400 });
  });

  it('leaves no image service on', () => {
    for (const target of ['/_next/image?url=%2Ficon.svg&w=64&q=75', '/_next/image', '/_next/image/'])
      expect(refuseLine('GET', target), target).toEqual({ status: 404 });
  });

  it('leaves it off in Next’s own settings too, and no page needs it', async () => {
    const { default: config } = (await import('../../next.config.mjs')) as { default: { images?: object } };
    expect(config.images).toEqual({ unoptimized: true });
  });

  it('brings a body to calls alone: Next would print a stack for one that a page gets and that is broken off (F9)', () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      for (const page of ['/', '/strategybot', '/en/strategybot', '/en/nowhere?x=/api/', '/apiw/v2/x'])
        expect(refuseLine(method, page), `${method} ${page}`).toEqual({ status: 405, allow: 'GET, HEAD' });
      for (const call of ['/api/a%20b', '/api/%zz?x=1'])
        expect(refuseLine(method, call), `${method} ${call}`).toEqual({ status: 400 });
      for (const call of ['/api/session', '/api/apiw/v2/grid-trading/cancel/100001?x=%20'])
        expect(refuseLine(method, call), `${method} ${call}`).toBeNull();
    }
  });

  it('lets everything else in', () => {
    for (const target of [
      '/',
      '/en/strategybot',
      '/api/session',
      '/_next/static/x.js',
      '/_next/images.js',
      '/x?y=http://z',
    ])
      expect(refuseLine('GET', target), target).toBeNull();
  });
});
