import { type BrowserContext, test as base, expect } from '@playwright/test';
import { saysMissing } from '#tests/support/missing-texts.ts';

export * from '@playwright/test';

/** What pages have said since the last story ended. A worker tells one story at a time. */
const said: string[] = [];

function listen(context: BrowserContext): void {
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && saysMissing(text)) said.push(`${message.page()?.url() ?? 'a page'}: ${text}`);
  });
}

/**
 * `test` of every story: one on whose pages a text is missing fails, whatever else it looks at. In all contexts, those too that a story makes
 * itself. What the server says of its own texts is heard where the product is started (tests/support/built-product.ts).
 */
export const test = base.extend<{ readonly texts: undefined }>({
  browser: [
    async ({ browser }, use) => {
      // A context that is used again is told of again.
      const known = new WeakSet<BrowserContext>();
      browser.on('context', (context) => {
        if (!known.has(context)) listen(context);
        known.add(context);
      });
      await use(browser);
    },
    { scope: 'worker' },
  ],
  texts: [
    // No browser of its own: stories without one are not made to start it.
    async ({ browserName: _ }, use) => {
      await use(undefined);
      expect([...new Set(said.splice(0))], 'texts that are missing on the pages of this story').toEqual([]);
    },
    { auto: true },
  ],
});
