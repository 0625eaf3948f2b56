import {
  getRedirectUrl,
  getRewrittenUrl,
  isRewrite,
  unstable_doesMiddlewareMatch,
} from 'next/experimental/testing/server';
import { NextRequest } from 'next/server';
import { describe, expect, it } from 'vitest';
import { ANY_LANGUAGE, LANGUAGES } from '#lib/i18n/languages.ts';
import { pageLanguage } from '#server/pages/page-language.ts';
import { config, proxy } from '../../proxy.ts';

const ORIGIN = 'https://bots.example';
const visit = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(`${ORIGIN}${path}`, { headers }));
const passes = (url: string, headers: Record<string, string> = {}) =>
  unstable_doesMiddlewareMatch({ config, nextConfig: {}, url, headers });

describe('the language of a page', () => {
  it('is the cookie’s, then that of Accept-Language by its weights, else English', () => {
    expect(pageLanguage('zh', 'en')).toBe('zh');
    expect(pageLanguage('nl', 'zh-CN,zh;q=0.9')).toBe('zh');
    expect(pageLanguage(undefined, 'nl, zh;q=0.3, en;q=0.8')).toBe('en');
    expect(pageLanguage(undefined, 'nl;q=0.9, zh-Hant-TW;q=0.2')).toBe('zh');
    expect(pageLanguage(undefined, 'zh;q=0, sv')).toBe('en');
    expect(pageLanguage(undefined, null)).toBe('en');
    expect(pageLanguage(undefined, ';;;q=abc,,,')).toBe('en');
  });

  it('is put before a known page without one, keeping the query', () => {
    const response = visit('/strategybot/detail?id=5&type=spot_grid&name=%E7%BD%91', { cookie: 'lang=zh' });
    expect(response.status).toBe(307);
    expect(getRedirectUrl(response)).toBe(`${ORIGIN}/zh/strategybot/detail?id=5&type=spot_grid&name=%E7%BD%91`);
    expect(response.headers.get('vary')).toBe('Cookie, Accept-Language');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(getRedirectUrl(visit('/trade/BTC_USDT?tradModel=strategybot', { 'accept-language': 'zh' }))).toBe(
      `${ORIGIN}/zh/trade/BTC_USDT?tradModel=strategybot`,
    );
  });

  it('is asked of no page of a file: the worker that shows what is pushed stands where it is', () => {
    expect(passes('/push/worker.js')).toBe(false);
    expect(passes('/push/other.js')).toBe(true);
  });

  it('leads from the bare addresses to the section’s first page', () => {
    expect(getRedirectUrl(visit('/'))).toBe(`${ORIGIN}/en/strategybot`);
    expect(getRedirectUrl(visit('/zh'))).toBe(`${ORIGIN}/zh/strategybot`);
  });

  it.each([
    '/nl/strategybot',
    '/EN/strategybot',
    '/en-US/strategybot',
    '/zz',
    '/admin',
    '/strategybots',
    '//evil.example/strategybot',
    '/.env',
  ])('does not exist for %s: not found, kept by no cache', (path) => {
    const response = visit(path);
    expect(isRewrite(response)).toBe(true);
    expect(new URL(getRewrittenUrl(response) ?? '').pathname).toBe('/en/not-found');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });
});

describe('the guard before the pages', () => {
  it.each(['/en/%', '/en/strategybot/%ff', '/%', '/api/%', '/api/x%ff', '/en/%c3%28'])(
    'answers 400 to the malformed escape in %s',
    (path) => {
      expect(passes(path)).toBe(true);
      expect(visit(path).status).toBe(400);
    },
  );

  it.each(['/%65n/strategybot', '/en/%73trategybot', '/en/strategybot%2fdetail'])(
    'does not serve %s, another spelling of a page, lest caches keep it',
    (path) => {
      expect(passes(path)).toBe(true);
      expect(isRewrite(visit(path))).toBe(true);
    },
  );

  it('is not passed by the public pages, which are kept and cost little', () => {
    // The matcher is read by Next while it builds: it cannot be put together from the list, so it is held against it.
    expect(config.matcher.map(String).join()).toContain(`(?:${ANY_LANGUAGE})/(?:strategybot`);
    for (const path of [
      ...LANGUAGES.map((language) => `/${language}/strategybot`),
      '/en/strategybot/detail?id=1&type=spot_grid',
      '/zh/strategybot/signaler-detail?anonymous=0',
      '/en/help',
      '/de/help/bots/spot_grid',
      '/en/earn/sell-high',
      '/zh/earn/buy-low/ETH_USDT',
    ]) {
      expect(passes(path)).toBe(false);
    }
    for (const path of [
      '/_next/static/chunks/a.js',
      '/robots.txt',
      '/sitemap.xml',
      '/sitemaps/bots-spot_grid-1.xml',
      '/api/session',
    ])
      expect(passes(path)).toBe(false);
  });

  it('is passed by whoever brings a policy of his own, whose nonce must not get into a kept page', () => {
    const forged = { 'content-security-policy': "script-src 'nonce-ZXZpbA=='" };
    expect(passes('/en/strategybot', forged)).toBe(true);
    const response = visit('/en/strategybot', forged);
    expect(response.headers.get('x-middleware-override-headers')?.split(',')).not.toContain('content-security-policy');
    expect(response.headers.get('content-security-policy')).not.toContain('ZXZpbA');
  });

  it('gives private pages a fresh nonce and forgets what the client says about it or about proxies', () => {
    const headers = {
      'x-nonce': 'evil',
      'content-security-policy': "script-src 'nonce-evil'",
      'x-forwarded-host': 'evil.example',
      'x-real-ip': '6.6.6.6',
    };
    const [first, second] = [visit('/en/trade/BTC_USDT', headers), visit('/en/trade/BTC_USDT', headers)];
    const policy = first.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(nonce).toBeTruthy();
    expect(policy).toContain("'strict-dynamic'");
    expect(/script-src ([^;]+)/.exec(policy)?.[1]).not.toContain('unsafe-inline');
    expect(second.headers.get('content-security-policy')).not.toBe(policy);
    expect(first.headers.get('x-middleware-request-x-nonce')).toBe(nonce);
    const passed = first.headers.get('x-middleware-override-headers')?.split(',') ?? [];
    for (const name of ['x-forwarded-host', 'x-real-ip']) expect(passed).not.toContain(name);
  });

  it.each(['/en/anything', '/en/trade/BTC_USDT', '/zh/login'])(
    'lets no page of %s be framed or load code of others',
    (path) => {
      const policy = visit(path).headers.get('content-security-policy') ?? '';
      for (const rule of [
        "frame-ancestors 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "default-src 'self'",
        "form-action 'self'",
      ]) {
        expect(policy).toContain(rule);
      }
    },
  );
});
