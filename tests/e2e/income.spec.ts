import { readFileSync } from 'node:fs';
import { axeFindingsInBothThemes } from './support/accessible.ts';
import { logInAsDemo } from './support/demo-account.ts';
import { QUANT } from './support/exchange-calls.ts';
import { expectFits } from './support/fits.ts';
import { expect, type Page, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { wordsOf } from './support/words.ts';

/** Total income in the bots table, as stories on a desktop and on a phone; with other specs all pairs of language, theme and width come by. */

const SCREENS = [
  { language: 'en', theme: 'light', viewport: { width: 1440, height: 900 } },
  { language: 'zh', theme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

const told = async (page: Page, path: string, query: string) =>
  (await (await page.request.get(`${QUANT}/strategybot/${path}?${query}`)).json()).data;

for (const screen of SCREENS) {
  const { language, theme, viewport } = screen;
  const story = toldIn(SCREENS, screen);
  const say = wordsOf(language, 'income');
  const bots = wordsOf(language, 'bots');

  test.describe(`total income (${language}, ${theme}, ${viewport.width} px)`, () => {
    test.use({ viewport });
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    });

    story()(
      'is a list of the kinds that have it, with its line, its bars and all types to the last digit (E-005, E-022, E-025, E-076, E-077, E-078, E-079)',
      async ({ page }) => {
        await logInAsDemo(page);
        await page.goto(`/${language}/strategybot`);
        const table = page
          .getByRole('region', { name: bots('title'), exact: true })
          .filter({ has: page.getByRole('tablist') });
        const kind = (name: string) => table.getByText(new RegExp(`^${bots(`kind.${name}`)}( \\(\\d+\\))?$`));
        const tab = (name: string) => table.getByRole('tab', { name: bots(`tab.${name}`) });
        await kind('spot_grid').click();
        await tab('income').click();

        // Figures, and the list goes with the kind; one that has none shows its running bots.
        const figures = table.locator('dl').first();
        await expect(figures).toContainText(/\d USDT/);
        await kind('martingale').click();
        await expect(tab('income')).toHaveCount(0);
        await expect(tab('running')).toHaveAttribute('aria-selected', 'true');
        await kind('spot_grid').click();
        await expect(tab('income')).toHaveAttribute('aria-selected', 'true');
        await expect(table.getByText(say('utc'))).toBeVisible();

        const [line, bars] = ['line', 'bars'].map((name) => table.getByRole('region', { name: say(`${name}.title`) }));
        if (line === undefined || bars === undefined) throw new Error('two charts were asked for');
        const days = async (): Promise<number> =>
          (await told(page, 'total-profit-detail', 'interval=all&strategy_type=spot_grid&page_size=200')).length;
        expect(await days()).toBeGreaterThan(30);
        await expect(line.getByRole('img')).toHaveAccessibleName(/\d/);
        await expect(bars.locator('rect')).toHaveCount(30);
        await bars.getByText(say('rangeDays', { days: 7 }), { exact: true }).click();
        await expect(bars.locator('rect')).toHaveCount(7);
        await expect(line.getByRole('radio', { checked: true })).toHaveAttribute('value', 'all');
        await line.getByRole('radio', { checked: true }).focus();
        await page.keyboard.press('ArrowRight');
        await expect(line.getByRole('radio', { checked: true })).toHaveAttribute('value', '90');

        // Taken along: a row a day, and its last total is the line's end.
        await expect(async () => {
          const file = page.waitForEvent('download');
          await table.getByRole('button', { name: say('csv'), exact: true }).click();
          const rows = readFileSync(await (await file).path(), 'utf8')
            .trim()
            .split('\r\n');
          expect(rows[0]).toBe('trading_date,earned_usdt,total_usdt');
          // A midnight may have passed between the two readings.
          expect(rows).toHaveLength((await days()) + 1);
        }).toPass();
        await expectFits(page);
        expect(await axeFindingsInBothThemes(page)).toEqual([]);

        await table.getByText(say('all'), { exact: true }).click();
        const { parts } = await told(page, 'get_user_profit', 'strategy_type=all');
        expect(parts.length).toBeGreaterThan(3);
        const types = table.getByRole('region', { name: say('types.title') });
        for (const { strategy_type: type } of parts) {
          await expect(
            types
              .getByText(bots(`kind.${type}`), { exact: true })
              .filter({ visible: true })
              .first(),
          ).toBeVisible();
        }
        await expectFits(page);
        expect(await axeFindingsInBothThemes(page)).toEqual([]);
      },
    );
  });
}
