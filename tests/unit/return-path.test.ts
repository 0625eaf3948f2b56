import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeReturnPath } from '#lib/return-path.ts';

const HOME = '/en/strategybot';
const back = (wanted: string | null | undefined) => safeReturnPath(wanted, HOME);

describe('where login leads', () => {
  it('goes back to a page of this site, query and hash included (C-026)', () => {
    for (const path of [
      '/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid#form',
      '/zh/strategybot/detail?id=12&type=spot_grid&name=abc',
      '/',
      '/en/strategybot?note=100%25',
      '/en/strategybot?next=%2F%2Felsewhere',
    ]) {
      expect(back(path)).toBe(path);
    }
  });

  it('goes to the strategies when nothing or nonsense was asked for (C-026)', () => {
    for (const path of [null, undefined, '', 'en/strategybot', `/${'a'.repeat(3_000)}`, '/%', '/%zz']) {
      expect(back(path)).toBe(HOME);
    }
  });

  it('never leaves the site, however the address is spelled (C-026)', () => {
    for (const path of [
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '/%09/evil.example',
      '/%2f/evil.example',
      '/%2Fevil.example',
      '/%5cevil.example',
      '/%255cevil.example',
      '/%25252f/evil.example',
      '/.//evil.example',
      '/en/..//evil.example',
      'https://evil.example/',
      'https:evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
      ' /en',
      '/\u0000',
    ]) {
      expect(back(path), JSON.stringify(path)).toBe(HOME);
    }
  });

  it('does not lead into a call (C-026)', () => {
    expect(back('/api/session')).toBe(HOME);
    expect(back('/api')).toBe(HOME);
    expect(back('/en/../api/session')).toBe(HOME);
    expect(back('/apiary')).toBe('/apiary');
  });

  it('stays on the origin for any text whatever (C-026)', () => {
    const piece = fc.constantFrom('/', '\\', '%2f', '%5c', '%09', '.', '..', ':', '@', '?', '#', 'evil.example', '\t');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => `/${pieces.join('')}`),
        ),
        (wanted) => {
          const target = back(wanted);
          expect(new URL(target, 'https://here.example').origin).toBe('https://here.example');
        },
      ),
      { seed: 7, numRuns: 3_000 },
    );
  });
});
