import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#lib/i18n/languages.ts';
import { PUBLIC_PAGE_POLICY, privatePagePolicy } from '#server/content-security-policy.ts';
import { webAppManifest } from '#server/pages/web-app-manifest.ts';

const WORDS = { name: 'Strategybot', description: 'Bots' };
const SIGNATURE = '89504e470d0a1a0a';

/** Width, height and colour type of a PNG, by its first chunk. */
function pngOf(src: string) {
  const bytes = readFileSync(new URL(`../../public${src}`, import.meta.url));
  expect(bytes.subarray(0, 8).toString('hex')).toBe(SIGNATURE);
  return {
    sizes: `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`,
    hasAlpha: bytes.includes('tRNS') || (bytes[25] ?? 0) >= 4,
  };
}

describe.each(LANGUAGES)('the site on a Home Screen, in %s', (language) => {
  const manifest = webAppManifest(language, WORDS);

  it('opens in a window of its own, which iPhones push to, where visitors begin', () => {
    expect(manifest).toMatchObject({
      display: 'standalone',
      start_url: `/${language}/strategybot`,
      scope: '/',
      id: '/',
    });
    expect(manifest).toMatchObject({ name: 'Strategybot', short_name: 'Strategybot', description: 'Bots' });
    const css = readFileSync(new URL('../../app/[lang]/globals.css', import.meta.url), 'utf8');
    expect(css).toContain(String(manifest.background_color));
    expect(manifest.theme_color).toBe(manifest.background_color);
  });

  it('has icons as they are said to be, one for masks without a transparent corner', () => {
    const icons = manifest.icons ?? [];
    for (const { src, sizes } of icons) expect([src, pngOf(src).sizes]).toEqual([src, sizes]);
    expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
    const maskable = icons.find(({ purpose }) => purpose === 'maskable');
    expect(pngOf(maskable?.src ?? '').hasAlpha).toBe(false);
    // iPhones cut corners themselves and show transparent ones black.
    expect(pngOf('/icon-apple-180.png')).toEqual({ sizes: '180x180', hasAlpha: false });
  });
});

it('may be loaded from here alone, on pages of both policies', () => {
  for (const policy of [PUBLIC_PAGE_POLICY, privatePagePolicy('x')]) expect(policy).toContain("manifest-src 'self'");
});
