import { covering } from '#tests/support/covering.ts';
import { axeFindingsInBothThemes } from './support/accessible.ts';
import { expect, type Page, test } from './support/test.ts';
import { wordsOf } from './support/words.ts';

/** The rankings, as somebody reads who wants to know what a figure is worth (H57). */

const words = wordsOf('en', 'pages');
const PATH = '/en/strategybot/rankings';
const LABEL = words('rankings.table', { order: wordsOf('en', 'public')('list.metaOrder.default') });

interface Item {
  readonly strategy_id: number;
  readonly rate: string;
  readonly hold_rate: string;
}

async function ranked(page: Page, order: string): Promise<Item[]> {
  const list =
    '/api/apiw/v2/quant-trading/strategybot/recommend_list?strategy_type=all&page=1&page_size=15&params_open_type=0';
  return ((await (await page.request.get(`${list}&${order}`)).json()) as { data: Item[] }).data;
}

test('a ranking is whole in the HTML: its bots in their order, holding beside them, and every definition with the bot’s own numbers (H57)', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  for (const [path, order] of [
    [PATH, 'ranking_type=default'],
    [`${PATH}/yield`, 'order_by=rate'],
  ] as const) {
    const rows = page.getByRole('row');
    // The exchange lives: a round that closes between the two readings changes the order, so both are read again.
    await expect(async () => {
      const items = await ranked(page, order);
      expect(items.length).toBeGreaterThan(5);
      await page.goto(path);
      const shown = await rows.evaluateAll((all) =>
        all.slice(1).map((row) => row.querySelector('a')?.getAttribute('href') ?? ''),
      );
      expect(shown.map((href) => Number(new URLSearchParams(href.split('?')[1]).get('id')))).toEqual(
        items.map(({ strategy_id }) => strategy_id),
      );
    }).toPass();
    await expect(rows.nth(1)).toContainText(/Holding [+-]?[\d.]+%/);
    // Opened by hand, without a script.
    const first = page.locator('ol details').first();
    await first.locator('summary').click();
    await expect(first.locator('dl')).toContainText(/Its own score \S+ = mean daily return/);
    await expect(first.locator('dl')).toContainText(/over \d+ whole days\.|No Sharpe ratio/);
  }
  await page
    .getByRole('navigation', { name: words('rankings.tabs') })
    .getByRole('link')
    .nth(1)
    .click();
  await expect(page).toHaveURL(`${baseURL}${PATH}/sharpe`);
  // Holding has a Sharpe ratio too, read from its market's days; a rate with its sign follows.
  await expect(page.getByRole('table')).toContainText(/Holding -?\d+\.\d{2}[+-]/);
  await page.close();
});

for (const width of covering([390, 1440], 0, 1)) {
  test(`a figure tells how it was made by key and by finger, and nothing is beyond the page (${width} px)`, async ({
    browser,
    baseURL,
  }) => {
    const page = await browser.newPage({
      baseURL: baseURL ?? '',
      viewport: { width, height: 900 },
      hasTouch: width === 390,
    });
    await page.goto(PATH);
    const ranking = page.getByRole(width === 390 ? 'list' : 'table', { name: LABEL });
    const best = width === 390 ? ranking.getByRole('listitem').first() : ranking.getByRole('row').nth(1);
    // On a phone the name of each figure stands before it, and says what it is in general.
    const figures = width === 390 ? best.getByRole('definition') : best;
    const score = figures.getByRole('button').first();
    // Once the page is awake a key opens it.
    await expect(async () => {
      await score.blur();
      await score.focus();
      await expect(page.getByRole('tooltip')).toContainText('Its own score', { timeout: 500 });
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    if (width === 390) {
      const box = await score.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      await score.blur();
      await score.tap();
      const tip = await page.getByRole('tooltip').boundingBox();
      expect(tip?.x).toBeGreaterThanOrEqual(0);
      expect((tip?.x ?? 0) + (tip?.width ?? 0)).toBeLessThanOrEqual(width);
      // What was pressed for stays until it is closed.
      await page.keyboard.press('Escape');
      await expect(page.getByRole('tooltip')).toHaveCount(0);
    }
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond).toBe(0);
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await page.close();
  });
}
