import { covering } from '#tests/support/covering.ts';
import { axeFindings } from './support/accessible.ts';
import { logInAsDemo } from './support/demo-account.ts';
import { livedBot, openBot, spoilFirst } from './support/lived-bot.ts';
import { expect, test } from './support/test.ts';
import { wordsOf } from './support/words.ts';

/** The proof of bots that have lived for months: asked for in the bot's overview, followed, and told in words. */

/** A width, theme and language each, so that all pairs come by, with kinds that live differently; in npm test two that share none of them. */
const LOOKS = [
  { language: 'en', width: 1440, theme: 'dark', status: 'running', kinds: ['spot_grid'] },
  { language: 'zh', width: 390, theme: 'light', status: 'running', kinds: ['futures_grid', 'smart-position'] },
  { language: 'en', width: 390, theme: 'light', status: 'finished', kinds: ['futures_grid', 'spot_grid'] },
  { language: 'zh', width: 1440, theme: 'dark', status: 'running', kinds: ['martingale'] },
] as const;

for (const { language, width, theme, status, kinds } of covering(LOOKS, 1, 2)) {
  test(`${status} bots are replayed and every fill is the same (${language}, ${width} px, ${theme})`, async ({
    page,
  }) => {
    const proof = wordsOf(language, 'replay');
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    await logInAsDemo(page);
    const bot = await livedBot(page, status, kinds);
    await spoilFirst(page, /\/strategybot\/proof\//);
    await openBot(page, language, status, bot);
    const part = page.getByRole('region', { name: proof('proof.title'), exact: true });
    const start = part.getByRole('button', { name: new RegExp(`${proof('proof.start')}|${proof('proof.again')}`) });
    await start.click({ timeout: 60_000 });
    await expect(part.getByText(proof('proof.equal'), { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(part.getByRole('button', { name: proof('proof.again') })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await axeFindings(page, `section[aria-label="${proof('proof.title')}"]`)).toEqual([]);
    await page.unrouteAll();
  });
}
