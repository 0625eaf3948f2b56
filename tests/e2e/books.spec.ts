import { covering } from '#tests/support/covering.ts';
import { axeFindings } from './support/accessible.ts';
import { logInAsDemo } from './support/demo-account.ts';
import { livedBots, openBot, spoilFirst } from './support/lived-bot.ts';
import { expect, type Locator, test } from './support/test.ts';
import { wordsOf } from './support/words.ts';

/** The books of bots that have lived: each line as it stands on the page adds up, and opens to what it is made of. */

/** A figure of the page in 1e-16. */
function fine(text: string): bigint {
  const [, sign, whole = '0', fraction = ''] = /^([+-]?)([\d,]+)(?:\.(\d{1,16}))?$/.exec(text.trim()) ?? [];
  const size = BigInt(whole.replaceAll(',', '')) * 10n ** 16n + BigInt(fraction.padEnd(16, '0'));
  return sign === '-' ? -size : size;
}

/** The figures of lines, all of one moment: the books of a bot that trades are asked anew. */
const figuresOf = async (lines: Locator): Promise<bigint[]> => {
  const texts = await lines.evaluateAll((all) =>
    all.map((line) => line.querySelector(':scope > button .tabular-nums')?.textContent ?? ''),
  );
  return texts.map(fine);
};

/** Kinds whose books have different lines, each looked at once; a width and theme each, so that all pairs come by; in npm test one. */
const LOOKS = [
  { language: 'en', width: 1440, theme: 'dark', status: 'running', kinds: ['spot_grid', 'contract-martingale'] },
  { language: 'zh', width: 390, theme: 'light', status: 'running', kinds: ['futures_grid', 'smart-position'] },
  { language: 'en', width: 390, theme: 'light', status: 'finished', kinds: ['futures_grid', 'spot_grid'] },
  { language: 'zh', width: 1440, theme: 'dark', status: 'running', kinds: ['margin_grid', 'martingale'] },
] as const;

for (const { language, width, theme, status, kinds } of covering(LOOKS, 1, 1)) {
  test(`books of ${status} bots add up on the page, and why their orders are there is said (${language}, ${width} px, ${theme})`, async ({
    page,
  }) => {
    const bots = wordsOf(language, 'bots');
    const books = wordsOf(language, 'books');
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    await logInAsDemo(page);
    const all = await livedBots(page, status);
    const seen = all.filter(({ strategy_type: kind }, at) => {
      return kinds.some((one) => one === kind) && all.findIndex((row) => row.strategy_type === kind) === at;
    });
    expect(seen.length).toBeGreaterThan(0);
    for (const [turn, bot] of seen.entries()) {
      if (turn === 0) await spoilFirst(page, /\/strategybot\/books\//);
      await openBot(page, language, status, bot);
      await page.getByRole('tab', { name: bots('detail.tab.books') }).click();
      const lines = page.locator('[data-term]');
      await expect(lines).toHaveCount(10, { timeout: 60_000 });
      const figures = await figuresOf(lines);
      const equity = figures.pop();
      expect(figures.reduce((sum, figure) => sum + figure, 0n)).toBe(equity);
      await expect(page.locator('[data-books="residual"]')).toContainText(books('exact'));
      // The line with most behind it: its parts come to it, and their entries stand below them.
      const line = page.locator('[data-term="position_profit"]');
      await line.getByRole('button').first().click();
      await expect(async () => {
        const parts = await line.locator('[data-part] > div .tabular-nums').allTextContents();
        expect([parts.map(fine).reduce((sum, figure) => sum + figure, 0n)]).toEqual(await figuresOf(line));
      }).toPass();
      const start = page.locator('[data-term="start"]');
      await start.getByRole('button').first().click();
      await expect(line.locator('[data-part]')).toHaveCount(0);
      await start.locator('[data-part="funded"] > button').first().click();
      await expect(start.locator(width < 768 ? 'ul ul > li' : 'tbody tr').first()).toContainText(
        bots('flow.type.bot-fund'),
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      if (turn === 0) expect(await axeFindings(page, '[role="tabpanel"][data-state="active"]')).toEqual([]);
      await page.unrouteAll();
      await page.getByRole('tab', { name: bots('detail.tab.why'), exact: true }).click();
      await expect(page.locator('[data-why]')).toBeVisible();
      const timeline = page.getByRole('region', { name: books('why.timeline') });
      await expect(timeline.locator(width < 768 ? 'li' : 'tbody tr').first()).toContainText(/\d/);
      if (status === 'running') await expect(page.getByRole('region', { name: books('why.missing') })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      if (turn === 0) expect(await axeFindings(page, '[role="tabpanel"][data-state="active"]')).toEqual([]);
    }
  });
}
