import { expect, type Page, test } from '@playwright/test';
import { directionOf, LANGUAGES, type Language, languageFacts } from '#lib/i18n/languages.ts';
import { covering } from '#tests/support/covering.ts';
import { isNightly } from '../support/runs.ts';
import { axeFindings } from './support/accessible.ts';
import { longestFirst } from './support/longest-languages.ts';
import { wordsOf } from './support/words.ts';

/** Pages of visitors and of the trade in every language: one language each, in its direction, nothing wider than a phone. */

test.use({ viewport: { width: 390, height: 844 } });

async function sharedBot(page: Page): Promise<string> {
  const list = await page.request.get(
    '/api/apiw/v2/quant-trading/strategybot/recommend_list?strategy_type=spot_grid&page=1&page_size=1',
  );
  const { data } = (await list.json()) as {
    data: { strategy_id: number; user_info: { anonymous: string } }[];
  };
  const [bot] = data;
  if (bot === undefined) throw new Error('the demo world shares no bot');
  return `/strategybot/detail?id=${bot.strategy_id}&type=spot_grid&name=${bot.user_info.anonymous}`;
}

const PAGES: Readonly<Record<string, (page: Page) => string | Promise<string>>> = {
  landing: () => '/strategybot',
  'strategy page': () => '/strategybot/martingale',
  'shared bot': sharedBot,
  registration: () => '/register',
  trade: () => '/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid&mode=create',
  'page that is not there': () => '/nothing/here',
};

/** What sticks out of the page's width and is not inside something that scrolls or cuts off on purpose. */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const isContained = (element: Element): boolean => {
      for (let one = element.parentElement; one !== null && one !== document.body; one = one.parentElement)
        if (getComputedStyle(one).overflowX !== 'visible') return true;
      return false;
    };
    const out = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && (right > clientWidth + 1 || left < -1) && !isContained(element);
    });
    const said = out.map((element) => `${element.tagName} ${(element.textContent ?? '').slice(0, 60)}`);
    return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px to scroll`, ...said] : said;
  });
}

/** Each page in the language that says most, and in one that runs to the left; at night in all. */
const longest = longestFirst(['public', 'common', 'account', 'trade', 'fields']);
const looked: readonly Language[] = isNightly
  ? LANGUAGES
  : LANGUAGES.filter((language) => language === longest[0] || directionOf(language) === 'rtl');

for (const language of looked) {
  test(`nothing is wider than a phone in ${language}`, async ({ page }) => {
    for (const [name, pathOf] of Object.entries(PAGES)) {
      await page.goto(`/${language}${await pathOf(page)}`);
      await expect(page.locator('header .skeleton')).toHaveCount(0);
      await expect(page.locator('html')).toHaveAttribute('dir', directionOf(language));
      await expect(page.locator('html')).toHaveAttribute('lang', languageFacts(language).tag);
      expect(await sticksOut(page), name).toEqual([]);
    }
  });
}

for (const [turn, language] of LANGUAGES.filter((one) => directionOf(one) === 'rtl').entries()) {
  test(`axe finds nothing in ${language}, which runs to the left`, async ({ page }) => {
    for (const [name, pathOf] of covering(Object.entries(PAGES), turn, 3)) {
      await page.goto(`/${language}${await pathOf(page)}`);
      await expect(page.locator('header .skeleton')).toHaveCount(0);
      expect(await axeFindings(page), name).toEqual([]);
    }
  });
}

test('a page carries one language, and names the others in its head and at its foot', async ({ page }) => {
  for (const language of covering(LANGUAGES, 0, 3)) {
    // Some renderings write other than Latin characters as entities.
    const sent = await (await page.request.get(`/${language}/strategybot`)).text();
    const html = sent.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    for (const other of LANGUAGES) {
      expect(html).toContain(`hrefLang="${languageFacts(other).tag}"`);
      expect(html).toContain(languageFacts(other).name);
      const sentence = wordsOf(other, 'public')('list.emptyHint');
      if (other !== language) expect(html.includes(sentence), `${other} in ${language}`).toBe(false);
    }
    expect(html).toContain(wordsOf(language, 'public')('list.title.default'));
  }
});

test('a change of language keeps the place: the query and the part of the page', async ({ page }) => {
  await page.goto('/en/strategybot?from=a%20friend#recommended-title');
  const settings = wordsOf('en', 'common');
  await page.getByRole('button', { name: `${settings('settings.language')} · ${settings('settings.theme')}` }).click();
  await page.getByRole('menuitem', { name: languageFacts('zh').name }).click();
  await expect(page).toHaveURL(/\/zh\/strategybot\?from=a(%20|\+)friend#recommended-title$/);
});
