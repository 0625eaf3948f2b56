import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LANGUAGES } from '#lib/i18n/languages.ts';
import { NAMESPACES } from '#lib/i18n/messages.ts';
import zhRefusals from '#messages/zh/refusals.json' with { type: 'json' };
import { everyLateText, lateTexts } from '#server/pages/late-texts.ts';
// The file itself: tests of screens have another in its place.
import { fetchMessages } from '../../lib/i18n/fetch-messages.ts';

describe('texts that are loaded late', () => {
  it('are files of the site, one for each language and namespace that there is', async () => {
    expect(everyLateText()).toHaveLength(LANGUAGES.length * NAMESPACES.length);
    expect(readdirSync('messages/en').toSorted()).toEqual(NAMESPACES.map((name) => `${name}.json`).toSorted());
    const response = await lateTexts('zh', 'refusals');
    expect(await response.json()).toEqual(zhRefusals);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const [lang, namespace] of [
      ['xx', 'refusals'],
      ['zh', 'secrets'],
      ['zh', '../en/common'],
    ] as const)
      expect((await lateTexts(lang, namespace)).status).toBe(404);
  });

  describe('in the browser', () => {
    const fetched = vi.fn<typeof fetch>();
    beforeEach(() => {
      vi.stubGlobal('fetch', fetched.mockReset());
      vi.stubEnv('TEXTS_VERSION', 'abc');
    });
    afterEach(() => vi.unstubAllGlobals());

    it('come from there, by what they are like', async () => {
      fetched.mockImplementation(async (address) => Response.json({ from: String(address) }));
      expect(await fetchMessages('zh', ['refusals', 'fork'])).toEqual({
        refusals: { from: '/zh/texts/refusals?v=abc' },
        fork: { from: '/zh/texts/fork?v=abc' },
      });
    });

    it('are missing where one of them does not come, so that all are asked for again', async () => {
      fetched.mockImplementation(
        async (address) => new Response('{}', { status: /fork/.test(String(address)) ? 502 : 200 }),
      );
      await expect(fetchMessages('zh', ['refusals', 'fork'])).rejects.toThrow('502');
    });
  });
});
